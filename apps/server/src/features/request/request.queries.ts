import type { RequestRow } from '@darkroom/contract/request/request';
import type { RequestPatch } from '@darkroom/domain/request/decide';
import type { RequestBoard, RequestStatus } from '@darkroom/domain/request/status';
import { IN_REWORK, TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { selectCustomerName } from '../../db/people.ts';
import { joinConditions, toLikePattern, type Condition } from '../../db/list/condition.ts';

/** The details of a request's job, in the order of their numbers. */
export const detailsOfRequest = sql`coalesce((
  select json_agg(json_build_object('job_detail_id', rd.job_detail_id, 'sub_prod_id', rd.sub_prod_id,
                                    'service_cat2_id', d.service_cat2_id) order by rd.sub_prod_id)
    from request_detail rd left join job_detail d on d.job_detail_id = rd.job_detail_id where rd.request_id = r.id), '[]')`;

// A done complaint includes only reworks that ran when it was closed, and later ones belong to others. Linked tasks are its own.
const partsInRework = sql`array(
  select distinct rd.sub_prod_id from request_detail rd join task t on t.job_detail_id = rd.job_detail_id
   where rd.request_id = r.id and r.type = 'FAULTS' and t.status in (${sql.join([...IN_REWORK])})
     and (r.status <> 'DONE' or t.rework_at <= r.status_since)
     and not exists (select from complaint_task c where c.request_id = r.id and c.task_id = t.task_id and c.sent_at = t.rework_at)
   order by 1)`;

const requestColumns = sql`
  r.id, r.version, r.type, r.channel, r.board, r.status, r.status_since, r.moved_by, ${selectCustomerName(sql`r.moved_by`)} as moved_by_name, r.cus_id1, r.subject, r.full_name, r.job_name, r.job_id,
  j.prod_id, r.service_type_id, r.shared_link, r.image_link, r.description, r.reply, r.processing_by, r.reviewed_by,
  r.reviewed_at, r.created_at, r.last_message_at, r.bureau_unread as unread, ${detailsOfRequest} as job_details,
  coalesce(j.created_at >= r.created_at, false) as has_new_job,
  rework.open as rework_open, rework.done as rework_done, r.rework_notified, ${partsInRework} as sub_prod_ids_in_rework,
  (select json_build_object('status', q.status, 'valid_until', q.valid_until,
      'is_job_deleted', q.status = 'ACCEPTED' and q.job_id is null) from quote q
    where q.request_id = r.id order by q.id desc limit 1) as quote`;

// Redone means completed again, whatever status a correction sets in between. A later rework belongs to another complaint.
const isStillInRework = sql`(t.status <> ${TaskStatus.COMPLETED} and (t.rework_at = c.sent_at or t.rework_at is null
  and c.sent_at = (select max(newest.sent_at) from complaint_task newest where newest.task_id = c.task_id)))`;

/** Rework of a complaint's tasks: the number still in rework, and the number completed again (decision 106). */
const reworkJoin = sql`
  left join lateral (
    select count(*) filter (where w.open) as open, count(*) filter (where not w.open) as done
      from (select bool_or(${isStillInRework}) as open from complaint_task c join task t on t.task_id = c.task_id
             where c.request_id = r.id group by c.task_id) w) rework on true`;

/** Finds requests in the order of the ids. */
export async function findRequests(db: Database, ids: readonly number[]): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${requestColumns} from unnest(${ids}::int[]) with ordinality as page (id, position)
      join customer_request r on r.id = page.id left join job j on j.job_id = r.job_id ${reworkJoin} order by page.position`.execute(
    db,
  );
  return rows;
}

/** Counts the tasks in rework and the reworked tasks of requests, by id. Both numbers are zero without a rework. */
export async function findReworkCounts(db: Database, ids: readonly number[]) {
  type ReworkCounts = Pick<RequestRow, 'id' | 'rework_open' | 'rework_done' | 'sub_prod_ids_in_rework'>;
  const { rows } = await sql<ReworkCounts>`
    select r.id, rework.open as rework_open, rework.done as rework_done, ${partsInRework} as sub_prod_ids_in_rework
      from customer_request r ${reworkJoin} where r.id = any(${ids}::int[])`.execute(db);
  return rows;
}

export async function lockRequest(db: Database, id: number): Promise<RequestRow | undefined> {
  await sql`select 1 from customer_request where id = ${id} for update`.execute(db);
  // The read comes after the lock, so that joined columns are current, too.
  return (await findRequests(db, [id]))[0];
}

/** Finds the requests of these jobs, in lock order. */
export async function findRequestsOfJobs(db: Database, job_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from customer_request r where r.job_id = any(${job_ids}::int[]) order by r.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Counts the requests of other customers 1 about a job: its linked ones, and complaints with rework in it. */
export async function countRequestsBlockingMove(db: Database, job_id: number, cus_id1: number) {
  const { rows } = await sql<{ named: number; redone: number }>`
    select (select count(*) from customer_request r where r.job_id = ${job_id} and r.cus_id1 <> ${cus_id1}) as named,
           (select count(distinct r.id) from task t join complaint_task c on c.task_id = t.task_id
              join customer_request r on r.id = c.request_id
             where t.job_id = ${job_id} and r.cus_id1 <> ${cus_id1}) as redone`.execute(db);
  return rows[0] ?? { named: 0, redone: 0 };
}

/** Removes a request's details of other jobs than this one. Deleted details stay, so that the request can still show them. */
export async function removeOtherDetails(db: Database, id: number, job_id: number | null): Promise<void> {
  await sql`
    delete from request_detail rd using job_detail d
     where rd.request_id = ${id} and d.job_detail_id = rd.job_detail_id and d.job_id is distinct from ${job_id}::int`.execute(
    db,
  );
}

/** Stores a decision. A new status also sets its time and user. */
export const updateRequest = (
  db: Database,
  id: number,
  patch: RequestPatch & { status_since?: string; moved_by?: number },
): Promise<unknown> =>
  db
    .updateTable('customer_request')
    .set((eb) => ({ ...patch, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Counts the requests by column, and those with unread messages for the bureau. */
export async function countByColumn(db: Database, where: readonly Condition[]) {
  const { rows } = await sql<{ board: RequestBoard; status: RequestStatus; count: number; unread: number }>`
    select r.board, r.status, count(*) as count, count(*) filter (where r.bureau_unread > 0) as unread from customer_request r ${joinConditions(where)}
     group by r.board, r.status order by r.board, r.status`.execute(db);
  return rows;
}

/** Returns true for a job of a customer 1. */
export async function isJobOfCus1(db: Database, job_id: number, cus_id1: number): Promise<boolean> {
  const { rows } = await sql`
    select from job j join cus2 c2 on c2.id = j.customer2_id
     where j.job_id = ${job_id} and c2.cus_id1 = ${cus_id1}`.execute(db);
  return rows.length > 0;
}

/** Finds the newest jobs of a customer 1 with the text in number or name. */
export async function findJobsOf(db: Database, cus_id1: number, text: string | undefined, limit: number) {
  const { rows } = await sql<{ job_id: number; prod_id: string; job_name: string; job_date: string }>`
    select j.job_id, j.prod_id, j.job_name, j.job_date from job j
     where j.customer2_id in (select id from cus2 where cus_id1 = ${cus_id1})
       ${text ? sql`and j.search_text like ${toLikePattern(text)}` : sql``}
     order by j.job_date desc, j.job_id desc limit ${limit}`.execute(db);
  return rows;
}
