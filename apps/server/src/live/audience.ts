import { can, holds, viewsTasks } from '@darkroom/domain/permission/access';
import { boardsSeen } from '@darkroom/domain/request/decide';
import { REQUEST_BOARDS } from '@darkroom/domain/request/status';
import { isIn, TaskStatus } from '@darkroom/domain/task/status';
import type { Actor } from '@darkroom/domain/task/decide';
import { sees, type TaskPeople, type TaskSight } from '@darkroom/domain/task/visibility';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { LiveNote } from './emit.ts';

/** What a task's visibility depends on. */
export type TaskFacts = TaskPeople & {
  task_id: number;
  status: TaskStatus;
  workstream: Workstream;
  fault_stage: 1 | 2 | null;
  edited_by: readonly number[];
};

/** Whose stream it is, and which tasks they see. */
export interface Subscriber {
  readonly actor: Actor;
  readonly sight: TaskSight;
}

/** The facts of some tasks, read once for every subscriber. */
export async function findTaskFacts(db: Database, ids: readonly number[]): Promise<Map<number, TaskFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<TaskFacts, 'supporters'> & { supporters: number[] }>`
    select t.task_id, t.status, t.workstream, t.editor, t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2, t.fault_stage, t.edited_by,
      array(select s.user_id from task_supporter s where s.task_id = t.task_id) as supporters
    from task t where t.task_id = any(${ids})`.execute(db);
  return new Map(
    rows.map((row) => [row.task_id, { ...row, supporters: row.supporters.map((user_id) => ({ user_id })) }]),
  );
}

/**
 * The ids of a note that a subscriber may know, or null when the note is not for them: the same rule as the lists' (domain §2).
 * An empty list means that something of this topic changed which may be in their lists.
 */
export function visibleIds(
  { actor, sight }: Subscriber,
  note: LiveNote,
  facts: ReadonlyMap<number, TaskFacts>,
): number[] | null {
  if (note.people?.includes(actor.user_id)) return note.ids;
  switch (note.topic) {
    case 'session':
    // Only for the people the note names, who are answered above.
    case 'notice':
      return null;
    case 'task':
      return can(actor, viewsTasks) ? visibleTaskIds(sight, note.ids, facts) : null;
    case 'job':
      // A job's name and instructions stand in the task lists too; its number is for those who see jobs.
      if (holds(actor, 'npn_view_job')) return note.ids;
      return can(actor, viewsTasks) ? [] : null;
    case 'request': {
      // The note does not say which board the request is on: who sees only one of them gets no ids.
      const seen = boardsSeen(actor);
      if (seen.length === REQUEST_BOARDS.length) return note.ids;
      return seen.length > 0 ? [] : null;
    }
    case 'allowance': {
      // Its ids are people: everybody's for whoever keeps allowances, for others their own; none are named when a month was moved.
      if (holds(actor, 'npn_admin_allowance')) return note.ids;
      if (!holds(actor, 'npn_view_allowance')) return null;
      return note.ids.length === 0 || note.ids.includes(actor.user_id) ? [actor.user_id] : null;
    }
    case 'permission':
    case 'group':
    case 'category':
    case 'customer':
    case 'price':
    case 'user':
    case 'staff':
    case 'team':
    case 'setting':
    case 'lock':
      return actor.account === 'staff' ? note.ids : null;
    default: {
      const never: never = note.topic;
      return never;
    }
  }
}

function visibleTaskIds(
  sight: TaskSight,
  ids: readonly number[],
  facts: ReadonlyMap<number, TaskFacts>,
): number[] | null {
  // What is deleted has no facts any more; its bare number tells nothing.
  const seen = ids.filter((id) => {
    const task = facts.get(id);
    return !task || sees(sight, task);
  });
  if (seen.length > 0 || ids.length === 0) return seen;
  const left = ids.some((id) => {
    const task = facts.get(id);
    return task && leftPool(sight, task);
  });
  return left ? [] : null;
}

/** What a check, the second recheck or a fault found in a recheck leaves a QC's pool for. */
const TAKEN_BY_QC = [
  TaskStatus.QC1_START,
  TaskStatus.QC2_START,
  TaskStatus.REWORK,
  TaskStatus.DONE_REWORK,
] as const satisfies readonly TaskStatus[];

// Somebody else took it: it has to vanish from the pool of those who could have.
function leftPool(sight: TaskSight, task: TaskFacts): boolean {
  if (task.status === TaskStatus.EDITOR_ASSIGNED) return sight.editor_pool.includes(task.workstream);
  return isIn(TAKEN_BY_QC, task.status) && sight.qc_pool.includes(task.workstream);
}
