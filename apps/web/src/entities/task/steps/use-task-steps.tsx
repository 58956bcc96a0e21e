import { taskEndpoints, type Task, type TaskRow } from '@darkroom/contract/task/task';
import { getTaskMove } from '@darkroom/domain/lock/screens';
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
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { useUndo, type UndoOffers } from './use-undo.ts';
import { useStatusMessage, findRaceWinner } from '../list/status-message.ts';
import { ConfirmQuantityDialog } from './confirm-quantity-dialog.tsx';
import {
  getFailureTitle,
  findUnshownMessage,
  CONFIRMATION_INPUT,
  type QuantityQuestion,
} from '../calls/task-refusal.ts';
import { getStepForm, type StepInput } from './task-steps.ts';
import { useTaskCalls, type StepResult } from '../calls/use-task-calls.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import { hasPermission } from '@darkroom/domain/permission/access';
import { hasNoAvailableQc, QC_CODE, type Actor } from '@darkroom/domain/task/decide';
import { needsNewEditor } from '@darkroom/domain/task/roles';
import type { TaskState } from '@darkroom/domain/task/state';
import { getLedWorkstreams } from '@darkroom/domain/work/visibility';
import { toSubject, useUsers } from '../../../lib/session/lookups.ts';

const QC_PERMISSIONS = Object.values(QC_CODE);

/**
 * Returns a function for leaders of a task's workstream: true if the task waits for a check that no QC can take. Superusers do not count.
 */
function useLacksQc(): (task: TaskState) => boolean {
  const actor = useActor();
  const { active } = useUsers();
  const ledWorkstreams = useMemo(() => getLedWorkstreams(actor), [actor]);
  const qcs = useMemo(
    () =>
      active.flatMap((user): Actor[] => {
        const subject = toSubject(user);
        return !user.is_superuser && QC_PERMISSIONS.some((code) => hasPermission(subject, code))
          ? [{ ...subject, user_id: user.id }]
          : [];
      }),
    [active],
  );
  const isLoaded = active.length > 0;
  return useCallback(
    (task) => isLoaded && ledWorkstreams.includes(task.workstream) && hasNoAvailableQc(task, qcs),
    [isLoaded, ledWorkstreams, qcs],
  );
}

/** Returns a function: true if the user's next step for a task is to reassign it, because its editor cannot continue it (decision 148). */
function useNeedsReassignment(): (task: Parameters<typeof needsNewEditor>[0]) => boolean {
  const { worker } = useUsers();
  const canAssign = useCan()(taskEndpoints.load.access);
  return useCallback((task) => canAssign && needsNewEditor(task, worker), [canAssign, worker]);
}

const StepDialog = lazyOverlay(() => import('./step-dialog.tsx').then((part) => ({ default: part.StepDialog })));
const TaskForm = lazyOverlay(() => import('../form/task-form.tsx').then((part) => ({ default: part.TaskForm })));

/** The only way to change tasks from this screen. Its functions never change, so that rows do not render again. */
export interface TaskSteps {
  /** Presses a step: opens its form if it needs input, otherwise takes it. */
  pressStep: (row: TaskRow, action: TaskAction) => void;
  /** Opens the form that sets any field of a task (admin update), for users with permission. */
  editTask: (row: TaskRow) => void;
  /** Takes a step with its input and returns the result. The caller reports refusals of fields that it shows. */
  takeStep: (row: TaskRow, action: TaskAction, input: StepInput, stepOptions?: StepOptions) => Promise<StepResult>;
  /** Undo for parts that change tasks themselves. */
  undoOffers: UndoOffers;
  /** Undoes the last move, while that is offered. */
  undo: () => void;
}

interface StepOptions {
  /** Called after an undo, with the restored tasks. */
  onUndone?: (done: readonly Task[]) => void;
  /** True if the step follows from the previous one. It is not reported, and one Undo reverts both. */
  isFollowUp?: boolean;
  /** True if the caller reports a refusal. */
  isQuiet?: boolean;
  /** Fields of the step that are on screen. */
  shownFields?: readonly string[];
}

interface StepsState {
  pending: boolean;
  /** True if a form is open, so that the page's single keys are off. */
  isFormOpen: boolean;
  /** Returns the reason why a lock stops an endpoint now. Requested once for all rows. */
  getLockReason: ReturnType<typeof useLockReason>;
  /** True if a task waits for a check that no one can take. */
  lacksQc: ReturnType<typeof useLacksQc>;
  needsReassignment: ReturnType<typeof useNeedsReassignment>;
}

interface OpenQuestion {
  row: TaskRow;
  action: TaskAction;
  question: QuantityQuestion;
  answer: (isConfirmed: boolean) => void;
}

const StepsContext = createContext<TaskSteps | null>(null);
const StepsStateContext = createContext<StepsState>({
  pending: false,
  isFormOpen: false,
  getLockReason: () => null,
  lacksQc: () => false,
  needsReassignment: () => false,
});

export function useTaskSteps(): TaskSteps {
  const steps = use(StepsContext);
  if (!steps) throw new Error('useTaskSteps stands outside of TaskStepsProvider');
  return steps;
}

export const useStepsState = (): StepsState => use(StepsStateContext);

/** Provides the steps of a screen of tasks: the open form, the requests in progress, and a toast for each result. */
export function TaskStepsProvider({
  children,
  onStep,
}: {
  children: ReactNode;
  /** Called after every step that the user takes with a button, a key or the palette. */
  onStep?: (task_id: number, action: TaskAction) => void;
}) {
  const { t } = useTranslation(['task', 'errors']);
  const toast = useToast();
  const actor = useActor();
  const getStatusMessage = useStatusMessage();
  const calls = useTaskCalls();
  const undo = useUndo(calls.undo);
  const getLockReason = useLockReason();
  const lacksQc = useLacksQc();
  const needsReassignment = useNeedsReassignment();
  const [editedTask, setEditedTask] = useState<TaskRow | null>(null);
  const [openQuestion, setOpenQuestion] = useState<OpenQuestion | null>(null);
  const [openForm, setOpenForm] = useState<{ row: TaskRow; action: TaskAction; input?: StepInput } | null>(null);

  // An undo restores the written text in its form.
  const createFormRestorer = (row: TaskRow, action: TaskAction, input: StepInput) =>
    getStepForm(action) === 'fault' || getStepForm(action) === 'rework'
      ? (done: readonly Task[]) => {
          const now = done.find(({ task_id }) => task_id === row.task_id);
          if (now) setOpenForm({ row: { ...row, ...now }, action, input });
        }
      : undefined;

  /** Takes a step after confirmation of a probable typing error in its quantity. The typed values stay if the user confirms or cancels. */
  const runWithConfirmation = async (row: TaskRow, action: Exclude<TaskAction, 'assign'>, input: StepInput) => {
    const result = await calls.step(row, action, input);
    const question = result.kind === 'refused' ? result.question : undefined;
    if (!question) return result;
    const isConfirmed = await new Promise<boolean>((answer) => setOpenQuestion({ row, action, question, answer }));
    setOpenQuestion(null);
    return isConfirmed ? calls.step(row, action, { ...input, ...CONFIRMATION_INPUT[question.code] }) : result;
  };

  const send = (
    row: TaskRow,
    action: TaskAction,
    input: StepInput,
    stepOptions: StepOptions = {},
  ): Promise<StepResult> => {
    const result = runStep(row, action, input, stepOptions);
    // A refusal can concern the step's extra input only, when the step itself is done.
    undo.trackPending(result.then(({ kind }) => kind === 'done' || stepOptions.isFollowUp === true));
    return result;
  };

  const runStep = async (
    row: TaskRow,
    action: TaskAction,
    input: StepInput,
    { onUndone, isFollowUp = false }: StepOptions,
  ): Promise<StepResult> => {
    const result =
      action === 'assign' ? await calls.assign([row], actor.user_id) : await runWithConfirmation(row, action, input);
    if (result.kind !== 'done') return result;
    if (isFollowUp) undo.join(result.moved);
    else
      undo.offer(
        // A user who takes a task assigns it to no one else.
        t(`success.${action === 'assign' ? 'take' : action}`, { task: row.sub_prod_id }),
        result.moved,
        onUndone ?? createFormRestorer(row, action, input),
      );
    if (!isFollowUp) onStep?.(row.task_id, action);
    return result;
  };

  const reportFailure = (result: StepResult, action: TaskAction, row: TaskRow, shownFields: readonly string[] = []) => {
    if (result.kind === 'stale')
      toast.info(getStatusMessage(result.current, findRaceWinner(result.current, action), row));
    if (result.kind !== 'refused') return;
    const unshownMessage = findUnshownMessage(result, shownFields);
    if (unshownMessage !== null) toast.failed(unshownMessage, getFailureTitle(t, action, result.isRuled));
  };

  const currentSteps: TaskSteps = {
    pressStep: (row, action) => {
      // A key also works when the button is disabled. The lock is checked first, so that no one fills in a form in vain.
      const lockReason = getLockReason(taskEndpoints.act, [getTaskMove(row, action)]);
      if (lockReason !== null) toast.error(lockReason);
      else if (action === 'assign' || getStepForm(action) === 'none') void currentSteps.takeStep(row, action, {});
      else setOpenForm({ row, action });
    },
    editTask: setEditedTask,
    takeStep: async (row, action, input, stepOptions) => {
      const result = await send(row, action, input, stepOptions);
      if (!stepOptions?.isQuiet) reportFailure(result, action, row, stepOptions?.shownFields);
      return result;
    },
    undoOffers: undo,
    undo: undo.last,
  };

  const latest = useRef(currentSteps);
  useLayoutEffect(() => {
    latest.current = currentSteps;
  });
  const steps = useMemo<TaskSteps>(
    () => ({
      pressStep: (row, action) => latest.current.pressStep(row, action),
      editTask: setEditedTask,
      takeStep: (row, action, input, stepOptions) => latest.current.takeStep(row, action, input, stepOptions),
      undoOffers: {
        offer: (message, moved, onUndone) => latest.current.undoOffers.offer(message, moved, onUndone),
        trackPending: (callDone) => latest.current.undoOffers.trackPending(callDone),
      },
      undo: () => latest.current.undo(),
    }),
    [],
  );
  // The form of a step must open without delay for typing.
  useEffect(() => void StepDialog.preload(), []);
  const state = useMemo(
    () => ({
      pending: calls.pending,
      isFormOpen: openForm !== null || openQuestion !== null || editedTask !== null,
      getLockReason,
      lacksQc,
      needsReassignment,
    }),
    [calls.pending, openForm, openQuestion, editedTask, getLockReason, lacksQc, needsReassignment],
  );

  return (
    <StepsContext value={steps}>
      <StepsStateContext value={state}>
        {children}
        {openForm && (
          <StepDialog
            key={`${openForm.row.task_id}-${openForm.action}`}
            row={openForm.row}
            action={openForm.action}
            restoredInput={openForm.input}
            send={send}
            onClose={() => setOpenForm(null)}
          />
        )}
        {editedTask && (
          <TaskForm
            task={editedTask}
            sub_prod_id={editedTask.sub_prod_id}
            onClose={() => setEditedTask(null)}
            onSaved={(message, saved) => undo.offer(message, [saved])}
          />
        )}
        {openQuestion && (
          <ConfirmQuantityDialog
            row={openQuestion.row}
            action={openQuestion.action}
            question={openQuestion.question}
            onAnswer={openQuestion.answer}
          />
        )}
      </StepsStateContext>
    </StepsContext>
  );
}
