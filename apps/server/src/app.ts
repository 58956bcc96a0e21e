import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { writeAudit } from './audit/audit.ts';
import type { RunningConfig } from './config.ts';
import { connect, type Database } from './db/connect.ts';
import { createReplica } from './db/replica.ts';
import { runForecast } from './features/forecast/forecast.service.ts';
import { rollUpQuality } from './features/quality/rollup.service.ts';
import { createLargeBodies } from './http/body/large.ts';
import { createFileMaker } from './http/files/maker.ts';
import { createLimiter } from './http/concurrency-limiter.ts';
import { closeRefusedBodies, readBodies } from './http/body/read.ts';
import { NOBODY } from './http/context.ts';
import { addDocs } from './http/response/docs.ts';
import { respondToBrokenRequest, isCallerGone, toFailure, toProblem, sendFailure } from './http/response/problem.ts';
import { addDrain } from './http/drain.ts';
import type { Failure } from './http/response/fail.ts';
import { makeContext, mountContract, type AppDeps } from './http/mount.ts';
import { addMetrics } from './http/metrics.ts';
import { createSessionCache } from './http/session/session-cache.ts';
import { createRates } from './http/limits/memory-rates.ts';
import { logRequests, logStream } from './http/request-log.ts';
import { addReports } from './http/reports.ts';
import { createWriteQueue } from './http/write-queue.ts';
import { addSecurityHeaders } from './http/security.ts';
import { serveSite } from './http/response/site.ts';
import { startInterval, startCleanup } from './http/background.ts';
import { addLive } from './live/live.ts';
import { routes } from './routes.ts';
import { sql } from 'kysely';

export interface AppOptions {
  db: Database;
  /** Returns the current instant. Tests set another clock. */
  clock: () => string;
  config: RunningConfig;
  /** Starts the worker for large bodies. Tests set another one, because they are not built. */
  startBodyWorker?: () => Worker;
  /** Starts the program that makes files. Tests set another one, because they are not built. */
  startFileMaker?: () => ChildProcess;
  /** Time limit for running requests at shutdown. Tests set a shorter one. */
  finishWithinMs?: number;
  /** Time limit for receiving a body. Tests set a shorter one. */
  bodyWithinMs?: number;
}

/** Body limit of requests outside the contract. Each endpoint has its own. */
const BODY_LIMIT = 4096;
/** Time limit for receiving a request on a slow line. The largest request has 16 MB. */
const MAX_REQUEST_MS = 120_000;
const MAX_HEADERS_MS = 15_000;
const SLOW_REQUEST_CHECK_MS = 5000;
const OUTSIDE_CONNECTIONS = 4;
/** Maximum of reports of all people at the same time. */
const MAX_CONCURRENT_REPORTS = 3;
/** Time limit for a write that waits for a lock. */
const MAX_LOCK_WAIT_MS = 5000;

/** Builds the whole server, without listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, clock, config } = options;
  const pool = { databaseUrl: config.databaseUrl, prepare: config.dbPrepare };
  const writers = Math.max(2, Math.ceil(config.dbPool / 2));
  const writes = connect({ ...pool, dbPool: writers, lockLimitMs: MAX_LOCK_WAIT_MS });
  const outside = connect({ ...pool, dbPool: OUTSIDE_CONNECTIONS, lockLimitMs: MAX_LOCK_WAIT_MS });
  const reportsUrl = config.reportsDatabaseUrl;
  const replica = reportsUrl
    ? createReplica({
        ...pool,
        databaseUrl: reportsUrl,
        dbPool: MAX_CONCURRENT_REPORTS + 1,
        primary: outside,
        log: (message) => app.log.warn(message),
      })
    : null;
  const large = createLargeBodies(options.startBodyWorker);
  const rates = createRates(config.callLimits);
  const sessions = createSessionCache(outside);
  const files = createFileMaker(options.startFileMaker);
  const limiters = {
    reports: createLimiter(MAX_CONCURRENT_REPORTS, 'unavailable', { rests: true }),
    passwords: createLimiter(1, 'too_many_attempts'),
  };
  const writeQueue = createWriteQueue(writers);
  const deps: AppDeps = {
    db,
    replica,
    writes,
    outside,
    sessions,
    writeQueue,
    large,
    files,
    ...limiters,
    rates,
    clock,
    config,
  };
  const app: FastifyInstance = Fastify({
    logger: { level: config.logLevel, base: null, ...(config.production ? { stream: logStream() } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: proxiesToTrust(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // http/drain limits the shutdown, with more time than Fastify's default.
    pluginTimeout: 0,
    // http/drain responds to requests during shutdown.
    return503OnClosing: false,
    requestTimeout: MAX_REQUEST_MS,
    http: { headersTimeout: MAX_HEADERS_MS, connectionsCheckingInterval: SLOW_REQUEST_CHECK_MS },
    clientErrorHandler: respondToBrokenRequest,
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      void sendFailure(reply, toFailure(error));
    },
  });
  // A reminder, because an operator can forget to close it.
  if (config.backdoorUntil !== null && config.backdoorUntil > clock())
    app.log.warn({ until: config.backdoorUntil }, 'emergency recovery is open (BACKDOOR_UNTIL)');
  const readBody = readBodies(app, large, options.bodyWithinMs);
  closeRefusedBodies(app);
  app.decorateRequest('call', null);
  app.addHook('onClose', async () => {
    files.close();
    await Promise.all([writes.destroy(), outside.destroy(), large.close(), replica?.close()]);
  });
  logRequests(app, config);
  app.setErrorHandler((error, request, reply) => respondToFailure(deps, error, request, reply));
  await addSecurityHeaders(app);
  await app.register(compress, {
    threshold: 1024,
    // Honest clients send uncompressed bodies. Compressed ones can be decompression bombs.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    // Responses are compressed each time, unlike the files for which the default is meant. Level 4 saves a seventh
    // compared with 1, at four times the work.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    // Compressing a list page at once is faster than setting up a stream.
    syncThreshold: 128 * 1024,
  });
  mountContract(app, deps, routes);
  const live = addLive(app, deps, config.listenDatabaseUrl ?? config.databaseUrl);
  addHealth(app, deps);
  const metrics = addMetrics(app, deps, { ...live, version: config.version });
  addReports(app, deps, metrics, readBody);
  addDocs(app);
  await serveSite(app, config.root, clock);
  startCleanup(app, deps);
  // Runs while the app is open. Only one of several processes does each run (decision 126).
  startInterval(app, { name: 'forecasting', intervalMs: 60_000, run: () => runForecast(db, clock()) });
  startInterval(app, {
    name: 'folding the history for quality',
    intervalMs: 3000,
    run: () => rollUpQuality(db, clock()),
  });
  addDrain(app, [db, writes, outside], options.finishWithinMs);
  return app;
}

// Returns Fastify's setting for proxies in front of the server. A number trusts that many hops.
const proxiesToTrust = (setting: RunningConfig['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting;

async function respondToFailure(deps: AppDeps, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (isCallerGone(error, request.raw)) return reply.hijack();
  const failure = toFailure(error);
  const { status } = toProblem(failure, request.id);
  if (failure.code === 'internal') request.log.error(error, 'request failed');
  else if (failure.code === 'disk_full')
    request.log.error({ reason: String(error) }, 'the disk of the database is full: make room');
  // The server's own 503 at shutdown says nothing about the database.
  else if (failure.code === 'unavailable' && failure !== error)
    request.log.warn({ reason: String(error) }, 'the database is away');
  await recordRefusal(deps, failure, status, request);
  return sendFailure(reply, failure);
}

/** Records refusals outside the transaction, so that they survive its rollback (quality 26). */
async function recordRefusal(deps: AppDeps, failure: Failure, status: number, request: FastifyRequest): Promise<void> {
  const { call } = request;
  if (!call || ![403, 423, 429].includes(status) || failure.details.isRecorded) return;
  const ctx = makeContext(deps, request, { actor: call.actor ?? NOBODY, locks: {} }, call.now);
  await writeAudit(ctx, { action: call.name, note: `refused: ${failure.code}` }, deps.outside).catch((error: unknown) =>
    request.log.error({ reason: String(error) }, 'a refusal could not be put on record'),
  );
}

function addHealth(app: FastifyInstance, deps: AppDeps): void {
  app.get('/health/live', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/health/ready', { logLevel: 'error' }, async () => {
    // A separate pool, so that busy lists and writes do not look like a failure.
    await sql`select 1`.execute(deps.outside);
    return { status: 'ok' };
  });
}
