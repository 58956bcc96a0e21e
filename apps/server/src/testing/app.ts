import { Worker } from 'node:worker_threads';
import type { Endpoint, InputOf, OutputOf } from '@darkroom/contract/endpoint';
import type { Problem } from '@darkroom/contract/errors';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { readConfig, type RunningConfig } from '../config.ts';
import type { Database } from '../db/connect.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { buildStaff, type StaffFields } from './factories/people.ts';
import { startFileMaker } from './file-maker.ts';
import { openSession } from './session-makers.ts';
import { join } from 'node:path';

/** A clock that moves only when the test moves it. */
export interface TestClock {
  (): string;
  advance(ms: number): void;
}

export const makeClock = (start = '2026-11-20T02:00:00.000Z'): TestClock => {
  let at = Date.parse(start);
  return Object.assign(() => new Date(at).toISOString(), {
    advance: (ms: number) => {
      at += ms;
    },
  });
};

export interface ApiResponse<T = unknown> {
  status: number;
  headers: Record<string, string>;
  /** Parsed JSON of a success. */
  body: T;
  /** The body as a problem. */
  problem: Problem;
  text: string;
}

type Headers = Record<string, string>;

export type TestUser = string | number | { user_id: number } | readonly string[] | StaffFields;

/** A caller of the server, with a token or without. */
export interface ApiClient {
  readonly token: string | null;
  readonly user_id: number;
  /** Sends a request as the web application does. Throws an error if the request is refused. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, headers?: Headers): Promise<OutputOf<E>>;
  /** Sends a request with any input and returns any response. */
  send<E extends Endpoint>(endpoint: E, input?: unknown, headers?: Headers): Promise<ApiResponse<OutputOf<E>>>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  databaseUrl: string;
  directUrl: string;
  clock: TestClock;
  /** Signs in a username, a user, or a new member with these permissions or fields. Returns the client. */
  as(who: TestUser): Promise<ApiClient>;
  /** Returns a client with this token, or without one. */
  withToken(token: string | null, user_id?: number): ApiClient;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** A database shared with another app. Its owner drops it. */
  database?: Pick<TestDatabase, 'db' | 'databaseUrl'> & Partial<Pick<TestDatabase, 'directUrl'>>;
  clock?: TestClock;
  config?: Partial<RunningConfig>;
  listenUrl?: string;
  finishWithinMs?: number;
  bodyWithinMs?: number;
  /** Replaces the server's own worker for large bodies. */
  startBodyWorker?: () => Worker;
}

/** Folder without web pages, so that the tests do not depend on a build of the web application. */
const NO_SITE = '/nowhere';

/** Creates the whole server on its own database. It does not listen: requests use `inject`. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const ownDatabase = options.database ? null : await createTestDatabase();
  const { db, databaseUrl, directUrl = databaseUrl } = options.database ?? (ownDatabase as TestDatabase);
  const isPooled = directUrl !== databaseUrl;
  const listenUrl = options.listenUrl ?? (isPooled ? directUrl : undefined);
  const clock = options.clock ?? makeClock();
  const config: RunningConfig = {
    ...readConfig({}),
    root: NO_SITE,
    logLevel: 'silent',
    // Tests send more requests than people do.
    callLimits: false,
    ...(listenUrl ? { listenDatabaseUrl: listenUrl } : {}),
    dbPrepare: !isPooled,
    ...options.config,
    databaseUrl,
  };
  const { finishWithinMs, bodyWithinMs } = options;
  const startOptions = {
    ...(finishWithinMs ? { finishWithinMs } : {}),
    ...(bodyWithinMs ? { bodyWithinMs } : {}),
  };
  const app = await createApp({
    db,
    clock,
    config,
    startBodyWorker: options.startBodyWorker ?? startBodyWorker,
    startFileMaker,
    ...startOptions,
  });
  await app.ready();
  const withToken = (token: string | null, user_id = 0) => createClient(app, token, user_id);
  return {
    app,
    db,
    databaseUrl,
    directUrl,
    clock,
    withToken,
    as: async (who) => {
      const user_id = await findOrCreateUser(db, who);
      return withToken(await openSession(db, user_id, clock()), user_id);
    },
    close: async () => {
      await app.close();
      await ownDatabase?.drop();
    },
  };
}

async function findOrCreateUser(db: Database, who: TestUser): Promise<number> {
  if (typeof who === 'number') return who;
  if (typeof who === 'string') {
    const row = await db.selectFrom('user_account').select('id').where('username', '=', who).executeTakeFirstOrThrow();
    return row.id;
  }
  if ('user_id' in who) return who.user_id;
  // A bureau can add its own codes, but the compiler has only the built-in ones.
  const { user_id } = await buildStaff(db, 'length' in who ? { permissions: who as readonly PermissionCode[] } : who);
  return user_id;
}

function createClient(app: FastifyInstance, token: string | null, user_id: number): ApiClient {
  const send = async <E extends Endpoint>(endpoint: E, input?: unknown, headers: Headers = {}) => {
    const fields = { ...(input as Record<string, unknown> | undefined) };
    const url = endpoint.path.replace(/\{(\w+)\}/g, (_part, name: string) => {
      const value = String(fields[name]);
      delete fields[name];
      return encodeURIComponent(value);
    });
    const response = await app.inject({
      method: endpoint.method,
      url,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(endpoint.method === 'POST' ? { payload: fields } : {}),
    });
    const parsed = response.body === '' ? undefined : (JSON.parse(response.body) as unknown);
    return {
      status: response.statusCode,
      headers: response.headers as Headers,
      text: response.body,
      body: parsed as OutputOf<E>,
      problem: parsed as Problem,
    };
  };
  return {
    token,
    user_id,
    send,
    call: async (endpoint, input, headers) => {
      const response = await send(endpoint, input, headers);
      if (response.status !== 200) throw new Error(`${endpoint.name}: ${response.text}`);
      return response.body;
    },
  };
}

/**
 * Starts the server's worker for large bodies. Vite's runner runs it from source, because this Node cannot read
 * TypeScript.
 */
function startBodyWorker(): Worker {
  const file = join(import.meta.dirname, '../http/body/worker.ts');
  return new Worker(`import('vite').then(({ runnerImport }) => runnerImport(${JSON.stringify(file)}))`, { eval: true });
}
