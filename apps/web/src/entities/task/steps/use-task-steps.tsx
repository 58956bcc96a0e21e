import { taskEndpoints, type Task, type TaskRow } from '@darkroom/contract/task/task';
import { moveOf } from '@darkroom/domain/lock/screens';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  useCallback,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStop } from '../../../lib/session/locks.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useUndo, type Undoing } from './use-undo.ts';
import { useCurrentStatus, winnerOf } from '../list/current-status.ts';
import { ConfirmCountDialog } from './confirm-count-dialog.tsx';
import { failedTitle, unreportedOf, YES, type Question } from '../calls/task-refusal.ts';
import { formOf, type StepInput } from './task-steps.ts';
import { useTaskCalls, type StepResult } from '../calls/use-task-calls.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import { holds } from '@darkroom/domain/permission/access';
import { lacksAChecker, QC_CODE, type Actor } from '@darkroom/domain/task/decide';
import type { TaskState } from '@darkroom/domain/task/state';
import { leads } from '@darkroom/domain/work/visibility';
import { asSubject, useUsers } from '../../../lib/session/lookups.ts';

const CHECKS = Object.values(QC_CODE);

/** For leaders of a task's workstream: whether the task waits for a check that no QC can take. Superusers do not count. */
function useUnchecked(): (task: TaskState) => boolean {
  const actor = useActor();
  const { active } = useUsers();
  const led = useMemo(() => leads(actor), [actor]);
  const checkers = useMemo(
    () =>
      active.flatMap((user): Actor[] => {
        const subject = asSubject(user);
        return !user.is_superuser && CHECKS.some((code) => holds(subject, code))
          ? [{ ...subject, user_id: user.id }]
          : [];
      }),
    [active],
  );
  const known = active.length > 0;
  return useCallback(
    (task) => known && led.includes(task.workstream) && lacksAChecker(task, checkers),
    [known, led, checkers],
  );
}

const StepDialog = lazyOverlay(() => import('./step-dialog.tsx').then((part) => ({ default: part.StepDialog })));
const TaskForm = lazyOverlay(() => import('../form/task-form.tsx').then((part) => ({ default: part.TaskForm })));

/** The only way to change tasks from this screen. Its functions never change, so that rows do not render again. */
export interface TaskSteps {
  /** Presses a step: opens its form if it needs input, otherwise takes it. */
  begin: (row: TaskRow, action: TaskAction) => void;
  /** Opens the form that sets any field of a task (admin update), for users with permission. */
  correct: (row: TaskRow) => void;
  /** Takes a step with its input and returns the result. The caller reports refusals of fields that it shows. */
  take: (row: TaskRow, action: TaskAction, input: StepInput, how?: How) => Promise<StepResult>;
  /** Undo for parts that change tasks themselves. */
  undoing: Undoing;
  /** Undoes the last move, while that is offered. */
  undo: () => void;
}

interface How {
  /** Called after an undo, with the restored tasks. */
  onUndone?: (done: readonly Task[]) => void;
  /** True if the step follows from the previous one. It is not reported, and one Undo reverts both. */
  joins?: boolean;
  /** The caller reports a refusal itself. */
  quiet?: boolean;
  /** Fields of the step that are on screen. */
  shows?: readonly string[];
}

interface StepsState {
  /** A call is in progress. */
  pending: boolean;
  /** A form is open, so the page's single keys are off. */
  asking: boolean;
  /** Reason why a lock stops a call now, requested once for all rows. */
  stop: ReturnType<typeof useStop>;
  /** True if a task waits for a check that nobody can take. */
  unchecked: ReturnType<typeof useUnchecked>;
}

/** A question that needs an answer. */
interface Asked {
  row: TaskRow;
  action: TaskAction;
  question: Question;
  answer: (meant: boolean) => void;
}

const StepsContext = createContext<TaskSteps | null>(null);
const StateContext = createContext<StepsState>({
  pending: false,
  asking: false,
  stop: () => null,
  unchecked: () => false,
});

export function useTaskSteps(): TaskSteps {
  const steps = use(StepsContext);
  if (!steps) throw new Error('useTaskSteps stands outside of TaskStepsProvider');
  return steps;
}

export const useStepsState = (): StepsState => use(StateContext);

/** Provides the steps of a screen of tasks: the open form, the calls in progress, and a toast for each result. */
export function TaskStepsProvider({
  children,
  onStep,
}: {
  children: ReactNode;
  /** Called after every step, wherever it was pressed. */
  onStep?: (task_id: number, action: TaskAction) => void;
}) {
  const { t } = useTranslation(['task', 'errors']);
  const toast = useToast();
  const actor = useActor();
  const standsNow = useCurrentStatus();
  const calls = useTaskCalls();
  const undo = useUndo(calls.undo);
  const stop = useStop();
  const unchecked = useUnchecked();
  const [correcting, setCorrecting] = useState<TaskRow | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState<{ row: TaskRow; action: TaskAction; input?: StepInput } | null>(null);

  // An undo restores the written text in its form.
  const giveBack = (row: TaskRow, action: TaskAction, input: StepInput) =>
    formOf(action) === 'fault' || formOf(action) === 'rework'
      ? (done: readonly Task[]) => {
          const now = done.find(({ task_id }) => task_id === row.task_id);
          if (now) setOpen({ row: { ...row, ...now }, action, input });
        }
      : undefined;

  /** Takes a step after confirmation of a likely typing error in its quantity. Both answers keep the typed values. */
  const stepAsking = async (row: TaskRow, action: Exclude<TaskAction, 'assign'>, input: StepInput) => {
    const result = await calls.step(row, action, input);
    const question = result.kind === 'refused' ? result.asks : undefined;
    if (!question) return result;
    const meant = await new Promise<boolean>((answer) => setAsked({ row, action, question, answer }));
    setAsked(null);
    return meant ? calls.step(row, action, { ...input, ...YES[question.code] }) : result;
  };

  const send = (row: TaskRow, action: TaskAction, input: StepInput, how: How = {}): Promise<StepResult> => {
    const result = carryOut(row, action, input, how);
    // A refusal can concern the step's extra input only, when the step itself is done.
    undo.during(result.then(({ kind }) => kind === 'done' || how.joins === true));
    return result;
  };

  const carryOut = async (
    row: TaskRow,
    action: TaskAction,
    input: StepInput,
    { onUndone, joins = false }: How,
  ): Promise<StepResult> => {
    const result =
      action === 'assign' ? await calls.assign([row], actor.user_id) : await stepAsking(row, action, input);
    if (result.kind !== 'done') return result;
    if (joins) undo.join(result.moved);
    else
      undo.offer(
        // A user who takes a task assigns it to no one else.
        t(`success.${action === 'assign' ? 'take' : action}`, { task: row.sub_prod_id }),
        result.moved,
        onUndone ?? giveBack(row, action, input),
      );
    if (!joins) onStep?.(row.task_id, action);
    return result;
  };

  const complain = (result: StepResult, action: TaskAction, row: TaskRow, shows: readonly string[] = []) => {
    if (result.kind === 'stale') toast.info(standsNow(result.current, winnerOf(result.current, action), row));
    if (result.kind !== 'refused') return;
    const unsaid = unreportedOf(result, shows);
    if (unsaid !== null) toast.failed(unsaid, failedTitle(t, action, result.ruled));
  };

  const newest: TaskSteps = {
    begin: (row, action) => {
      // A key works where the button is disabled. The lock is checked first, so that nobody fills in a form in vain.
      const stopped = stop(taskEndpoints.act, [moveOf(row, action)]);
      if (stopped !== null) toast.error(stopped);
      else if (action === 'assign' || formOf(action) === 'none') void newest.take(row, action, {});
      else setOpen({ row, action });
    },
    correct: setCorrecting,
    take: async (row, action, input, how) => {
      const result = await send(row, action, input, how);
      if (!how?.quiet) complain(result, action, row, how?.shows);
      return result;
    },
    undoing: undo,
    undo: undo.last,
  };

  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  const steps = useMemo<TaskSteps>(
    () => ({
      begin: (row, action) => latest.current.begin(row, action),
      correct: setCorrecting,
      take: (row, action, input, how) => latest.current.take(row, action, input, how),
      undoing: {
        offer: (said, moved, onUndone) => latest.current.undoing.offer(said, moved, onUndone),
        during: (taken) => latest.current.undoing.during(taken),
      },
      undo: () => latest.current.undo(),
    }),
    [],
  );
  // The form of a step must open without delay for typing.
  useEffect(() => void StepDialog.preload(), []);
  const state = useMemo(
    () => ({ pending: calls.pending, asking: open !== null || asked !== null || correcting !== null, stop, unchecked }),
    [calls.pending, open, asked, correcting, stop, unchecked],
  );

  return (
    <StepsContext value={steps}>
      <StateContext value={state}>
        {children}
        {open && (
          <StepDialog
            key={`${open.row.task_id}-${open.action}`}
            row={open.row}
            action={open.action}
            written={open.input}
            send={send}
            onClose={() => setOpen(null)}
          />
        )}
        {correcting && (
          <TaskForm
            task={correcting}
            sub_prod_id={correcting.sub_prod_id}
            onClose={() => setCorrecting(null)}
            onSaved={(said, after) => undo.offer(said, [after])}
          />
        )}
        {asked && (
          <ConfirmCountDialog row={asked.row} action={asked.action} question={asked.question} onAnswer={asked.answer} />
        )}
      </StateContext>
    </StepsContext>
  );
}
