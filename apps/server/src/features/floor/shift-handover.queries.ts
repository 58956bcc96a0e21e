import type { SavedParts } from '@darkroom/domain/floor/shift-handover';
import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { RequestBoard } from '@darkroom/domain/request/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { isAway } from '../../db/people.ts';
import type { Scope } from './day.queries.ts';

export interface AbsentRow {
  user_id: number;
  full_name: string;
  active: boolean;
  tasks: number;
  since: Instant;
}

/** Finds people with work in progress who used no session and moved nothing since an instant, or who are on leave or inactive. */
export async function findAbsentPeople(
  db: Database,
  workstreams: readonly Workstream[],
  presentSince: Instant,
  now: Instant,
): Promise<AbsentRow[]> {
  const { rows } = await sql<AbsentRow>`
    select u.id as user_id, u.full_name, u.active, h.tasks, h.since
      from (
        select case t.status when 5 then t.first_qc when 7 then t.second_qc else t.editor end as who,
               count(*)::int as tasks, min(t.status_since) as since
          from task t
         where t.status <> 9 and t.status in (2, 3, 5, 7, 10, 11, 13) and t.workstream = any(${workstreams}::text[])
         group by 1
      ) h join user_account u on u.id = h.who left join staff s on s.id = u.id
     where not u.active or ${isAway(now)}
        or not exists (select 1 from session n where n.user_id = u.id and n.last_used_at >= ${presentSince})
           and not exists (select 1 from task_history m where m.user_id = u.id and m.at >= ${presentSince})
     order by h.tasks desc, h.since, u.id`.execute(db);
  return rows;
}

export interface HandoverRequest {
  id: number;
  subject: string;
  customer: string;
  status: string;
  job_id: number | null;
  unread: number;
  since: Instant;
}

/** Finds requests without a review, and threads in which a customer waits for a reply, longest wait first. */
export async function findRequestsWithoutReply(
  db: Database,
  boards: readonly RequestBoard[],
  limit: number,
): Promise<HandoverRequest[]> {
  const { rows } = await sql<HandoverRequest>`
    select r.id, r.subject, c.name as customer, r.status, r.job_id, r.bureau_unread as unread,
           case when r.status = 'NEED_REVIEW' then r.created_at else coalesce(r.last_message_at, r.created_at) end as since
      from customer_request r join cus1 c on c.id = r.cus_id1
     where r.board = any(${boards}::text[]) and (r.status = 'NEED_REVIEW' or r.bureau_unread > 0)
     order by since, r.id limit ${limit}`.execute(db);
  return rows;
}

export async function findNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; full_name: string }>`
    select id, full_name from user_account where id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}

export interface StoredHandover {
  at: Instant;
  by: string | null;
  parts: SavedParts;
}

/**
 * Finds the handover of these workstreams with the last end before an instant. If two have the same end, the one that
 * was stored later.
 */
export async function findHandoverBefore(
  db: Database,
  scope: Scope,
  until: Instant,
): Promise<StoredHandover | undefined> {
  const { rows } = await sql<StoredHandover>`
    select b.at, u.full_name as by, b.parts from shift_handover b left join user_account u on u.id = b.saved_by
     where b.scope = ${scope} and b.at < ${until} order by b.at desc, b.id desc limit 1`.execute(db);
  return rows[0];
}

export const insertHandover = (
  db: Database,
  handover: { scope: Scope; at: Instant; saved_by: number; parts: SavedParts },
): Promise<{ id: number }> =>
  db
    .insertInto('shift_handover')
    .values({ ...handover, parts: JSON.stringify(handover.parts) })
    .returning('id')
    .executeTakeFirstOrThrow();

export const deleteOldHandovers = (db: Database, before: Instant) =>
  db.deleteFrom('shift_handover').where('at', '<', before).execute();

export interface EntryState {
  kind: 'job' | 'task' | 'user' | 'request';
  id: number;
  name: string;
  /** Current status of the work as a key of the status dictionary. */
  became: string | null;
}

/** Finds the current state of jobs, tasks, people and requests in an earlier handover. */
export async function findEntryStates(
  db: Database,
  ids: Readonly<Record<EntryState['kind'], readonly number[]>>,
): Promise<EntryState[]> {
  const { rows } = await sql<EntryState>`
    select 'job' as kind, job_id as id, prod_id || ' ' || job_name as name, 'job.' || job_status as became from job where job_id = any(${ids.job}::int[])
    union all
    select 'task', t.task_id, d.sub_prod_id || ' ' || j.job_name, t.status::text
      from task t join job_detail d using (job_detail_id) join job j on j.job_id = t.job_id where t.task_id = any(${ids.task}::int[])
    union all
    select 'user', id, full_name, null from user_account where id = any(${ids.user}::int[])
    union all
    select 'request', id, subject, 'request.' || status from customer_request where id = any(${ids.request}::int[])`.execute(
    db,
  );
  return rows;
}
