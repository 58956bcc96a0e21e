import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import { hashPassword } from '@darkroom/server/features/user/password';
import { seedAllowances } from '../demo/allowances.ts';
import { loadWithoutIndexes } from './bulk-load.ts';
import { createFloor, seedBureau } from '../demo/demo.ts';
import { finalizeCompleted } from '../demo/forecasts/forecasts.ts';
import { rollUpLargeQuality, insertLargeQuality } from './large-quality.ts';
import { insertLargeDataset } from './large-dataset.ts';
import { insertLargeDueDates, countLargeResults } from './large-due-date.ts';
import { insertLargeWork } from './large-work.ts';
import { DEMO_PASSWORD } from '../demo/people.ts';
import { countersFromRows } from '@darkroom/server/features/counters/counter.service';
import { simulatePaths } from '../demo/tables/task-paths.ts';
import { createWorkTime } from '../demo/work/work-time.ts';

export interface LargeOptions {
  log: (message: string) => void;
  now?: Instant;
  /** Each job has two details and five tasks. */
  jobs?: number;
}

const YEARS = 3;
const CUSTOMERS_1 = 300;
const WORK_TABLES = ['job', 'job_detail', 'task', 'task_history'] as const;

/**
 * Creates the bureau for measurements: people and catalogue of the demo bureau, 300 customers, and three years of work
 * with 1,000,000 tasks. Open and recent tasks have a history.
 */
export async function seedLarge(pool: Database, options: LargeOptions): Promise<void> {
  const { log, now = new Date().toISOString(), jobs = 200_000 } = options;
  const startedAt = performance.now();
  const logStep = (message: string): void =>
    log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${message}`);
  // One hash for all accounts, because hashing each password would take longer than everything else.
  const password_hash = await hashPassword(DEMO_PASSWORD);
  await pool.transaction().execute(async (db) => {
    await sql`set local synchronous_commit = off`.execute(db);
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local maintenance_work_mem = '256MB'`.execute(db);
    await sql`set local work_mem = '64MB'`.execute(db);
    const { crew } = await seedBureau(db, { now, password_hash });
    await insertCustomers(db);
    logStep('people, catalogue and customers');
    const floor = createFloor(crew);
    const { days } = createWorkTime(now, YEARS * 366);
    await loadWithoutIndexes(db, WORK_TABLES, async () => {
      await insertLargeWork(db, { now, jobs, days, floor, ways: simulatePaths(floor.PTE, now), log: logStep });
      logStep('rows written');
    });
    logStep('indexes and foreign keys created again');
    await insertLargeDataset(db, { now, jobs, log: logStep });
    await seedAllowances(db, { now, crew });
    await sql`insert into list_counter (list, facet, value, status, n) ${countersFromRows()}`.execute(db);
    logStep('list counters rebuilt');
    await insertLargeDueDates(db, jobs);
    logStep('due date results stored');
    await insertLargeQuality(db, logStep);
  });
  await rollUpLargeQuality(pool, now);
  logStep('quality rolled up');
  await pool.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    // Every row is written once and never changed. With the visibility map, lists need not visit the rows.
    for (const table of [
      ...WORK_TABLES,
      'list_counter',
      'task_supporter',
      'customer_request',
      'customer_price',
      'quality_fact',
      'quality_sum',
      'quality_fault_sum',
    ]) {
      await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
    }
    await sql`analyze`.execute(db);
    await sql`reset statement_timeout`.execute(db);
  });
  logStep('vacuumed and analysed');
  await finalizeCompleted(pool, now, countLargeResults(jobs));
  logStep('forecasts stored');
}

/**
 * Adds customers up to 300 customers 1, five below each customer 0, each with three customers 2 and nearly all prices.
 */
async function insertCustomers(db: Database): Promise<void> {
  await sql`
    insert into cus0 (name) select 'Group ' || lpad(n::text, 3, '0')
      from generate_series(1, (${CUSTOMERS_1} - (select count(*) from cus1) + 4) / 5) n`.execute(db);
  await sql`
    insert into cus1 (cus_id0, name, company_name, country, tier, contract_status, join_date)
    select c.id, c.name || ' Studio ' || k, c.name || ' Studio ' || k || ' Ltd', (array['Australia', 'Norway', 'USA'])[1 + k % 3],
           (array['Bronze', 'Silver', 'Gold', 'Platinum'])[1 + (c.id + k) % 4], 'Signed', '2024-01-01'::date + c.id
      from cus0 c, generate_series(1, 5) k where not exists (select from cus1 where cus_id0 = c.id)
     order by c.id, k limit ${CUSTOMERS_1} - (select count(*) from cus1)`.execute(db);
  await sql`
    insert into cus2 (cus_id1, name) select c.id, c.name || ' Desk ' || k from cus1 c, generate_series(1, 3) k
     where not exists (select from cus2 where cus_id1 = c.id) order by c.id, k`.execute(db);
  await sql`
    insert into customer_price (cus_id1, service_cat2_id, retail_price, wholesale_price, estimate_minutes)
    select c.id, p.service_cat2_id, p.retail_price, p.wholesale_price, p.estimate_minutes
      from cus1 c, lateral (
        select distinct on (service_cat2_id) * from customer_price order by service_cat2_id, (cus_id1 + c.id) % 7, id) p
     where not exists (select from customer_price where cus_id1 = c.id)`.execute(db);
}
