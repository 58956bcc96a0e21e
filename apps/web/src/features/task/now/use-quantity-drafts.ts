import type { TaskRow } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { QUANTITY_FIELDS } from '@darkroom/domain/task/quantities';
import { useQueryClient } from '@tanstack/react-query';
import type { InputRef } from 'antd';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { formatKey } from '../../../lib/keys.ts';
import { useToast } from '../../../lib/toast.ts';
import { getMyVersion } from '../../../entities/task/calls/task-cache.ts';
import {
  applyDraft,
  hasSameQuantities,
  useQuantityError,
  type QuantitiesDraft,
} from '../../../entities/task/list/quantities.ts';
import { getStepForm, isConfirmingStep } from '../../../entities/task/steps/task-steps.ts';
import { useTaskSteps } from '../../../entities/task/steps/use-task-steps.tsx';
import { usePressGuard } from '../use-press-guard.ts';

interface QuantityDraft {
  readonly draft: QuantitiesDraft;
  readonly error: string | null;
  /** The task when typing began. After a conflict, the request contains its version. */
  readonly baseTask: TaskRow | null;
}
const NO_DRAFT: QuantityDraft = { draft: {}, error: null, baseTask: null };

/** Quantities typed on the card, by task. They survive refreshes and work on other tasks. */
export interface QuantityDrafts {
  /** First quantity field of the card. Null if there is none. */
  firstField: RefObject<InputRef | null>;
  getDraft: (task_id: number) => QuantityDraft;
  setDraft: (row: TaskRow, draft: QuantitiesDraft) => void;
  /** Runs a step of a task. Quantities typed on its card are sent with it. */
  pressStep: (row: TaskRow, action: TaskAction) => void;
  /** Finishes a task with its whole share of the order. */
  finishWithShare: (row: TaskRow, action: TaskAction, count: keyof QuantitiesDraft, n: number) => void;
  /** Asks for a quantity instead of sending an empty one. */
  askForQuantity: (row: TaskRow, n: number) => void;
  /** Reports that a quantity exists already. The ordered quantity does not replace it. */
  reportExisting: (row: TaskRow) => void;
  /** True if the quantities were changed on another screen since typing began. */
  hasConflict: (row: TaskRow) => boolean;
  /** Resolves a conflict: uses the typed or the saved quantities. */
  resolveConflict: (row: TaskRow, choice: 'mine' | 'theirs') => void;
  /** True if the user has just started this task and will type quantities next. */
  hasJustStarted: (task_id: number) => boolean;
}

/** Finds the quantities typed since an earlier draft. */
const findTypedSince = (before: QuantitiesDraft, now: QuantitiesDraft): QuantitiesDraft =>
  Object.fromEntries(QUANTITY_FIELDS.flatMap((x) => (x in now && now[x] !== before[x] ? [[x, now[x]]] : [])));

/** Keeps the quantities typed on cards until they are saved. */
export function useQuantityDrafts(card: TaskRow | null): QuantityDrafts {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const { pressStep, takeStep } = useTaskSteps();
  const getQuantityError = useQuantityError();
  const [draftByTask, setDraftByTask] = useState<Readonly<Record<number, QuantityDraft>>>({});
  const saveDraft = (task_id: number, counting: QuantityDraft) =>
    setDraftByTask((drafts) => ({ ...drafts, [task_id]: counting }));
  const getDraft = (task_id: number) => draftByTask[task_id] ?? NO_DRAFT;

  const firstField = useRef<InputRef>(null);
  const pressGuard = usePressGuard();
  const cardTaskId = card?.task_id ?? null;
  useLayoutEffect(() => {
    if (cardTaskId !== null) pressGuard.showContent(cardTaskId);
  }, [pressGuard, cardTaskId]);
  // True for a press that would start a task by accident. A task that this page has just moved, for example by taking it, can be started
  // immediately.
  const isAccidentalStart = (row: TaskRow, action: TaskAction) =>
    action === 'start' && pressGuard.isSecondTap() && getMyVersion(client, row.task_id) < row.version;
  const blockAccidental = (row: TaskRow, action: TaskAction) => {
    const isAccidental = isConfirmingStep(action) ? pressGuard.isAccidental() : isAccidentalStart(row, action);
    if (row.task_id !== cardTaskId || !isAccidental) return false;
    toast.info(t('cardChanged', { task: row.sub_prod_id }));
    return true;
  };

  const justStartedId = useRef<number | null>(null);
  const hasConflict = (row: TaskRow) => {
    const { baseTask } = getDraft(row.task_id);
    return baseTask !== null && !hasSameQuantities(baseTask, row) && getMyVersion(client, row.task_id) < row.version;
  };

  const send = async (row: TaskRow, action: TaskAction, draft = getDraft(row.task_id).draft) => {
    const quantityError = getQuantityError(draft);
    const { baseTask } = getDraft(row.task_id);
    if (quantityError) {
      saveDraft(row.task_id, { draft, baseTask, error: quantityError });
      firstField.current?.focus();
      return;
    }
    // After a conflict in the quantities the old version is sent, so that the server refuses it. Other changes do not matter.
    const { version, x1, x2, x3 } = baseTask && hasConflict(row) ? baseTask : row;
    const before = getDraft(row.task_id).draft;
    const result = await takeStep({ ...row, version, x1, x2, x3 }, action, applyDraft(row, draft), {
      shownFields: QUANTITY_FIELDS,
    });
    const fieldError =
      result.kind === 'refused' ? QUANTITY_FIELDS.flatMap((x) => result.fields[x] ?? [])[0] : undefined;
    // Quantities typed during the request are saved with the next request.
    const nextDraft = (now: QuantityDraft): QuantityDraft => {
      const typedDuringCall = findTypedSince(before, now.draft);
      if (result.kind === 'refused')
        return { draft: { ...draft, ...typedDuringCall }, baseTask: now.baseTask, error: fieldError ?? null };
      if (result.kind !== 'done') return now;
      const task = result.moved.find(({ task_id }) => task_id === row.task_id);
      return Object.keys(typedDuringCall).length === 0
        ? NO_DRAFT
        : { draft: typedDuringCall, error: null, baseTask: { ...row, ...task } };
    };
    setDraftByTask((drafts) => ({ ...drafts, [row.task_id]: nextDraft(drafts[row.task_id] ?? NO_DRAFT) }));
    // Moves the focus to the field with the error.
    if (fieldError !== undefined && cardTaskId === row.task_id) firstField.current?.focus();
  };

  return {
    firstField,
    getDraft,
    setDraft: (row, draft) =>
      saveDraft(row.task_id, { draft, error: null, baseTask: getDraft(row.task_id).baseTask ?? row }),
    pressStep: (row, action) => {
      if (blockAccidental(row, action)) return;
      if (row.task_id === cardTaskId) pressGuard.markSeen();
      if (action === 'start') justStartedId.current = row.task_id;
      if (getStepForm(action) === 'quantity' && row.task_id === cardTaskId) void send(row, action);
      else pressStep(row, action);
    },
    finishWithShare: (row, action, count, n) => {
      if (!blockAccidental(row, action)) void send(row, action, { [count]: n });
    },
    askForQuantity: (row, n) =>
      saveDraft(row.task_id, {
        ...NO_DRAFT,
        error: t('countFirst', { key: formatKey('countAll'), n: number(n) }),
      }),
    reportExisting: (row) => saveDraft(row.task_id, { ...getDraft(row.task_id), error: t('countedAlready') }),
    hasConflict,
    resolveConflict: (row, choice) =>
      saveDraft(
        row.task_id,
        choice === 'theirs' ? NO_DRAFT : { draft: getDraft(row.task_id).draft, error: null, baseTask: row },
      ),
    hasJustStarted: (task_id) => justStartedId.current === task_id,
  };
}
