import type { Day } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

export interface YieldRow {
  editor: number;
  /** In this category 2, and in its category 1 with all below it: first judged at QC 1, passed there, completed for the first time. */
  first: number;
  passed: number;
  completed: number;
  first_cat1: number;
  passed_cat1: number;
}

/** What editors did since a Monday in a category 2 and beside it, from the sums of weeks: some rows for each editor and week. */
export async function findEditorYields(db: Database, cat2: number, since: Day): Promise<YieldRow[]> {
  const { rows } = await sql<YieldRow>`
    select s.a as editor,
           coalesce(sum(s.qc1_first) filter (where s.b = ${cat2}), 0)::int as first,
           coalesce(sum(s.qc1_passed) filter (where s.b = ${cat2}), 0)::int as passed,
           coalesce(sum(s.completed) filter (where s.b = ${cat2}), 0)::int as completed,
           sum(s.qc1_first)::int as first_cat1, sum(s.qc1_passed)::int as passed_cat1
      from service_cat2 here join service_cat2 beside on beside.cat1_id = here.cat1_id
      join quality_sum s on s.facet = 'editor cat2' and s.span = 'week' and s.b = beside.id and s.first >= ${since}::date
     where here.id = ${cat2} and s.a <> 0
     group by s.a order by s.a`.execute(db);
  return rows;
}
