import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';

export interface LargeDataset {
  now: Instant;
  jobs: number;
  log: (message: string) => void;
}

/** Jobs for one request. Every fifth request is for a quote. */
const JOBS_PER_REQUEST = 20;
/** Newest requests in review, waiting or in progress. A real bureau of any size has about this many. */
const OPEN_REQUESTS = 60;
/** Jobs for one notification of each member. */
const JOBS_PER_NOTIFICATION = 400;
/** Jobs for one appeal, and number of newest appeals that are not decided. */
const JOBS_PER_APPEAL = 100;
const OPEN_APPEALS = 40;
/** Jobs for each change of a service, a category or a customer. */
const JOBS_PER_CHANGE = 50;

/**
 * Adds the records of an office with this number of jobs: requests with messages and quotes, notifications, views, and
 * the audit of it.
 */
export async function insertLargeDataset(db: Database, office: LargeDataset): Promise<void> {
  await insertRequests(db, office);
  await insertQuotes(db);
  await insertNotifications(db, office);
  await insertViews(db);
  await insertAudit(db, office);
  await insertDeliveries(db, office);
  await insertAppeals(db, office);
  office.log('requests, quotes, notifications, views, audit, deliveries and appeals');
}

/**
 * Adds requests, spread evenly over the jobs. Every third request is of a customer with a portal login, so that their
 * own lists are full too.
 */
async function insertRequests(db: Database, { jobs, now }: LargeDataset): Promise<void> {
  await sql`
    insert into customer_request (cus_id1, created_by, type, board, status, subject, full_name, job_name, job_id, description, created_at,
        status_since, moved_by, processing_by, reviewed_by, reviewed_at, version, last_message_at, bureau_unread)
    select c.id, a.user_id, r.type, case r.type when 'QUOTES' then 'ADMIN_BOARD' else 'CS_BOARD' end, r.status,
           'Request ' || r.n || ' about ' || j.job_name, coalesce(u.full_name, c.name), case when c.id = cus2.cus_id1 then j.job_name else '' end,
           case when c.id = cus2.cus_id1 then j.job_id end, 'The edges of ' || j.job_name || ' are too soft.', j.created_at,
           least(j.created_at + case when r.status = 'NEED_REVIEW' then interval '0' else interval '1 day' end, ${now}::timestamptz),
           case when r.status <> 'NEED_REVIEW' then s.id end, case when r.status in ('PROCESSING', 'DONE') then s.id end,
           case when r.status <> 'NEED_REVIEW' then s.id end,
           case when r.status <> 'NEED_REVIEW' then least(j.created_at + interval '2 hours', ${now}::timestamptz) end,
           r.version, least(j.created_at + interval '1 hour', ${now}::timestamptz), case when r.status = 'DONE' then 0 else 1 end
      from (
        select n, n * ${JOBS_PER_REQUEST}::int as job_id,
               (array['ADDITIONAL_REQUESTS', 'MODIFICATION_REQUESTS', 'CHANGE_REQUESTS', 'FAULTS', 'QUOTES'])[1 + n % 5] as type,
               case when n <= count(*) over () - ${OPEN_REQUESTS}::int then 'DONE'
                 else (array['NEED_REVIEW', 'TODO', 'PROCESSING', 'DONE'])[1 + n % 4] end as status,
               case when n <= count(*) over () - ${OPEN_REQUESTS}::int then 4 else (array[1, 2, 3, 4])[1 + n % 4] end as version
          from generate_series(1, ${jobs}::int / ${JOBS_PER_REQUEST}::int) n
      ) r
      join job j on j.job_id = r.job_id
      join cus2 on cus2.id = j.customer2_id
      cross join (select array(select distinct cus_id1 from customer_account where cus_id1 is not null order by 1) as ids) known
      join cus1 c on c.id = case when r.n % 3 = 0 then known.ids[1 + (r.n / 3) % cardinality(known.ids)] else cus2.cus_id1 end
      left join lateral (select user_id from customer_account where cus_id1 = c.id order by user_id limit 1) a on true
      left join user_account u on u.id = a.user_id
      cross join (select id from user_account where username = 'cs') s
     order by r.n`.execute(db);
  await sql`
    insert into request_message (request_id, side, author_id, text, at)
    select r.id, m.side, case m.side when 'bureau' then r.reviewed_by else r.created_by end, m.text, r.created_at + interval '1 hour'
      from customer_request r
      join (values (1, 'bureau', 'We look into it.'), (2, 'customer', 'Thank you.')) m (position, side, text)
        on m.position = 2 or r.status = 'DONE'
     order by r.id, m.position`.execute(db);
}

/** Adds quotes of these requests: most were accepted, some declined, and the open ones wait for their customer. */
async function insertQuotes(db: Database): Promise<void> {
  await sql`
    insert into quote (request_id, status, customer2_id, valid_until, sent_by, sent_at, decided_by, decided_at, reason, version, created_at, created_by)
    select r.id, s.status, (select min(id) from cus2 where cus_id1 = r.cus_id1), (r.created_at + interval '30 days')::date, b.id,
           r.created_at + interval '3 hours', case when s.status <> 'SENT' then r.created_by end,
           case when s.status <> 'SENT' then r.created_at + interval '1 day' end,
           case when s.status = 'DECLINED' then 'Too dear.' end, 2, r.created_at + interval '2 hours', b.id
      from customer_request r
      cross join lateral (select case when r.status <> 'DONE' then 'SENT' when r.id % 4 = 0 then 'DECLINED' else 'ACCEPTED' end as status) s
      cross join (select id from user_account where username = 'boss') b
     where r.type = 'QUOTES' order by r.id`.execute(db);
  await sql`
    insert into quote_line (quote_id, position, service_cat2_id, quantity, unit_price, list_price, estimate_minutes)
    select q.id, k, p.service_cat2_id, 10 * k, p.retail_price, p.retail_price, p.estimate_minutes
      from quote q
      join cus2 on cus2.id = q.customer2_id
      cross join generate_series(1, 2) k
      join lateral (select * from customer_price where cus_id1 = cus2.cus_id1 order by id offset k limit 1) p on true`.execute(
    db,
  );
}

/** Adds notifications, which every member receives. The older half is seen. */
async function insertNotifications(db: Database, { jobs, now }: LargeDataset): Promise<void> {
  await sql`
    insert into notification (user_id, event, at, task_ids, title, seen_at)
    select s.id, 'assigned', m.at, array[t.task_id], 'Task ' || t.task_id, case when n > o.count / 2 then m.at + interval '1 hour' end
      from (select greatest(10, ${jobs}::int / ${JOBS_PER_NOTIFICATION}::int) as count) o
      cross join staff s
      cross join generate_series(1, o.count) n
      cross join lateral (select ${now}::timestamptz - n * interval '10 minutes' as at) m
      join task t on t.task_id = ${jobs}::int * 5 - n
     order by n desc, s.id`.execute(db);
}

/**
 * Adds a webhook that is off, with a delivery for every twentieth job and some failed ones, and tokens of two years.
 */
async function insertDeliveries(db: Database, { now }: LargeDataset): Promise<void> {
  await sql`
    insert into webhook (name, url, events, enabled, secret, created_at)
    values ('Bookkeeping', 'https://books.example/hook', '{job.completed}', false, decode(repeat('00', 32), 'hex'), ${now})`.execute(
    db,
  );
  await sql`
    with event as (
      insert into webhook_event (type, at, data)
      select 'job.completed', created_at, jsonb_build_object('job_id', job_id) from job where job_id % 20 = 0 order by job_id
      returning id, at)
    insert into webhook_delivery (webhook_id, event_id, order_key, state, attempts, status, ended_at)
    select 1, id, 'job ' || id, case when id % 10 = 0 then 'dead' else 'delivered' end, 1, 200, at from event order by id`.execute(
    db,
  );
  await sql`
    insert into api_token (user_id, name, token_hash, hint, scope, can_write, created_at, expires_at)
    select s.id, 'Program ' || n, sha256(convert_to(s.id || ' ' || n, 'UTF8')), 'abcd', '{npn_view_job}', n = 1, ${now},
           ${now}::timestamptz + interval '90 days'
      from staff s cross join generate_series(1, 2) n order by s.id, n`.execute(db);
}

async function insertViews(db: Database): Promise<void> {
  await sql`
    insert into saved_view (owner_id, screen, name, search)
    select s.id, v.screen, 'My ' || v.screen || 's ' || k, '{}'::jsonb
      from staff s cross join (values ('job'), ('task'), ('redo')) v (screen) cross join generate_series(1, 4) k`.execute(
    db,
  );
}

/** Adds one change for each job, and some changes of other records. */
async function insertAudit(db: Database, { jobs }: LargeDataset): Promise<void> {
  const change = sql`jsonb_build_object('job_notes', '', 'version', 1), jsonb_build_object('job_notes', 'As last time', 'version', 2)`;
  await sql`
    insert into audit (at, actor_id, action, entity, entity_id, before, after)
    select j.created_at + interval '20 minutes', j.created_by, 'job.update', 'job', j.job_id::text, ${change} from job j order by j.job_id`.execute(
    db,
  );
  await sql`
    insert into audit (at, actor_id, action, entity, entity_id, before, after)
    select j.created_at, b.id, 'category.update', 'service_type', s.ids[1 + n % cardinality(s.ids)]::text,
           jsonb_build_object('name', 'Service ' || n), jsonb_build_object('name', 'Service ' || n + 1)
      from generate_series(1, ${jobs}::int / ${JOBS_PER_CHANGE}::int) n
      join job j on j.job_id = n * ${JOBS_PER_CHANGE}::int
      cross join (select array(select id from service_type order by id) as ids) s
      cross join (select id from user_account where username = 'boss') b
     order by n`.execute(db);
}

/** Adds appeals of the newest faults. The older appeals were dismissed, so that no figure depends on them. */
async function insertAppeals(db: Database, { jobs }: LargeDataset): Promise<void> {
  await sql`
    insert into fault_appeal (fault_id, task_id, workstream, state, reason, created_by, created_at, excluded_users, decided_by, decided_at, decision)
    select f.id, f.task_id, f.workstream, case when f.open then 'OPEN' else 'DISMISSED' end, 'The brief asks for it so.', f.editor,
           f.at + interval '1 hour', array_remove(array[f.editor, f.user_id, f.first_qc, f.second_qc], null),
           case when not f.open then l.id end, case when not f.open then f.at + interval '1 day' end,
           case when not f.open then 'The brief asks for soft edges.' end
      from (select h.id, h.task_id, h.at, h.editor, h.user_id, t.first_qc, t.second_qc, t.workstream,
                   row_number() over (order by h.id desc) <= ${OPEN_APPEALS}::int as open
              from task_history h join task t on t.task_id = h.task_id
             where h.action in ('qc1_fault', 'qc2_fault') and h.editor is not null
             order by h.id desc limit ${Math.ceil(jobs / JOBS_PER_APPEAL) + OPEN_APPEALS}::int) f
      join user_account l on l.username = 'leader.' || lower(f.workstream)`.execute(db);
}
