import { endpoints } from '@darkroom/contract/endpoints';
import { daysOfMonth, addMonths, monthOf, dayOf } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import { createApp } from '@darkroom/server/app';
import { readConfig } from '@darkroom/server/config';
import { connect, type Database } from '@darkroom/server/db/connect';
import { seedBuiltIn } from '@darkroom/server/db/built-in-data';
import { openSession } from '@darkroom/server/testing/session-makers';
import { buildStaff } from '@darkroom/server/testing/factories/people';
import { cloneTemplate, dropClone, type TestServer } from '@darkroom/server/testing/test-server';
import { percentile } from './load.ts';
import { formatTable } from './tables.ts';

/** Name of the measurement, for `--only`. */
export const ALLOWANCES_TITLE = 'a month of allowances by person';

/** A new bureau, and one five times its size with a year of work: [people, months]. */
const SIZES = [
  [60, 1],
  [300, 12],
] as const;

/**
 * Measures a person's row of the month in both bureaus, for someone who edits allowances. In the larger bureau, a row
 * can cost at most twice as much.
 */
export async function measureAllowances(server: TestServer, rounds: number): Promise<string> {
  const bureaus = [];
  for (const [people, months] of SIZES)
    bureaus.push({ ...(await createAllowanceBureau(server, people, months)), times: [] as number[], rows: 0 });
  // The bureaus take turns, so that other load on the machine affects both equally.
  for (let run = 0; run < rounds + 3; run++)
    for (const bureau of bureaus) {
      const start = performance.now();
      bureau.rows = await bureau.read();
      if (run >= 3) bureau.times.push(performance.now() - start);
    }
  for (const { close } of bureaus) await close();
  const medians = bureaus.map(({ times }) => percentile(times, 0.5));
  const perRow = bureaus.map(({ rows }, i) => medians[i]! / rows);
  const lines = SIZES.map(([people, months], i) => [
    `${people} people, ${months} months`,
    medians[i]!.toFixed(2),
    (perRow[i]! * 1000).toFixed(0),
  ]);
  const ratio = (perRow[1]! / perRow[0]!).toFixed(2);
  return `${formatTable([`${ALLOWANCES_TITLE}, all pages`, 'median, ms', 'µs a row'], lines)}\n\nA row of the large bureau costs ${ratio}× (2× at most).`;
}

async function createAllowanceBureau(server: TestServer, people: number, months: number) {
  const databaseUrl = await cloneTemplate(server);
  const db = connect({ databaseUrl, dbPool: 10 });
  const now = new Date().toISOString();
  await seedBuiltIn(db);
  const accountant = await buildStaff(db, { permissions: ['npn_admin_allowance'] });
  for (let count = 1; count < people; count++) await buildStaff(db, { permissions: ['npn_editor_pte'] });
  const month = monthOf(dayOf(now));
  for (let monthsAgo = 0; monthsAgo < months; monthsAgo++) await fillMonth(db, addMonths(month, -monthsAgo));
  await sql`analyze`.execute(db);
  const config = { ...readConfig({}), logLevel: 'silent' as const, callLimits: false, databaseUrl };
  const app = await createApp({ db, clock: () => new Date().toISOString(), config });
  const headers = { authorization: `Bearer ${await openSession(db, accountant.user_id, now)}` };
  const page = async (number: number) => {
    const payload = { year: Number(month.slice(0, 4)), month: Number(month.slice(5)), page: number, page_size: 200 };
    const response = await app.inject({ method: 'POST', url: endpoints.allowance.list.path, headers, payload });
    return response.json<{ results: unknown[]; total_pages: number }>();
  };
  return {
    /** Reads all people of the month as the sheet does. Returns the number of rows that each reading computed. */
    read: async () => {
      const first = await page(1);
      let rows = first.results.length;
      for (let number = 2; number <= first.total_pages; number++) rows += (await page(number)).results.length;
      return rows;
    },
    close: async () => {
      await app.close();
      await db.destroy();
      await dropClone(server.adminUrl, databaseUrl);
    },
  };
}

/** Gives everyone a meal on each day of the month and parking on every second. */
async function fillMonth(db: Database, month: string): Promise<void> {
  await sql`
    insert into daily_allowance (staff_id, date, parking_fee, meal_fee, online_fee)
    select s.id, d, case when extract(day from d)::int % 2 = 0 then 'A' end, 1, 0
      from staff s cross join unnest(${daysOfMonth(month)}::date[]) as d`.execute(db);
  await sql`insert into monthly_allowance (staff_id, month, parking) select id, ${month}, 50000 from staff`.execute(db);
}
