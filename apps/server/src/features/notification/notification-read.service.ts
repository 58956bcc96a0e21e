import {
  notificationEndpoints,
  type Notification,
  type NotificationPreferences,
} from '@darkroom/contract/notification';
import { getVisibleBoards } from '@darkroom/domain/request/access';
import { can, canViewTasks } from '@darkroom/domain/permission/access';
import { canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import { sql } from 'kysely';
import { type PageQuery, toListResponse, readPage } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { readRequests } from '../request/request.service.ts';
import { readTaskRows } from '../task/task-access.service.ts';
import {
  countUnseen,
  findPreference,
  findNotifications,
  saveNotificationPreference,
  markSeen,
} from './notification.queries.ts';

const createMyNotificationsPage = (user_id: number): PageQuery => ({
  from: sql`notification n`,
  key: sql`n.id`,
  where: [sql`n.user_id = ${user_id}`],
  plan: 'kept',
  order: [
    [sql`n.at`, true],
    [sql`n.id`, true],
  ],
});

/**
 * Lists the caller's notifications, newest first. If the caller can no longer see a record, its notification has no
 * link and no details.
 */
export async function listNotifications(
  ctx: Ctx,
  { page, page_size }: InputFor<'notification.list'>,
): Promise<ResponseOf<'notification.list'>> {
  const query = createMyNotificationsPage(ctx.actor.user_id);
  const { ids, total } = await readPage(ctx.db, { query, total: [{ rows: query }] }, { page, page_size });
  const rows = await findNotifications(ctx.db, ids);
  const taskIds = can(ctx.actor, canViewTasks) ? rows.flatMap(({ task_ids }) => task_ids.slice(0, 1)) : [];
  const visibility = getTaskVisibility(ctx.actor);
  const tasks = new Map(
    (await readTaskRows(ctx.db, [...new Set(taskIds)]))
      .filter((task) => canView(visibility, task))
      .map((task) => [task.task_id, task]),
  );
  const boards = getVisibleBoards(ctx.actor);
  const requests = new Set(
    (await readRequests(ctx.db, [...new Set(rows.flatMap(({ request_id }) => request_id ?? []))]))
      .filter((request) => boards.includes(request.board))
      .map(({ id }) => id),
  );
  const results = rows.map(({ task_ids, ...row }): Notification => {
    const task = task_ids[0] === undefined ? undefined : tasks.get(task_ids[0]);
    const request_id = row.request_id !== null && requests.has(row.request_id) ? row.request_id : null;
    const isVisible = task !== undefined || request_id !== null;
    return {
      ...row,
      title: task?.sub_prod_id ?? row.title,
      count: task_ids.length,
      task_id: task?.task_id ?? null,
      job_name: task?.job_name ?? null,
      request_id,
      ...(isVisible || row.actor_name === null ? {} : { actor_id: null, actor_name: null }),
      // The former editor sees the reason of a reassignment, even after losing sight of the task.
      note: isVisible || row.event === 'taken_away' ? row.note : null,
      fault_kinds: isVisible ? row.fault_kinds : null,
    };
  });
  return { ...toListResponse(results, total, page_size), unseen: await countUnseen(ctx.db, ctx.actor.user_id) };
}

/** Marks notifications as seen, in all windows of the user. Those of other users are skipped. */
export async function markNotificationsSeen(
  ctx: Ctx,
  { ids }: InputFor<'notification.seen'>,
): Promise<ResponseOf<'notification.seen'>> {
  const { user_id } = ctx.actor;
  const marked = await markSeen(ctx.db, user_id, ids, ctx.now);
  if (marked.length > 0) await emit(ctx, 'notification', marked, [user_id]);
  return { unseen: await countUnseen(ctx.db, user_id) };
}

const DEFAULTS: NotificationPreferences = { off: [], quiet: null };

/** Reads the user's choice of notifications. An invalid stored choice counts as none. */
export async function readPreferences(ctx: Ctx): Promise<NotificationPreferences> {
  const stored = notificationEndpoints.preferences.output.safeParse(await findPreference(ctx.db, ctx.actor.user_id));
  return stored.success ? stored.data : DEFAULTS;
}

/** Stores the user's choice of notifications, for all their devices. */
export async function savePreferences(
  ctx: Ctx,
  input: InputFor<'notification.setPreferences'>,
): Promise<NotificationPreferences> {
  const preferences = { ...input, off: [...new Set(input.off)] };
  await saveNotificationPreference(ctx.db, ctx.actor.user_id, preferences);
  await emit(ctx, 'notification', [], [ctx.actor.user_id]);
  return preferences;
}
