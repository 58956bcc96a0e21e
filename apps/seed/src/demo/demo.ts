import { dayOf, type Instant, addDays } from '@darkroom/domain/calendar/day';
import type { Turnaround } from '@darkroom/domain/due-date/turnaround';
import { sql } from 'kysely';
import type { Database } from '@darkroom/server/db/connect';
import { rollUpAllQuality } from '@darkroom/server/features/quality/rollup.service';
import { hashPassword } from '@darkroom/server/features/user/password';
import { seedAllowances } from './allowances.ts';
import { seedForecasts } from './forecasts/forecasts.ts';
import { seedBuiltIn } from '@darkroom/server/db/built-in-data';
import { seedCatalogue, seedPrices } from './tables/catalogue.ts';
import { listPortalUsernames, seedCustomers, seedPortalAccounts } from './customers.ts';
import { seedHistory } from './work/history.ts';
import { DEMO_PASSWORD, seedPeople, type Crew } from './people.ts';
import { PEOPLE } from './tables/people-table.ts';
import { seedComplaints } from './complaints.ts';
import { seedPresence } from './presence.ts';
import { seedQuotes } from './quotes.ts';
import { createRandom } from './random.ts';
import { seedRequests } from './requests.ts';
import { seedWebhooks } from './webhooks.ts';
import { seedBlindChecks } from './blind-checks.ts';
import type { Floor } from './work/schedule.ts';
import { DEMO_HOURS, DEMO_TURNAROUNDS, createWorkTime } from './work/work-time.ts';
import { ARTICLES } from './tables/articles-table.ts';

export interface DemoOptions {
  log: (message: string) => void;
  /** End of the bureau's history. */
  now?: Instant;
  /** Calendar days of history. */
  days?: number;
  jobs?: number;
  /** Open tasks at the end. */
  open?: number;
}

/** One sign-in for each role, printed after the start and in the README. */
export const DEMO_SIGN_INS: readonly { role: string; username: string; password: string }[] = [
  ...PEOPLE.flatMap(({ role, username }) => (role ? [{ role, username, password: DEMO_PASSWORD }] : [])),
  { role: 'Customer (Lumen Sydney)', username: 'customer.lumen-sydney', password: DEMO_PASSWORD },
  { role: 'Customer 0 (all of Lumen Media Group)', username: 'customer0.lumen', password: DEMO_PASSWORD },
];

/** Returns the usernames of all accounts of the demo bureau. They tell it apart from a bureau in use. */
export const listDemoUsernames = (): ReadonlySet<string> =>
  new Set([...PEOPLE.map(({ username }) => username), ...listPortalUsernames()]);

/**
 * Creates the demo bureau: people, customers, prices, three months of work and many open tasks. The same time gives the
 * same bureau, to the last task.
 */
export async function seedDemo(pool: Database, options: DemoOptions): Promise<void> {
  const { log, now = new Date().toISOString(), days = 92, jobs = 2500, open = 180 } = options;
  const startedAt = performance.now();
  // One hash for all accounts, because hashing each password would take longer than everything else.
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const counts = await pool.transaction().execute(async (db) => {
    await sql`set local synchronous_commit = off`.execute(db);
    const { crew, customers, categories, prices, random } = await seedBureau(db, { now, password_hash });
    await addTurnaroundRules(db, customers);
    const time = createWorkTime(now, days);
    const work = await seedHistory(db, {
      clients: customers.cus2,
      categories,
      prices,
      time,
      random,
      floor: createFloor(crew),
      customerService: [...crew.values()].filter(({ group }) => group === 'Customer service'),
      jobs,
      open,
    });
    const findMembers = (...groups: string[]) => [...crew.values()].filter(({ group }) => groups.includes(group));
    await seedRequests(db, {
      customers,
      time,
      random,
      staff: { CS_BOARD: findMembers('Customer service'), ADMIN_BOARD: findMembers('Superuser', 'Boss') },
    });
    await seedQuotes(db, { customers, time, makers: findMembers('Superuser', 'Boss') });
    await seedComplaints(db, { customerService: findMembers('Customer service') });
    await seedPresence(db, { now, crew });
    await seedBlindChecks(db, now);
    await seedAllowances(db, { now, crew });
    await seedArticles(db, now);
    await seedWebhooks(db, { now, admins: findMembers('Superuser'), customerService: findMembers('Customer service') });
    return work;
  });
  await seedForecasts(pool, now);
  // Large parts, because no one waits for these transactions. Each sum is then written only a few times.
  await rollUpAllQuality(pool, now, 20_000);
  await sql`analyze`.execute(pool);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  log(`the demo bureau has ${counts.jobs} jobs and ${counts.tasks} tasks (${seconds} s)`);
}

/** Gives some customers shorter turnarounds and some work longer ones for all customers. */
async function addTurnaroundRules(db: Database, { cus1 }: { cus1: ReadonlyMap<string, number> }): Promise<void> {
  const [firstCus1] = cus1.values();
  const lastCat1 = await db.selectFrom('service_cat1').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const rules: Turnaround[] = [
    ...DEMO_TURNAROUNDS,
    ...(firstCus1 ? [{ cus_id1: firstCus1, service_cat1_id: null, job_priority: null, hours: 22 }] : []),
    ...(firstCus1 ? [{ cus_id1: firstCus1, service_cat1_id: null, job_priority: 'Urgent' as const, hours: 5 }] : []),
    ...(lastCat1 ? [{ cus_id1: null, service_cat1_id: lastCat1.id, job_priority: null, hours: 45 }] : []),
  ];
  await setRule(db, 'turnarounds', rules);
}

const setRule = (db: Database, key: 'calendar' | 'turnarounds', value: object) =>
  sql`update metadata set value = ${JSON.stringify(value)}::jsonb where data_type = 'JOB_TASK' and key = ${key}`.execute(
    db,
  );

/** Adds everything except the work: built-in rows, people, catalogue, customers, prices, portal logins. */
export async function seedBureau(db: Database, { now, password_hash }: { now: Instant; password_hash: string }) {
  const random = createRandom(20_261_120);
  const today = dayOf(now);
  await seedBuiltIn(db);
  await setRule(db, 'calendar', DEMO_HOURS);
  await setRule(db, 'turnarounds', DEMO_TURNAROUNDS);
  const crew = await seedPeople(db, { random, today, password_hash });
  const categories = await seedCatalogue(db);
  const customers = await seedCustomers(db, { random, today });
  const prices = await seedPrices(db, { cus1: [...customers.cus1.values()], categories, random });
  await seedPortalAccounts(db, customers, { password_hash });
  return { crew, customers, categories, prices, random };
}

/** Groups the people by workstream and part of the work. */
export function createFloor(crew: Crew): Floor {
  const findMembers = (...groups: string[]) => [...crew.values()].filter(({ group }) => groups.includes(group));
  return {
    PTE: { editors: findMembers('Editor PTE'), qcs: findMembers('QC PTE'), leaders: findMembers('Leader PTE') },
    OTS: { editors: findMembers('Editor OTS'), qcs: findMembers('QC OTS'), leaders: findMembers('Leader OTS') },
  };
}

/** Adds eight articles for the demo's customers, published over the months before. */
async function seedArticles(db: Database, now: Instant): Promise<void> {
  const rows = ARTICLES.map(({ key, daysAgo, ...article }) => ({
    data_type: 'INFO_HUB',
    key,
    value: sql<never>`${JSON.stringify({ ...article, published: true, published_on: addDays(dayOf(now), -daysAgo) })}::jsonb`,
  }));
  await db.insertInto('metadata').values(rows).execute();
}
