import { TOPICS, type Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { CAN_MANAGE_TV_BOARDS } from '@darkroom/contract/floor/tv-board';
import { CAN_VIEW_FLOOR } from '@darkroom/domain/floor/access';
import { CAN_DECIDE_APPEALS } from '@darkroom/domain/appeal/access';
import { can, hasPermission, canViewTasks, type Access } from '@darkroom/domain/permission/access';
import { getVisibleBoards } from '@darkroom/domain/request/access';
import { REQUEST_BOARDS } from '@darkroom/domain/request/status';
import type { Actor } from '@darkroom/domain/task/decide';
import { getTaskPeople, canView, type TaskVisibility } from '@darkroom/domain/task/visibility';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { TvBoardAccess } from '../http/context.ts';
import type { LiveMessage, TaskBefore } from './emit.ts';

/** Owner of a stream, and the tasks that this person sees. */
export interface Subscriber {
  readonly actor: Actor;
  readonly visibility: TaskVisibility;
}

export type CurrentTasks = ReadonlyMap<number, TaskBefore>;

/** Reads current tasks once for all subscribers. */
export async function findCurrentTasks(db: Database, ids: readonly number[]): Promise<CurrentTasks> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Omit<TaskBefore, 'supporters'> & { supporters: number[] }>`
    select t.task_id, t.status, t.workstream, t.editor, t.first_qc, t.second_qc, t.rework_qc_1, t.rework_qc_2, t.fault_stage, t.edited_by_ids,
      array(select s.user_id from task_supporter s where s.task_id = t.task_id) as supporters
    from task t where t.task_id = any(${ids})`.execute(db);
  return new Map(
    rows.map((row) => [row.task_id, { ...row, supporters: row.supporters.map((user_id) => ({ user_id })) }]),
  );
}

/** Content of a message for a browser. Without ids, any of its lists of this topic can have changed. */
export interface ReceivedChange {
  readonly ids: readonly number[];
  /** True if one of the tasks is or was the subscriber's own, and can be new in their lists. */
  readonly mine?: true;
}

/** Access rules of endpoints that show prices. Endpoints for all topics are left out: a history has its own rules. */
const PRICE_ACCESS: readonly Access[] = Object.values(endpoints)
  .flatMap((group): readonly Endpoint[] => Object.values(group))
  .flatMap(({ topics, access }) => (topics?.includes('price') && topics !== TOPICS ? [access] : []));

/** Returns the visible content of a message for a subscriber, or null. The rule is that of the lists (domain §2). */
export function getReceivedChange(
  { actor, visibility }: Subscriber,
  message: LiveMessage,
  now: CurrentTasks,
): ReceivedChange | null {
  // Messages for customers have their own rules (live/customers.ts).
  if (actor.account === 'customer') return null;
  if (message.people?.includes(actor.user_id)) return { ids: message.ids };
  switch (message.topic) {
    case 'session':
    // Only for the people in the message, who are handled above.
    case 'notification':
    case 'portal_job':
    case 'portal_request':
    case 'portal_price':
    case 'portal_detail':
    case 'portal_article':
      return null;
    case 'tv_board':
      return can(actor, CAN_MANAGE_TV_BOARDS) ? { ids: message.ids } : null;
    case 'shift_handover':
      return can(actor, CAN_VIEW_FLOOR) ? { ids: [] } : null;
    case 'task':
      return can(actor, canViewTasks) ? getReceivedTasks(actor.user_id, visibility, message, now) : null;
    case 'job':
      // People who see only the tasks receive the task messages.
      return hasPermission(actor, 'npn_view_job') ? { ids: message.ids } : null;
    case 'forecast':
      // The ids are jobs. People who see only tasks get no ids, but their tasks can have changed.
      if (hasPermission(actor, 'npn_view_job')) return { ids: message.ids };
      return can(actor, canViewTasks) ? { ids: [] } : null;
    case 'request': {
      // The message does not name the board of the request, so people who see only one board get no ids.
      const visibleBoards = getVisibleBoards(actor);
      if (visibleBoards.length === REQUEST_BOARDS.length) return { ids: message.ids };
      return visibleBoards.length > 0 ? { ids: [] } : null;
    }
    case 'allowance': {
      // The ids are people. People who edit allowances get all ids, and others get their own. A message without ids is
      // about a whole month.
      if (hasPermission(actor, 'npn_admin_allowance')) return { ids: message.ids };
      if (!hasPermission(actor, 'npn_view_allowance')) return null;
      return message.ids.length === 0 || message.ids.includes(actor.user_id) ? { ids: [actor.user_id] } : null;
    }
    case 'appeal':
    case 'blind_check':
      return can(actor, CAN_DECIDE_APPEALS) ? { ids: message.ids } : null;
    case 'webhook':
      return hasPermission(actor, 'npn_admin') ? { ids: message.ids } : null;
    case 'price':
      return PRICE_ACCESS.some((access) => can(actor, access)) ? { ids: message.ids } : null;
    case 'permission':
    case 'group':
    case 'category':
    case 'customer':
    case 'user':
    case 'staff':
    case 'team':
    case 'leave':
    case 'setting':
    case 'lock':
      return { ids: message.ids };
    default: {
      const never: never = message.topic;
      return never;
    }
  }
}

/** Returns the content of a message for a TV board: its work has changed, without any ids (decision 129). */
export function getTvBoardChange(
  { workstreams }: TvBoardAccess,
  message: LiveMessage,
  now: CurrentTasks,
): ReceivedChange | null {
  if (['job', 'staff', 'leave'].includes(message.topic)) return { ids: [] };
  if (message.topic !== 'task') return null;
  const knownTasks = [...(message.was ?? []), ...message.ids.flatMap((id) => now.get(id) ?? [])];
  // A deleted task without its former state can have been in any workstream.
  return knownTasks.length === 0 || knownTasks.some((task) => workstreams.includes(task.workstream))
    ? { ids: [] }
    : null;
}

/** Returns the tasks that the subscriber sees or saw before. Tasks that are no longer visible leave the screen. */
function getReceivedTasks(
  user_id: number,
  visibility: TaskVisibility,
  { ids, was = [] }: LiveMessage,
  now: CurrentTasks,
): ReceivedChange | null {
  if (ids.length === 0) return { ids };
  const currentTasks = ids.flatMap((id) => now.get(id) ?? []);
  const visibleTasks = [...was, ...currentTasks].filter((task) => canView(visibility, task));
  // The id of a deleted task without its former state reveals nothing, so it is sent to all.
  const knownIds = new Set([...was, ...currentTasks].map(({ task_id }) => task_id));
  const visibleIds = new Set(visibleTasks.map(({ task_id }) => task_id));
  const visible = ids.filter((id) => visibleIds.has(id) || !knownIds.has(id));
  if (visible.length === 0) return null;
  return visibleTasks.some((task) => getTaskPeople(task).includes(user_id))
    ? { ids: visible, mine: true }
    : { ids: visible };
}
