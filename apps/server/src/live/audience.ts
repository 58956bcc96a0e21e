import { TOPICS, type Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { MANAGES_TV_BOARDS } from '@darkroom/contract/floor/tv-board';
import { VIEWS_FLOOR } from '@darkroom/domain/floor/access';
import { DECIDES_APPEALS } from '@darkroom/domain/appeal/access';
import { can, holds, viewsTasks, type Access } from '@darkroom/domain/permission/access';
import { boardsSeen } from '@darkroom/domain/request/access';
import { REQUEST_BOARDS } from '@darkroom/domain/request/status';
import type { Actor } from '@darkroom/domain/task/decide';
import { peopleOf, canView, type TaskVisibility } from '@darkroom/domain/task/visibility';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Wall } from '../http/context.ts';
import type { LiveNote, TaskBefore } from './emit.ts';

/** Owner of a stream, and the tasks that this person sees. */
export interface Subscriber {
  readonly actor: Actor;
  readonly sight: TaskVisibility;
}

/** Current tasks by id. */
export type TasksNow = ReadonlyMap<number, TaskBefore>;

/** Reads current tasks once for all subscribers. */
export async function findTasksNow(db: Database, ids: readonly number[]): Promise<TasksNow> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<TaskBefore, 'supporters'> & { supporters: number[] }>`
    select t.task_id, t.status, t.workstream, t.editor, t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2, t.fault_stage, t.edited_by,
      array(select s.user_id from task_supporter s where s.task_id = t.task_id) as supporters
    from task t where t.task_id = any(${ids})`.execute(db);
  return new Map(
    rows.map((row) => [row.task_id, { ...row, supporters: row.supporters.map((user_id) => ({ user_id })) }]),
  );
}

/** Content of a note for a browser. Without ids, any of its lists of this topic can have changed. */
export interface Told {
  readonly ids: readonly number[];
  /** True if one of the tasks is or was the subscriber's own, and can be new in their lists. */
  readonly mine?: true;
}

/** Access of calls that show prices. Calls of all topics are excluded, because a history has its own rules. */
const READS_PRICES: readonly Access[] = Object.values(endpoints)
  .flatMap((group): readonly Endpoint[] => Object.values(group))
  .flatMap(({ topics, access }) => (topics?.includes('price') && topics !== TOPICS ? [access] : []));

/** Visible content of a note for a subscriber, or null for none: the same rule as for the lists (domain §2). */
export function told({ actor, sight }: Subscriber, note: LiveNote, now: TasksNow): Told | null {
  // Notes for customers have their own rules (live/customers.ts).
  if (actor.account === 'customer') return null;
  if (note.people?.includes(actor.user_id)) return { ids: note.ids };
  switch (note.topic) {
    case 'session':
    // Only for the people in the note, who are handled above.
    case 'notification':
    case 'portal_job':
    case 'portal_request':
    case 'portal_price':
    case 'portal_detail':
    case 'portal_article':
      return null;
    case 'tv_board':
      return can(actor, MANAGES_TV_BOARDS) ? { ids: note.ids } : null;
    case 'shift_handover':
      return can(actor, VIEWS_FLOOR) ? { ids: [] } : null;
    case 'task':
      return can(actor, viewsTasks) ? toldOfTasks(actor.user_id, sight, note, now) : null;
    case 'job':
      // People who see only the tasks receive the task notes.
      return holds(actor, 'npn_view_job') ? { ids: note.ids } : null;
    case 'forecast':
      // The ids are jobs. People who see only tasks get no ids, but their tasks can have changed.
      if (holds(actor, 'npn_view_job')) return { ids: note.ids };
      return can(actor, viewsTasks) ? { ids: [] } : null;
    case 'request': {
      // The note does not name the board of the request, so people who see only one board get no ids.
      const seen = boardsSeen(actor);
      if (seen.length === REQUEST_BOARDS.length) return { ids: note.ids };
      return seen.length > 0 ? { ids: [] } : null;
    }
    case 'allowance': {
      // The ids are people. People who edit allowances get all ids, others their own. A note without ids is about a
      // whole month.
      if (holds(actor, 'npn_admin_allowance')) return { ids: note.ids };
      if (!holds(actor, 'npn_view_allowance')) return null;
      return note.ids.length === 0 || note.ids.includes(actor.user_id) ? { ids: [actor.user_id] } : null;
    }
    case 'appeal':
    case 'blind_check':
      return can(actor, DECIDES_APPEALS) ? { ids: note.ids } : null;
    case 'webhook':
      return holds(actor, 'npn_admin') ? { ids: note.ids } : null;
    case 'price':
      return READS_PRICES.some((access) => can(actor, access)) ? { ids: note.ids } : null;
    case 'permission':
    case 'group':
    case 'category':
    case 'customer':
    case 'user':
    case 'staff':
    case 'team':
    case 'setting':
    case 'lock':
      return { ids: note.ids };
    default: {
      const never: never = note.topic;
      return never;
    }
  }
}

/** Content of a note for a TV board: its floor has changed, without any ids (decision 129). */
export function receivedByTvBoard({ workstreams }: Wall, note: LiveNote, now: TasksNow): Told | null {
  if (note.topic === 'job' || note.topic === 'staff') return { ids: [] };
  if (note.topic !== 'task') return null;
  const known = [...(note.was ?? []), ...note.ids.flatMap((id) => now.get(id) ?? [])];
  // A deleted task without its former state can have been on any floor.
  return known.length === 0 || known.some((task) => workstreams.includes(task.workstream)) ? { ids: [] } : null;
}

/** Tasks that the subscriber sees or saw before, because tasks that are no longer visible must leave the screen. */
function toldOfTasks(user_id: number, sight: TaskVisibility, { ids, was = [] }: LiveNote, now: TasksNow): Told | null {
  if (ids.length === 0) return { ids };
  const present = ids.flatMap((id) => now.get(id) ?? []);
  const seen = [...was, ...present].filter((task) => canView(sight, task));
  // The id of a deleted task without its former state reveals nothing, so it is sent to all.
  const known = new Set([...was, ...present].map(({ task_id }) => task_id));
  const theirs = new Set(seen.map(({ task_id }) => task_id));
  const visible = ids.filter((id) => theirs.has(id) || !known.has(id));
  if (visible.length === 0) return null;
  return seen.some((task) => peopleOf(task).includes(user_id)) ? { ids: visible, mine: true } : { ids: visible };
}
