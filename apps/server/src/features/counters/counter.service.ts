import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { TotalPart } from '../../db/list/total.ts';

/** All counters calculated from the rows: `list, facet, value, status, n`. The triggers must have the same sums. */
export const COUNTERS_FROM_ROWS_SQL = `
  select 'task' as list, f.facet, f.value, t.status, count(*)::int as n from task t, lateral (values
    ('workstream', t.workstream), (t.workstream || ' day', t.job_date::text), (t.workstream || ' editor', t.editor::text),
    (t.workstream || ' first_qc', t.first_qc::text), (t.workstream || ' second_qc', t.second_qc::text),
    (t.workstream || ' customer2', t.customer2_id::text), (t.workstream || ' cat2', t.service_cat2_id::text),
    (t.workstream || ' priority', t.job_priority)) f (facet, value)
   where f.value is not null group by f.facet, f.value, t.status
  union all
  select 'job', f.facet, f.value, job_state_number(j.job_status), count(*)::int from job j, lateral (values
    ('all', ''), ('day', j.job_date::text), ('customer2', j.customer2_id::text),
    ('priority', coalesce(j.job_priority, ''))) f (facet, value)
   group by f.facet, f.value, j.job_status
  union all
  select 'detail', f.facet, f.value, d.status, count(*)::int from job_detail d, lateral (values
    ('all', ''), ('day', d.job_date::text), ('customer2', d.customer2_id::text), ('cat2', d.service_cat2_id::text),
    ('priority', coalesce(d.job_priority, '')), ('job_status', d.job_status)) f (facet, value)
   group by f.facet, f.value, d.status`;

/** Returns the counters as a part of a larger statement. */
export const countersFromRows = (): RawBuilder<{
  list: string;
  facet: string;
  value: string;
  status: number;
  n: number;
}> => sql.raw(COUNTERS_FROM_ROWS_SQL);

/** A way to count a list in advance (migrations 004, 013 and 032, decisions 005 and 121). */
export interface Facet {
  readonly list: 'job' | 'detail' | 'task';
  /** A list of facets whose counts are added. */
  readonly facet: string | readonly string[];
  /** Workstreams. Facets of tasks are counted for each workstream, except `workstream` itself. */
  readonly streams?: readonly Workstream[] | undefined;
  /** Absent for all values of the facet. A range is for facet `day`. */
  readonly values?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly statuses?: readonly number[];
}

/** Creates an exact total from the counters. It is a sum of a few rows for any length of the list. */
export function buildCounterTotal(f: Facet): TotalPart {
  const facets = [f.facet].flat().flatMap((item) => f.streams?.map((stream) => `${stream} ${item}`) ?? item);
  const facet = facets.length === 1 ? sql`facet = ${facets[0]}` : sql`facet = any(${facets}::text[])`;
  const parts = [sql`list = ${f.list}`, facet];
  if (f.values) parts.push(sql`value = any(${f.values}::text[])`);
  if (f.from) parts.push(sql`value >= ${f.from}`);
  if (f.to) parts.push(sql`value <= ${f.to}`);
  if (f.statuses?.length) parts.push(sql`status = any(${f.statuses}::smallint[])`);
  const counterSum = sql<number>`select coalesce(sum(n), 0)::int8 from list_counter where ${sql.join(parts, sql` and `)}`;
  return { counterSum };
}

/** Returns the query of counts by status, for some values of a facet or of several facets that are added. */
export const countersByStatus = (list: Facet['list'], facet: string | readonly string[], values?: readonly string[]) =>
  sql<{ status: number; n: number }>`
    select status, sum(n)::int8 as n from list_counter
     where list = ${list} and facet = any(${[facet].flat()}::text[]) ${values ? sql`and value = any(${values}::text[])` : sql``}
     group by status`;

/** Counts the rows over all statuses by value of a facet. Values without rows are missing. */
export async function countersByValue(
  db: Database,
  list: Facet['list'],
  facet: string,
  values: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; n: number }>`
    select value, sum(n)::int8 as n from list_counter
     where list = ${list} and facet = ${facet} and value = any(${values}::text[]) group by value`.execute(db);
  return new Map(rows.map((row) => [row.value, row.n]));
}

/** Rolls up the counters. If several server processes try at once, one does it. */
export const mergeCounters = (db: Database): Promise<unknown> => sql`select merge_list_counters()`.execute(db);
