import type { AddressInfo } from 'node:net';
import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { Task } from '@darkroom/contract/task';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { can } from '@darkroom/domain/permission/access';
import { TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { connect, type Database } from '../db/connect.ts';
import { seedBuiltIn } from '../seed/built-in.ts';
import { seedLarge } from '../seed/large/large.ts';
import { startBareServer, type BareServer } from '../testing/bare-server.ts';
import { openSession } from '../testing/session-makers.ts';
import { statementsOf, type Statement } from '../testing/statements.ts';
import { cloneTemplate, dropClone, type TestServer } from '../testing/test-server.ts';
import { ROLES } from './roles.ts';

/** One of the demo bureau's people at work: calls the server over HTTP. */
export interface Caller {
  known: Known;
  call: <T>(endpoint: Endpoint, input: object) => Promise<T>;
  /** What a call sends to the database. */
  statements: (endpoint: Endpoint, input: object) => Promise<Statement[]>;
}

/** What lists are narrowed by that every bureau has: of each kind the one with most jobs or tasks, so that pages are full. */
export interface Busiest {
  readonly customer0: number;
  readonly customer1: number;
  readonly customer2: number;
  readonly service: number;
  readonly category1: number;
  readonly category2: number;
  readonly editor: number;
  readonly qc: number;
}

/** What lists are narrowed by, and what is a bureau's own. */
export interface Known extends Busiest {
  /** The newest job that is completed. */
  readonly job: number;
  /** The newest completed task among those the person sees; 0 for whoever sees none. */
  readonly task: number;
  readonly month: { readonly from: string; readonly to: string };
}

export interface Bureau {
  name: string;
  db: Database;
  as: (username: string) => Caller;
  bare: BareServer;
  busiest: Busiest;
  close: () => Promise<void>;
}

/**
 * A bureau of so many jobs in a database of its own, with a server that listens. One that is compared with another is asked
 * about the same customers, categories and people: `busiest` is the other's.
 */
export async function makeBureau(server: TestServer, name: string, jobs: number, busiest?: Busiest): Promise<Bureau> {
  const databaseUrl = await cloneTemplate(server);
  const loader = connect({ databaseUrl, dbPool: 2, statementLimitMs: 0 });
  await seedBuiltIn(loader);
  await seedLarge(loader, { log: console.log, jobs });
  const shared = busiest ?? (await findBusiest(loader));
  const known = { ...shared, ...(await findNewest(loader)) };
  await loader.destroy();
  const db = connect({ databaseUrl, dbPool: 10 });
  const config = { ...readConfig({}), logLevel: 'silent' as const, callLimits: false, databaseUrl };
  const app = await createApp({ db, clock: () => new Date().toISOString(), config });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const callers = new Map<string, Caller>();
  for (const { username, subject } of ROLES) {
    const { id } = await db
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const token = await openSession(db, id, new Date().toISOString());
    // Not compressed: that would cost the same again and again, and hide the rest.
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    };
    const call = async <T>(endpoint: Endpoint, input: object) => {
      const answer = await fetch(origin + endpoint.path, { method: 'POST', headers, body: JSON.stringify(input) });
      if (!answer.ok) throw new Error(`${username}, ${endpoint.name}: ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const { results: newest } = can(subject, endpoints.task.list.access)
      ? await call<{ results: Task[] }>(endpoints.task.list, { status: [TaskStatus.COMPLETED], page_size: 1 })
      : { results: [] };
    callers.set(username, {
      known: { ...known, task: newest[0]?.task_id ?? 0 },
      call,
      statements: async (endpoint, payload) => {
        const ask = () => app.inject({ method: 'POST', url: endpoint.path, headers, payload });
        return (await statementsOf(ask)).statements;
      },
    });
  }
  const bare = await startBareServer(db);
  return {
    name,
    db,
    as: (username) => {
      const caller = callers.get(username);
      if (!caller) throw new Error(`${username} is nobody who asks.`);
      return caller;
    },
    bare,
    busiest: shared,
    close: async () => {
      await bare.close();
      await app.close();
      await db.destroy();
      await dropClone(server.adminUrl, databaseUrl);
    },
  };
}

async function findBusiest(db: Database): Promise<Busiest> {
  const { rows } = await sql<Busiest>`
    with customer as (select customer2_id from job group by 1 order by count(*) desc, 1 limit 1),
    category as (select service_cat2_id from task group by 1 order by count(*) desc, 1 limit 1)
    select c2.id as customer2, c1.id as customer1, c1.cus_id0 as customer0,
           s2.id as category2, s1.id as category1, s1.service_type_id as service,
           (select editor from task where editor is not null group by 1 order by count(*) desc, 1 limit 1) as editor,
           (select first_qc from task where first_qc is not null group by 1 order by count(*) desc, 1 limit 1) as qc
      from customer join cus2 c2 on c2.id = customer.customer2_id join cus1 c1 on c1.id = c2.cus_id1,
           category join service_cat2 s2 on s2.id = category.service_cat2_id join service_cat1 s1 on s1.id = s2.cat1_id`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('The bureau has no work.');
  return found;
}

async function findNewest(db: Database): Promise<Pick<Known, 'job' | 'month'>> {
  const { job_id } = await db
    .selectFrom('job')
    .select('job_id')
    .where('job_status', '=', 'COMPLETED')
    .orderBy('job_date', 'desc')
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const to = dayOf(new Date().toISOString());
  return { job: job_id, month: { from: addDays(to, -30), to } };
}
