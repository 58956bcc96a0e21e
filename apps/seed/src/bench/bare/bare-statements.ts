/** A statement and the name under which it is prepared. Without a name, it is planned each time. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

// Exactly the columns of the lists' queries (features/task, features/job), because the bench compares the responses of
// both servers.
const TASK = `t.task_id, t.version, t.job_detail_id, t.job_id, t.status, t.workstream, t.x1, t.x2, t.x3, t.editor, t.first_qc,
  t.second_qc, t.edited_by_ids, t.qc1_by_ids, t.qc2_by_ids, t.start_time, t.end_time, t.status_since, t.quantity_before_rework, t.rework_quantity, t.rework_notes,
  t.rework_qc_1, t.rework_qc_2, t.rework_at, t.rework_by, t.fault_stage, t.status_before_check, t.notes, t.created_at, t.created_by,
  (select coalesce(json_agg(json_build_object('user_id', s.user_id, 'note', s.note) order by s.created_at), '[]'::json)
     from task_supporter s where s.task_id = t.task_id) as supporters`;

const ROW = `${TASK}, t.job_date, t.due_at, j.prod_id, d.sub_prod_id, j.job_name, j.job_link, j.job_notes, j.job_priority, j.customer2_id,
  d.service_cat1_id, d.service_cat2_id, d.quantity, d.note as detail_note, d.estimate_minutes`;

/** Filters of tasks: the column of each, and the facet of the counters that counts it. */
const FILTER_COLUMNS = {
  status: { column: 't.status', facet: null },
  workstream: { column: 't.workstream', facet: 'workstream' },
  editor: { column: 't.editor', facet: 'editor' },
  customer2: { column: 't.customer2_id', facet: 'customer2' },
  category2: { column: 't.service_cat2_id', facet: 'cat2' },
  priority: { column: 't.job_priority', facet: 'priority' },
  text: { column: '', facet: null },
} as const;

export type BareTaskFilter = keyof typeof FILTER_COLUMNS;
export const TASK_FILTERS = Object.keys(FILTER_COLUMNS) as BareTaskFilter[];

/**
 * Creates the statements of a filter: the 50 newest tasks, and their total from the counters or by counting, as in
 * Darkroom.
 */
export function createTaskStatements(by: readonly BareTaskFilter[]): { page: Statement; total: Statement } {
  const conditions = by.map((key, position) =>
    key === 'text'
      ? `t.job_id in (select job_id from job where search_text like '%' || fold_text($${position + 1}) || '%')`
      : `${FILTER_COLUMNS[key].column} = $${position + 1}`,
  );
  // The better index of two filters depends on their values, as it does in Darkroom. One plan for all values would be
  // unfair to the bare server.
  const withName = (name: string) => (by.length > 1 || by.includes('text') ? {} : { name: `${name} ${by.join(' ')}` });
  const where = conditions.length ? `where ${conditions.join(' and ')}` : '';
  return {
    page: {
      ...withName('page'),
      text: `select ${ROW} from (select * from task t ${where} order by t.job_date desc, t.task_id desc limit 50) t
        join job_detail d on d.job_detail_id = t.job_detail_id join job j on j.job_id = t.job_id
       order by t.job_date desc, t.task_id desc`,
    },
    total: {
      ...withName('total'),
      text: createLedgerSum(by) ?? `select count(*) as n from (select from task t ${where} limit 10001) counted`,
    },
  };
}

function createLedgerSum(by: readonly BareTaskFilter[]): string | null {
  const facets = by.filter((key) => key !== 'status');
  const [key = 'workstream'] = facets;
  const { facet } = FILTER_COLUMNS[key];
  if (facets.length > 1 || facet === null) return null;
  const status = by.indexOf('status');
  const facetCondition = key === 'workstream' ? `facet = '${facet}'` : `facet = any('{OTS ${facet},PTE ${facet}}')`;
  return `select coalesce(sum(n), 0)::int8 as n from list_counter where list = 'task' and ${facetCondition}
    ${facets.length ? `and value = $${by.indexOf(key) + 1}::text` : ''} ${status < 0 ? '' : `and status = $${status + 1}`}`;
}

export const JOBS = {
  page: {
    name: 'jobs',
    text: `select j.job_id, j.version, j.job_date, j.prod_id, j.job_name, j.job_link, j.job_status, j.customer2_id, j.job_priority,
        j.job_notes, j.due_at, j.first_due_at, j.completed_at, j.created_at, j.created_by, exists (select from quote q where q.job_id = j.job_id) as quoted,
        exists (select from customer_request r where r.job_id = j.job_id
          and not exists (select from quote q where q.request_id = r.id and q.job_id = r.job_id)) as requested
      from job j order by j.job_date desc, j.job_id desc limit 50`,
  },
  total: {
    name: 'jobs total',
    text: `select coalesce(sum(n), 0)::int8 as n from list_counter where list = 'job' and facet = 'all'`,
  },
  details: {
    name: 'details',
    text: `select d.job_detail_id, d.job_id, d.version, d.sub_prod_id, d.service_cat1_id, d.service_cat2_id, d.quantity, d.status,
        d.note, d.unit_price, d.estimate_minutes from job_detail d where d.job_id = any($1::int[]) order by d.job_id, d.sub_number`,
  },
  tasks: {
    name: 'tasks of details',
    text: `select ${TASK} from task t where t.job_detail_id = any($1::int[]) order by t.task_id`,
  },
} satisfies Record<string, Statement>;

export const QUANTITY_FIELDS: Statement = {
  name: 'counts',
  text: `select status, sum(n)::int8 as n from list_counter where list = 'task' and facet = 'workstream'
    and ($1::text is null or value = $1) group by status`,
};

/**
 * A QC takes or releases a task. The same rows are written as in Darkroom, in as few statements as SQL allows: the task
 * with its counters (by trigger), idempotency key, history, audit and notifications, then the statuses of detail and
 * job, then the stored response.
 */
export const STEP = {
  write: {
    name: 'step',
    text: `with previous as (select to_jsonb(t) as content from task t where task_id = $1),
      moved as (
        update task t set status = $3::int, first_qc = $4, status_before_check = case when $3::int = 5 then 4 end, status_since = now(),
          version = version + 1 where task_id = $1 and version = $2 returning ${TASK}, to_jsonb(t) as content),
      claimed as (
        insert into idempotency (actor_id, path, key, request_hash, created_at)
        select $5::int, '/step', gen_random_uuid()::text, 'bare', now() from moved returning key),
      history as (
        insert into task_history (task_id, action, from_status, to_status, user_id, at, x1, x2, x3, before, editor, first_qc)
        select task_id, $6::text, 9 - $3::int, $3::int, $5::int, now(), x1, x2, x3, '{}', editor, first_qc from moved),
      audited as (
        insert into audit (at, actor_id, action, entity, entity_id, before, after)
        select now(), $5::int, $6::text, 'task', task_id::text, previous.content, moved.content from moved, previous)
      select moved.*, claimed.key, pg_notify('bare', task_id::text), pg_notify('bare', job_id::text) from moved, claimed`,
  },
  statuses: {
    name: 'step statuses',
    text: `with detail as (
        update job_detail d set status = s.status
          from job_detail e cross join lateral (
                 select coalesce(min(t.status), 1) as status from task t where t.job_detail_id = e.job_detail_id) s
         where e.job_id = $1 and d.job_detail_id = e.job_detail_id and d.status <> s.status)
      update job j set job_status = s.job_status
        from (select case when bool_and(t.status in (1, 2)) then 'TO_DO' when bool_and(t.status = 9) then 'COMPLETED' else 'PENDING' end as job_status
                from task t where t.job_id = $1) s
       where j.job_id = $1 and j.job_status <> s.job_status`,
  },
  respond: {
    name: 'step response',
    text: `update idempotency set status = 200, response = $3 where actor_id = $1 and path = '/step' and key = $2`,
  },
} satisfies Record<string, Statement>;
