import { TOPICS, type Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { KEEPS_WALLS } from '@darkroom/contract/floor/tv-board';
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

/** Whose stream it is, and which tasks they see. */
export interface Subscriber {
  readonly actor: Actor;
  readonly sight: TaskVisibility;
}

/** Tasks as they stand now, by their ids. */
export type TasksNow = ReadonlyMap<number, TaskBefore>;

/** Some tasks as they stand now, read once for every subscriber. */
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

/** What a browser is told of a note. No ids: something of the topic changed that may be in its lists. */
export interface Told {
  readonly ids: readonly number[];
  /** One of the tasks is or was the subscriber's own: it may be new in their lists. */
  readonly mine?: true;
}

/** What whoever reads prices anywhere needs: a call whose answer they make out of date. A history is of any topic, and has rules of its own. */
const READS_PRICES: readonly Access[] = Object.values(endpoints)
  .flatMap((group): readonly Endpoint[] => Object.values(group))
  .flatMap(({ topics, access }) => (topics?.includes('price') && topics !== TOPICS ? [access] : []));

/** What a subscriber may know of a note, or null when it is not for them: the same rule as the lists' (domain §2). */
export function told({ actor, sight }: Subscriber, note: LiveNote, now: TasksNow): Told | null {
  // What customers hear is another question (live/customers.ts).
  if (actor.account === 'customer') return null;
  if (note.people?.includes(actor.user_id)) return { ids: note.ids };
  switch (note.topic) {
    case 'session':
    // Only for the people the note names, who are answered above.
    case 'notice':
    case 'portal_job':
    case 'portal_request':
    case 'portal_price':
    case 'portal_detail':
    case 'portal_article':
      return null;
    case 'wall':
      return can(actor, KEEPS_WALLS) ? { ids: note.ids } : null;
    case 'brief':
      return can(actor, VIEWS_FLOOR) ? { ids: [] } : null;
    case 'task':
      return can(actor, viewsTasks) ? toldOfTasks(actor.user_id, sight, note, now) : null;
    case 'job':
      // Whoever sees its tasks alone is told of those.
      return holds(actor, 'npn_view_job') ? { ids: note.ids } : null;
    case 'forecast':
      // Its ids are jobs: who sees tasks alone is told that some of theirs may be others now.
      if (holds(actor, 'npn_view_job')) return { ids: note.ids };
      return can(actor, viewsTasks) ? { ids: [] } : null;
    case 'request': {
      // The note does not say which board the request is on: who sees only one of them gets no ids.
      const seen = boardsSeen(actor);
      if (seen.length === REQUEST_BOARDS.length) return { ids: note.ids };
      return seen.length > 0 ? { ids: [] } : null;
    }
    case 'allowance': {
      // Its ids are people: everybody's for whoever keeps allowances, for others their own; none are named when a month was moved.
      if (holds(actor, 'npn_admin_allowance')) return { ids: note.ids };
      if (!holds(actor, 'npn_view_allowance')) return null;
      return note.ids.length === 0 || note.ids.includes(actor.user_id) ? { ids: [actor.user_id] } : null;
    }
    case 'appeal':
    case 'calibration':
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

/** What a wall is told: that its floor has changed, and nothing else, not even what (decision 129). */
export function receivedByTvBoard({ workstreams }: Wall, note: LiveNote, now: TasksNow): Told | null {
  if (note.topic === 'job' || note.topic === 'staff') return { ids: [] };
  if (note.topic !== 'task') return null;
  const known = [...(note.was ?? []), ...note.ids.flatMap((id) => now.get(id) ?? [])];
  // Of what is gone, and not said how it was, it is not known whose floor it stood on.
  return known.length === 0 || known.some((task) => workstreams.includes(task.workstream)) ? { ids: [] } : null;
}

/** Tasks they see, or saw before: what has left their sight has to leave their screen. */
function toldOfTasks(user_id: number, sight: TaskVisibility, { ids, was = [] }: LiveNote, now: TasksNow): Told | null {
  if (ids.length === 0) return { ids };
  const present = ids.flatMap((id) => now.get(id) ?? []);
  const seen = [...was, ...present].filter((task) => canView(sight, task));
  // What is deleted, and not said how it was, is a bare number that tells nothing.
  const known = new Set([...was, ...present].map(({ task_id }) => task_id));
  const theirs = new Set(seen.map(({ task_id }) => task_id));
  const visible = ids.filter((id) => theirs.has(id) || !known.has(id));
  if (visible.length === 0) return null;
  return seen.some((task) => peopleOf(task).includes(user_id)) ? { ids: visible, mine: true } : { ids: visible };
}
