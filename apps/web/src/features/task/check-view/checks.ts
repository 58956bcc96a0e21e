import { type TaskStepRow, taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { type Actor, QC_CODE } from '@darkroom/domain/task/decide';
import type { TaskStatus } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { hasPermission } from '@darkroom/domain/permission/access';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { getSteps } from '../../../entities/task/steps/offered-steps.ts';
import { isCheckStart } from '../../../entities/task/steps/task-steps.ts';
import { useTaskSteps } from '../../../entities/task/steps/use-task-steps.tsx';

/** Steps that a QC can do with a task now, from the domain's rules. */
export interface CheckSteps {
  readonly start: TaskAction | null;
  readonly pass: TaskAction | null;
  readonly fault: TaskAction | null;
  readonly release: boolean;
}

const PASS_ACTIONS: readonly TaskAction[] = ['qc1_done', 'qc2_done', 'recheck'];
const FAULT_ACTIONS: readonly TaskAction[] = ['qc1_fault', 'qc2_fault', 'recheck_fault'];

export const NO_CHECK_STEPS: CheckSteps = { start: null, pass: null, fault: null, release: false };

/** Finds the steps of a task that belong to its check. */
export function findCheckSteps(row: TaskRow, actor: Actor): CheckSteps {
  const { next, others } = getSteps(row, actor);
  const possible = next === null ? others : [next, ...others];
  return {
    start: possible.find(isCheckStart) ?? null,
    pass: possible.find((action) => PASS_ACTIONS.includes(action)) ?? null,
    fault: possible.find((action) => FAULT_ACTIONS.includes(action)) ?? null,
    release: possible.includes('release_qc'),
  };
}

/** Finds the user who released a check, if that was the last step of the task. */
export function findReleaser(events: readonly TaskStepRow[]): number | null {
  const last = events.reduce<TaskStepRow | null>(
    (newest, event) => (newest && newest.id > event.id ? newest : event),
    null,
  );
  return last?.action === 'release_qc' ? last.user_id : null;
}

/** True if the user checks the work of others. */
export const canCheckTasks = (actor: Actor): boolean =>
  hasPermission(actor, 'npn_review_task') && Object.values(QC_CODE).some((code) => hasPermission(actor, code));

/** Order in which the next check is searched: checks in progress, tasks waiting for this QC, then the pool. */
const CHECK_SOURCES = [
  { scope: 'mine', status: [5, 7] },
  { scope: 'waiting', status: [12, 14] },
  { scope: 'pool', status: [4, 6, 12] },
] as const satisfies readonly { scope: string; status: readonly TaskStatus[] }[];
/** Maximum number of attempts when another QC takes each check first. */
const MAX_TRIES = 20;
const createCandidatesQuery = ({ scope, status }: (typeof CHECK_SOURCES)[number], page_size: number) =>
  query(taskEndpoints.list, { scope, status: [...status], page_size });

/** Returns the number of checks that wait for this user, from the server. */
export function useWaitingCheckCount(): number | undefined {
  const waiting = useQuery(createCandidatesQuery(CHECK_SOURCES[1], 1)).data?.total_items;
  const pool = useQuery(createCandidatesQuery(CHECK_SOURCES[2], 1)).data?.total_items;
  return waiting === undefined || pool === undefined ? undefined : waiting + pool;
}

/** True if this user has a check in progress, which comes before a new one. */
export const useHasCheckInProgress = (): boolean =>
  (useQuery(createCandidatesQuery(CHECK_SOURCES[0], 1)).data?.total_items ?? 0) > 0;

/** The started check, or the reason why the last attempt was refused. */
interface StartedCheck {
  readonly task_id: number | null;
  readonly refusalReason: string | null;
}

/**
 * Returns a function that starts the next check in the order of the lists, urgent first. If another QC took the task first, it tries the
 * next task. The undo of a result also undoes the start that followed it.
 */
export function useStartNextCheck(): (exceptTaskId: number | null, isFollowUp: boolean) => Promise<StartedCheck> {
  const client = useQueryClient();
  const actor = useActor();
  const { takeStep } = useTaskSteps();
  return async (exceptTaskId, isFollowUp) => {
    let refusalReason: string | null = null;
    for (const source of CHECK_SOURCES) {
      const { results } = await client.fetchQuery({ ...createCandidatesQuery(source, MAX_TRIES), staleTime: 0 });
      for (const row of results) {
        if (row.task_id === exceptTaskId) continue;
        const { start, pass } = findCheckSteps(row, actor);
        if (pass) return { task_id: row.task_id, refusalReason: null };
        if (!start) continue;
        const result = await takeStep(row, start, {}, { isFollowUp, isQuiet: true });
        if (result.kind === 'done') return { task_id: row.task_id, refusalReason: null };
        if (result.kind === 'refused') refusalReason = result.message;
      }
    }
    return { task_id: null, refusalReason };
  };
}
