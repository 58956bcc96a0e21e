import type { TaskRow } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { COUNTS } from '@darkroom/domain/task/counts';
import { useQueryClient } from '@tanstack/react-query';
import type { InputRef } from 'antd';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { printed } from '../../../lib/keys.ts';
import { useToast } from '../../../lib/toast.ts';
import { broughtTo } from '../../../entities/task/calls/task-cache.ts';
import { countsOf, sameCounts, useCountError, type CountsDraft } from '../../../entities/task/list/counts.ts';
import { formOf, isHandingOn } from '../../../entities/task/steps/task-steps.ts';
import { useTaskSteps } from '../../../entities/task/steps/use-task-steps.tsx';
import { useSeen } from '../use-seen.ts';

interface Counting {
  readonly draft: CountsDraft;
  readonly error: string | null;
  /** The task when typing began. After a conflict, the call sends its version. */
  readonly began: TaskRow | null;
}
const UNTOUCHED: Counting = { draft: {}, error: null, began: null };

/** Quantities typed on the card, by task. They are kept during refreshes and work on other tasks. */
export interface CountingInPlace {
  /** First quantity field of the card, or null without one. */
  first: RefObject<InputRef | null>;
  of: (task_id: number) => Counting;
  type: (row: TaskRow, draft: CountsDraft) => void;
  /** Runs a step of a task. Quantities typed on its card are sent with it. */
  press: (row: TaskRow, action: TaskAction) => void;
  /** Finishes a task with its whole share of the order. */
  all: (row: TaskRow, action: TaskAction, count: keyof CountsDraft, n: number) => void;
  /** Asks for a quantity instead of sending an empty one. */
  ask: (row: TaskRow, n: number) => void;
  /** Reports that a quantity exists already. The ordered quantity does not replace it. */
  hold: (row: TaskRow) => void;
  /** True if the quantities were changed elsewhere since typing began. */
  movedOn: (row: TaskRow) => boolean;
  /** Resolves a conflict: keeps the typed quantities, or uses the saved ones. */
  settle: (row: TaskRow, whose: 'mine' | 'theirs') => void;
  /** True if the user has just started this task and will type quantities next. */
  begun: (task_id: number) => boolean;
}

/** Quantities typed since an earlier draft. */
const typedSince = (before: CountsDraft, now: CountsDraft): CountsDraft =>
  Object.fromEntries(COUNTS.flatMap((x) => (x in now && now[x] !== before[x] ? [[x, now[x]]] : [])));

/** Keeps the quantities typed on cards until they are saved. */
export function useCounting(card: TaskRow | null): CountingInPlace {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const { begin, take } = useTaskSteps();
  const trouble = useCountError();
  const [byTask, setByTask] = useState<Readonly<Record<number, Counting>>>({});
  const put = (task_id: number, counting: Counting) => setByTask((all) => ({ ...all, [task_id]: counting }));
  const of = (task_id: number) => byTask[task_id] ?? UNTOUCHED;

  const first = useRef<InputRef>(null);
  const seen = useSeen();
  const shown = card?.task_id ?? null;
  useLayoutEffect(() => {
    if (shown !== null) seen.show(shown);
  }, [seen, shown]);
  // A task that this page has just moved, for example by taking it, can be started at once.
  const isUnmeantStart = (row: TaskRow, action: TaskAction) =>
    action === 'start' && seen.tappedAgain() && broughtTo(client, row.task_id) < row.version;
  const isBlind = (row: TaskRow, action: TaskAction) => {
    const isBlindNow = isHandingOn(action) ? seen.blind() : isUnmeantStart(row, action);
    if (row.task_id !== shown || !isBlindNow) return false;
    toast.info(t('cardChanged', { task: row.sub_prod_id }));
    return true;
  };

  const begun = useRef<number | null>(null);
  const movedOn = (row: TaskRow) => {
    const { began } = of(row.task_id);
    return began !== null && !sameCounts(began, row) && broughtTo(client, row.task_id) < row.version;
  };

  const send = async (row: TaskRow, action: TaskAction, draft = of(row.task_id).draft) => {
    const uncountable = trouble(draft);
    const { began } = of(row.task_id);
    if (uncountable) {
      put(row.task_id, { draft, began, error: uncountable });
      first.current?.focus();
      return;
    }
    // After a conflict in the quantities the old version is sent, so that the server refuses it. Other changes do not matter.
    const { version, x1, x2, x3 } = began && movedOn(row) ? began : row;
    const before = of(row.task_id).draft;
    const result = await take({ ...row, version, x1, x2, x3 }, action, countsOf(row, draft), { shows: COUNTS });
    const miscounted = result.kind === 'refused' ? COUNTS.flatMap((x) => result.fields[x] ?? [])[0] : undefined;
    // Quantities typed during the call are kept for the next one.
    const onward = (now: Counting): Counting => {
      const since = typedSince(before, now.draft);
      if (result.kind === 'refused')
        return { draft: { ...draft, ...since }, began: now.began, error: miscounted ?? null };
      if (result.kind !== 'done') return now;
      const task = result.moved.find(({ task_id }) => task_id === row.task_id);
      return Object.keys(since).length === 0 ? UNTOUCHED : { draft: since, error: null, began: { ...row, ...task } };
    };
    setByTask((all) => ({ ...all, [row.task_id]: onward(all[row.task_id] ?? UNTOUCHED) }));
    // Moves the focus to the field with the error.
    if (miscounted !== undefined && shown === row.task_id) first.current?.focus();
  };

  return {
    first,
    of,
    type: (row, draft) => put(row.task_id, { draft, error: null, began: of(row.task_id).began ?? row }),
    press: (row, action) => {
      if (isBlind(row, action)) return;
      if (row.task_id === shown) seen.acted();
      if (action === 'start') begun.current = row.task_id;
      if (formOf(action) === 'quantity' && row.task_id === shown) void send(row, action);
      else begin(row, action);
    },
    all: (row, action, count, n) => {
      if (!isBlind(row, action)) void send(row, action, { [count]: n });
    },
    ask: (row, n) =>
      put(row.task_id, {
        ...UNTOUCHED,
        error: t('countFirst', { key: printed('count_all'), n: number(n) }),
      }),
    hold: (row) => put(row.task_id, { ...of(row.task_id), error: t('countedAlready') }),
    movedOn,
    settle: (row, whose) =>
      put(row.task_id, whose === 'theirs' ? UNTOUCHED : { draft: of(row.task_id).draft, error: null, began: row }),
    begun: (task_id) => begun.current === task_id,
  };
}
