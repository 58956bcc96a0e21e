import type { Task } from '@darkroom/contract/task/task';
import { decide, isEntitled } from '@darkroom/domain/task/decide';
import { needsNewEditor, createTakeoverPatch, type FindWorker } from '@darkroom/domain/task/roles';
import type { TaskPatch } from '@darkroom/domain/task/state';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import type { Ctx } from '../../http/context.ts';
import { Failure } from '../../http/response/fail.ts';
import type { InputFor } from '../../http/handlers.ts';
import { createMove, type Move } from './move.ts';
import { checkEditor, checkSuccessor } from './task.service.ts';

type BulkAction = InputFor<'task.bulk'>['action'];

/** The transitions of each bulk action. Reassigning from an editor who cannot continue is a handover (decision 148). */
const STEPS: Record<BulkAction, readonly TaskAction[]> = {
  assign: ['assign'],
  reassign: ['reject', 'assign'],
  reject: ['reject'],
  complete: ['complete'],
  delete: [],
};

/** A step and the task after it. */
interface Step {
  patch: TaskPatch & { status_since?: string };
  move: Move;
}

/** Returns the reason why an editor cannot get a task, or null if the editor can. */
const getRefusalCode = (check: Promise<unknown>): Promise<Failure['code'] | null> =>
  check.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

/** Creates the steps to another editor when a task's editor cannot continue, or returns the code of the refusal. */
async function createHandoverSteps(ctx: Ctx, task: Task, editor: number): Promise<Step[] | string> {
  if (!isEntitled(task, 'reject', ctx.actor)) return 'not_allowed';
  const refused = await getRefusalCode(checkSuccessor(ctx, editor, [task]));
  if (refused) return refused;
  const patch = createTakeoverPatch(task, editor);
  const move = createMove(ctx, task, 'hand_over', { undoable: false, to_status: patch.status });
  return [{ patch, move }];
}

async function decideSteps(
  ctx: Ctx,
  task: Task,
  actions: readonly TaskAction[],
  editor?: number,
): Promise<Step[] | string> {
  let current = task;
  const steps: Step[] = [];
  for (const action of actions) {
    const decision = decide(current, action, ctx.actor, ctx.now, { editor });
    if (!decision.ok) return decision.code;
    if (action === 'assign') {
      const refused = await getRefusalCode(checkEditor(ctx, editor!, [current]));
      if (refused) return refused;
    }
    const after = { ...current, ...decision.patch };
    steps.push({
      // A return to the same status starts a new time in the status.
      patch: { ...decision.patch, status_since: ctx.now },
      move: {
        ...createMove(ctx, current, action, { undoable: true, to_status: after.status, event: decision.event }),
        // An undo returns to the state before all steps of the action.
        before: task,
      },
    });
    current = after;
  }
  return steps;
}

interface BulkInput {
  action: BulkAction;
  editor?: number | undefined;
  worker: FindWorker;
}

/**
 * Decides the steps of a bulk action for one task, each on the result of the previous one. Returns the code of the
 * refusal otherwise.
 */
export function decideBulkSteps(ctx: Ctx, task: Task, { action, editor, worker }: BulkInput): Promise<Step[] | string> {
  const isAbandoned =
    action === 'reassign' && task.status !== TaskStatus.EDITOR_ASSIGNED && needsNewEditor(task, worker);
  return isAbandoned ? createHandoverSteps(ctx, task, editor!) : decideSteps(ctx, task, STEPS[action], editor);
}
