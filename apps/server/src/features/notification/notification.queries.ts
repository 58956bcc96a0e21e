import type { Notification } from '@darkroom/contract/notification';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '@darkroom/domain/notification/notification';
import type { Actor } from '@darkroom/domain/task/decide';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { selectCustomerName } from '../../db/people.ts';
import { pipelined } from '../../db/driver/statement-marks.ts';
import { CHANNEL } from '../../live/emit.ts';

/** The key of the user's choice among their other preferences. */
const PREFERENCE_KEY = 'notices';

/** A notification before it is written. */
export interface NewNotification {
  user_id: number;
  event: NotificationEvent;
  task_ids: readonly number[];
  request_id: number | null;
  title: string;
  note: string | null;
  fault_kinds: readonly string[] | null;
  quantity: number | null;
}

/** Finds active members of staff with their permissions: those given, or all with one of the codes. */
export async function findRecipients(
  db: Database,
  selection: { ids: readonly number[] } | { codes: readonly string[] },
): Promise<Actor[]> {
  const isSelected =
    'ids' in selection
      ? sql`u.id = any(${selection.ids}::int[])`
      : sql`exists (select 1 from group_permission gp join permission p on p.id = gp.permission_id
                     where gp.group_id = s.group_id and p.codename = any(${selection.codes}::text[]))`;
  const { rows } = await sql<{ user_id: number; is_superuser: boolean; permissions: string[] }>`
    select u.id as user_id, u.is_superuser,
           array(select p.codename from group_permission gp join permission p on p.id = gp.permission_id
                  where gp.group_id = s.group_id) as permissions
      from user_account u join staff s on s.id = u.id
     where u.active and u.account = 'staff' and ${isSelected} order by u.id`.execute(db);
  return rows.map((row) => ({ ...row, account: 'staff', permissions: new Set(row.permissions) }));
}

/** Administrators: active holders of `npn_admin`, and superusers. */
export async function findAdmins(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from user_account u left join staff s on s.id = u.id
     where u.active and u.account = 'staff' and (u.is_superuser or exists (
       select from group_permission gp join permission p on p.id = gp.permission_id
        where gp.group_id = s.group_id and p.codename = 'npn_admin')) order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findTaskNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ task_id: number; sub_prod_id: string }>`
    select t.task_id, d.sub_prod_id from task t join job_detail d on d.job_detail_id = t.job_detail_id
     where t.task_id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.task_id, row.sub_prod_id]));
}

/** Writes notifications for users who want their kind, and sends the ids to each user's own stream. */
export async function insertNotifications(
  db: Database,
  notifications: readonly NewNotification[],
  actor_id: number | null,
  now: string,
): Promise<void> {
  const rows = notifications.map((notification, position) => ({
    ...notification,
    kind: NOTIFICATION_EVENTS[notification.event],
    position,
  }));
  await sql`${pipelined}
    with inserted as (
      insert into notification (user_id, event, at, actor_id, task_ids, request_id, title, note, fault_kinds, quantity)
      select n.user_id, n.event, ${now}, ${actor_id}, array(select jsonb_array_elements_text(n.task_ids)::int), n.request_id, n.title, n.note,
             case when jsonb_typeof(n.fault_kinds) = 'array' then array(select jsonb_array_elements_text(n.fault_kinds)) end, n.quantity
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as n (user_id int, event text, kind text, task_ids jsonb, request_id int, title text, note text, fault_kinds jsonb, quantity int, position int)
        left join user_preference p on p.user_id = n.user_id and p.key = ${PREFERENCE_KEY}
       where not coalesce(p.value -> 'off' ? n.kind, false)
       order by n.position
      returning id, user_id)
    select pg_notify(${CHANNEL}, json_build_object('topic', 'notification', 'ids', array_agg(id), 'people', array[user_id])::text)
      from inserted group by user_id`.execute(db);
}

/** Removes tasks from the notifications that a user caused at an instant. Deletes notifications without tasks. Returns people and tasks. */
export const retractNotifications = (
  db: Database,
  actor_id: number,
  moves: readonly { user_id: number; task_id: number; at: string }[],
): Promise<ShortenedNotification[]> =>
  removeTasks(
    db,
    sql`select n.id, array_agg(m.task_id) as task_ids
          from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (user_id int, task_id int, at timestamptz)
          join notification n on n.user_id = m.user_id and n.at = m.at and n.actor_id = ${actor_id} and m.task_id = any(n.task_ids)
         group by n.id
        union select n.id, array_agg(distinct m.task_id)
          from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (task_id int, at timestamptz)
          join notification n on n.event = 'no_editor' and n.at = m.at and n.actor_id = ${actor_id} and m.task_id = any(n.task_ids)
         group by n.id`,
  );

/** Removes tasks from unseen assignments and requests for another editor. Deletes notifications without tasks. Returns people and tasks. */
export const retractAssignments = (
  db: Database,
  reassigned: readonly { user_id: number; task_id: number }[],
): Promise<ShortenedNotification[]> =>
  removeTasks(
    db,
    sql`select n.id, array_agg(m.task_id) as task_ids
          from jsonb_to_recordset(${JSON.stringify(reassigned)}::jsonb) as m (user_id int, task_id int)
          join notification n on n.user_id = m.user_id and n.event = 'assigned' and n.seen_at is null and m.task_id = any(n.task_ids)
         group by n.id
        union all select n.id, array_agg(m.task_id)
          from jsonb_to_recordset(${JSON.stringify(reassigned)}::jsonb) as m (task_id int)
          join notification n on n.event = 'no_editor' and m.task_id = any(n.task_ids)
         group by n.id`,
  );

/** Removes a task from the notifications of its rework since the request. Returns people and tasks. */
export const retractSetbacks = (
  db: Database,
  { task_id, rework_at }: { task_id: number; rework_at: string | null },
): Promise<ShortenedNotification[]> =>
  removeTasks(
    db,
    sql`select n.id, array[${task_id}::int] as task_ids from notification n
         where n.at >= ${rework_at} and n.event in ('rework', 'recheck_fault', 'no_editor') and ${task_id} = any(n.task_ids)`,
  );

/** A user and the tasks that were removed from their notification. */
interface ShortenedNotification {
  user_id: number;
  task_ids: number[];
}

/** Removes tasks from notifications, given as a query of `(id, task_ids)`. The first remaining task becomes the named one. */
async function removeTasks(db: Database, tasksToRemove: RawBuilder<unknown>): Promise<ShortenedNotification[]> {
  const { rows } = await sql<ShortenedNotification>`
    with to_remove as (${tasksToRemove}),
    remaining as (
      select n.id, to_remove.task_ids as removed_ids, array(select unnest(n.task_ids) except select unnest(to_remove.task_ids) order by 1) as task_ids
        from notification n join to_remove on to_remove.id = n.id),
    shortened as (
      update notification n set task_ids = l.task_ids, title = coalesce(
          (select d.sub_prod_id from task t join job_detail d on d.job_detail_id = t.job_detail_id where t.task_id = l.task_ids[1]), n.title)
        from remaining l where n.id = l.id and l.task_ids <> '{}'
      returning n.user_id, l.removed_ids),
    deleted as (
      delete from notification n using remaining l where n.id = l.id and l.task_ids = '{}'
      returning n.user_id, l.removed_ids)
    select user_id, removed_ids as task_ids from shortened union all select user_id, removed_ids from deleted`.execute(
    db,
  );
  return rows;
}

type StoredNotification = Omit<Notification, 'count' | 'task_id' | 'job_name'> & { task_ids: number[] };

/** Finds the user's own notifications of a page, in the order of the ids. */
export async function findNotifications(db: Database, ids: readonly number[]): Promise<StoredNotification[]> {
  const { rows } = await sql<StoredNotification>`
    select n.id, n.event, n.at, n.seen_at is not null as seen, n.actor_id, ${selectCustomerName(sql`n.actor_id`)} as actor_name,
           n.title, n.task_ids, n.request_id, n.note, n.fault_kinds, n.quantity
      from unnest(${ids}::int[]) with ordinality as page (id, position) join notification n on n.id = page.id
     order by page.position`.execute(db);
  return rows;
}

export async function countUnseen(db: Database, user_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from notification where user_id = ${user_id} and seen_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Marks the user's notifications as seen. Returns those that were not. */
export async function markSeen(db: Database, user_id: number, ids: readonly number[], now: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update notification set seen_at = ${now} where id = any(${ids}::int[]) and user_id = ${user_id} and seen_at is null
    returning id`.execute(db);
  return rows.map((row) => row.id);
}

export async function findPreference(db: Database, user_id: number): Promise<unknown> {
  const row = await db
    .selectFrom('user_preference')
    .select('value')
    .where('user_id', '=', user_id)
    .where('key', '=', PREFERENCE_KEY)
    .executeTakeFirst();
  return row?.value;
}

export const saveNotificationPreference = (db: Database, user_id: number, value: unknown) =>
  sql`insert into user_preference (user_id, key, value) values (${user_id}, ${PREFERENCE_KEY}, ${JSON.stringify(value)}::jsonb)
      on conflict (user_id, key) do update set value = excluded.value`.execute(db);

export const deleteNotificationsBefore = (db: Database, instant: string) =>
  db.deleteFrom('notification').where('at', '<=', instant).execute();
