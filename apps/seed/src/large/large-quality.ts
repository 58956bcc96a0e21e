import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import { rollUpAllQuality } from '@darkroom/server/features/quality/rollup.service';
import { addFaultSums, addSums, STORED_FACTS } from '@darkroom/server/features/quality/sums';
import { loadWithoutIndexes } from './bulk-load.ts';

/** Numbers for the facts of tasks without a history, below all numbers of steps. */
const STEPS_PER_TASK = 8;

/**
 * Writes the quality of all tasks. The product's code does it for tasks with steps. Older tasks, whose steps are
 * archived (decision 120), get it from people and times.
 */
export async function insertLargeQuality(db: Database, log: (message: string) => void): Promise<void> {
  await loadWithoutIndexes(db, ['quality_fact'], async () => {
    await sql`
      insert into quality_fact (history_id, task_id, kind, at, day, workstream, editor, checker, cat2, cus1, pieces, passed, first_of_kind, first_check, faults, excluded, complaint)
      select -(t.task_id::int8 * ${STEPS_PER_TASK}::int + s.step), t.task_id, s.kind, m.at, (m.at at time zone 'Asia/Bangkok')::date, t.workstream,
             t.editor, case s.kind when 'qc1' then t.first_qc when 'qc2' then t.second_qc end, t.service_cat2_id, c.cus_id1, t.x1,
             case when s.kind like 'qc_' then not s.faulty end, s.first_of_kind, s.step = 1,
             case when s.faulty then array[(k.kinds)[1 + t.chance / 100 % array_length(k.kinds, 1)]] else '{}' end, '{}', false
        from (select t.*, (hashint8extended(t.task_id, 71) & 2147483647)::int as chance from task t
               where t.status = 9 and t.start_time is not null and t.end_time is not null
                 and not exists (select from task_history h where h.task_id = t.task_id)) t
        join cus2 c on c.id = t.customer2_id
        cross join (select array['colour_cast', 'exposure', 'halo', 'verticals', 'rough_cut', 'leftover', 'brief_missed'] as kinds) k
        -- Of 100 tasks, 6 have a fault at QC 1, 3 at QC 2, and 1 goes to rework.
        cross join lateral (values
          (1, 'qc1', true, t.chance % 100 < 6, true), (2, 'qc1', false, false, t.chance % 100 < 6),
          (3, 'qc2', true, t.chance % 100 between 6 and 8, true), (4, 'qc2', false, false, t.chance % 100 between 6 and 8),
          (5, 'completed', true, false, true), (6, 'rework', true, false, t.chance % 100 = 9)) s (step, kind, first_of_kind, faulty, there)
        cross join lateral (select t.start_time + (t.end_time - t.start_time) * s.step / 6 as at) m
       where s.there`.execute(db);
  });
  log('quality facts');
  await sql.raw(addSums(STORED_FACTS)).execute(db);
  await sql.raw(addFaultSums(STORED_FACTS)).execute(db);
  log('quality totals');
}

/** Rolls up the rest with the product's code, part by part, each in its own transaction. */
export async function rollUpLargeQuality(pool: Database, now: Instant): Promise<void> {
  await rollUpAllQuality(pool, now, 20_000);
}
