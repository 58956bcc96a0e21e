import type { Task, TaskRow } from '@darkroom/contract';
import { decide } from '@darkroom/domain/task/decide';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import {
  createContext,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useActor } from '../../lib/session.ts';
import { useToast } from '../../lib/toast.ts';
import { useStandsNow, winnerOf } from './stale-notice.tsx';
import { StepDialog, fetchStepDialog } from './late-dialog.ts';
import { UNDO, formOf, type StepInput } from './task-steps.ts';
import { useTaskCalls, type StepResult } from './use-task-calls.ts';

/** The one road by which tasks are moved from this screen. Its functions stay the same, so that rows need not be drawn anew. */
export interface TaskSteps {
  /** Presses a step: opens its form when it asks for something, else takes it. */
  begin: (row: TaskRow, action: TaskAction) => void;
  /** Takes a step with what it needs and says how it went; refused fields are left to the caller to show. */
  take: (row: TaskRow, action: TaskAction, input: StepInput) => Promise<StepResult>;
  /** Hands tasks to an editor, all or none. */
  assign: (rows: readonly TaskRow[], editor: number) => Promise<StepResult>;
}

interface StepsState {
  /** A call is on its way. */
  pending: boolean;
  /** A form is open: the page's single keys rest. */
  asking: boolean;
}

const StepsContext = createContext<TaskSteps | null>(null);
const StateContext = createContext<StepsState>({ pending: false, asking: false });

/** The steps of this screen. */
export function useTaskSteps(): TaskSteps {
  const steps = use(StepsContext);
  if (!steps) throw new Error('useTaskSteps stands outside of TaskStepsProvider');
  return steps;
}

export const useStepsState = (): StepsState => use(StateContext);

/** Holds the open form and the calls under way for everything on a screen of tasks, and says in a toast how each went. */
export function TaskStepsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['task', 'errors']);
  const toast = useToast();
  const actor = useActor();
  const standsNow = useStandsNow();
  const calls = useTaskCalls();
  const [open, setOpen] = useState<{ row: TaskRow; action: TaskAction } | null>(null);

  const undo = async (moved: readonly Task[], back: Exclude<TaskAction, 'assign'>) => {
    for (const task of moved) {
      const result = await calls.step(task as TaskRow, back, {});
      if (result.kind !== 'done') {
        toast.error(result.kind === 'stale' ? t('undoTooLate') : result.message);
        return;
      }
    }
    toast.info(t('undone'));
  };

  const celebrate = (action: TaskAction, moved: readonly Task[], name: string) => {
    const said =
      moved.length > 1 ? t(`success.${action}_many`, { count: moved.length }) : t(`success.${action}`, { task: name });
    const back = UNDO[action];
    const now = new Date().toISOString();
    const undoable = back !== undefined && moved.every((task) => decide(task, back, actor, now).ok);
    toast.success(said, undoable ? { label: t('undo'), onPress: () => void undo(moved, back) } : undefined);
  };

  const send = async (row: TaskRow, action: TaskAction, input: StepInput): Promise<StepResult> => {
    const result =
      action === 'assign' ? await calls.assign([row], actor.user_id) : await calls.step(row, action, input);
    if (result.kind === 'done') celebrate(action, result.moved, row.sub_prod_id);
    return result;
  };

  const complain = (result: StepResult, action: TaskAction) => {
    if (result.kind === 'stale') toast.info(standsNow(result.current, winnerOf(result.current, action)));
    else if (result.kind === 'refused' && Object.keys(result.fields).length === 0)
      toast.error(action === 'assign' ? `${t('assignFailed')} ${result.message}` : result.message);
  };

  const newest: TaskSteps = {
    begin: (row, action) => {
      if (action === 'assign' || formOf(action) === 'none') void newest.take(row, action, {});
      else setOpen({ row, action });
    },
    take: async (row, action, input) => {
      const result = await send(row, action, input);
      complain(result, action);
      return result;
    },
    assign: async (rows, editor) => {
      const result = await calls.assign(rows, editor);
      if (result.kind === 'done') celebrate('assign', result.moved, rows.map((row) => row.sub_prod_id).join(', '));
      complain(result.kind === 'refused' ? { ...result, fields: {} } : result, 'assign');
      return result;
    },
  };

  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  const steps = useMemo<TaskSteps>(
    () => ({
      begin: (row, action) => latest.current.begin(row, action),
      take: (row, action, input) => latest.current.take(row, action, input),
      assign: (rows, editor) => latest.current.assign(rows, editor),
    }),
    [],
  );
  useEffect(fetchStepDialog, []);
  const state = useMemo(() => ({ pending: calls.pending, asking: open !== null }), [calls.pending, open]);

  return (
    <StepsContext value={steps}>
      <StateContext value={state}>
        {children}
        <Suspense fallback={null}>
          {open && (
            <StepDialog
              key={`${open.row.task_id}-${open.action}`}
              row={open.row}
              action={open.action}
              send={send}
              onClose={() => setOpen(null)}
            />
          )}
        </Suspense>
      </StateContext>
    </StepsContext>
  );
}
