import { timingSafeEqual } from 'node:crypto';
import { anyOf } from '@darkroom/domain/permission/access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { getPoolUsage, type Database } from '../db/connect.ts';
import { getRefusal } from './response/problem.ts';
import { passGates } from './gates.ts';
import { measureQueue } from '../features/webhook/webhook-sweep.service.ts';
import type { AppDeps } from './mount.ts';
import { hashToken } from './session/session.ts';
import { sql } from 'kysely';

/** Values that other parts of the server provide on request. */
export interface MetricSources {
  readonly liveStreams: () => number;
  readonly listening: () => boolean;
  readonly version: string;
}

/** Counters that other parts raise. */
export interface ReportCounter {
  /** Counts a report of a page or browser. */
  countReport(kind: string): void;
}

// Pages and collectors ask repeatedly, so their requests do not count as use of the session.
const ACCESS_RULES = {
  name: 'metrics',
  path: '/metrics',
  access: anyOf('npn_admin'),
  lock: null,
  kind: 'read',
  background: true,
} as const;
/** Interval of expensive database reads, for any number of scrapes. */
const TABLE_SIZE_INTERVAL_MS = 60_000;
const MAX_ANSWER_MS = 2000;

/**
 * Adds `/metrics` for an operator (docs/production.md). Open to holders of METRICS_TOKEN and to administrators, from
 * every address.
 */
export function addMetrics(app: FastifyInstance, deps: AppDeps, sources: MetricSources): ReportCounter {
  // One registry for each app, because several can run in one process.
  const registry = new Registry();
  const registers = [registry];
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers });

  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const refused = new Counter({
    name: 'darkroom_refused_total',
    help: 'Calls that were refused or failed, by the code of the answer: too_many_attempts is a 429, sign_in_failed a wrong password',
    labelNames: ['code'] as const,
    registers,
  });
  const reports = new Counter({
    name: 'darkroom_page_reports_total',
    help: 'Reports of browsers: pages that failed (error), content blocked by the Content-Security-Policy (csp)',
    labelNames: ['kind'] as const,
    registers,
  });
  // Zero values let an alert rule tell "none" from "missing".
  for (const code of ['too_many_attempts', 'sign_in_failed', 'record_busy', 'disk_full', 'unavailable', 'internal'])
    refused.inc({ code }, 0);
  for (const kind of ['error', 'csp']) reports.inc({ kind }, 0);
  gauge('darkroom_info', 'Version of the server and of Node.js', ['version', 'node']).set(
    { version: sources.version, node: process.versions.node },
    1,
  );
  const streams = gauge('live_streams', 'Open live streams of this process');
  const listening = gauge('darkroom_listening', '1 while this process receives database notifications (LISTEN)');
  const up = gauge('darkroom_database_up', '1 while the database answers');
  const connections = gauge('darkroom_pool_connections', 'Database connections in use', ['pool']);
  const poolMax = gauge('darkroom_pool_size', 'Maximum size of the connection pool', ['pool']);
  const poolWaiting = gauge('darkroom_pool_waiting', 'Requests that wait for a database connection', ['pool']);
  const writes = gauge(
    'darkroom_writes_waiting',
    'Writes that wait for a record that another call is changing, or for a free place in the queue',
  );
  const bodies = gauge('darkroom_large_bodies', 'Request bodies over 256 kB that are being read or wait to be read');
  const sizes = gauge('darkroom_table_bytes', 'Size of a table with its indexes', ['table']);
  const backup = gauge(
    'darkroom_last_backup_timestamp_seconds',
    'Time of the newest backup, in seconds since 1970; 0 without a backup',
  );

  const replicaLag = gauge(
    'darkroom_replica_lag_seconds',
    'Age of the data of the replica; -1 while it does not answer',
  );
  const replicaUsed = gauge('darkroom_replica_used', '1 while reports and files are read from the replica');
  const deliveries = gauge('darkroom_webhook_waiting', 'Webhook deliveries that wait, counted up to 10,000');
  const oldest = gauge('darkroom_webhook_oldest_seconds', 'Age of the oldest waiting webhook delivery, in seconds');

  app.addHook('onResponse', async (request, reply) => {
    // Labels use the route, because paths come from callers and would make unlimited labels.
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    const code = getRefusal(request);
    if (code) refused.inc({ code });
  });

  const pools: Record<string, Database> = { reads: deps.db, writes: deps.writes, outside: deps.outside };
  let measuredAt = -Infinity;
  async function readDatabaseMetrics(): Promise<void> {
    const newestBackup = await Promise.race([
      readNewestBackup(deps.outside).catch(() => null),
      new Promise<null>((resolve) => setTimeout(resolve, MAX_ANSWER_MS, null).unref()),
    ]);
    up.set(newestBackup === null ? 0 : 1);
    if (newestBackup === null) return;
    backup.set(newestBackup.newest);
    const queue = await measureQueue(deps.outside, deps.clock());
    deliveries.set(queue.waiting);
    oldest.set(queue.seconds);
    if (performance.now() - measuredAt < TABLE_SIZE_INTERVAL_MS) return;
    measuredAt = performance.now();
    for (const { name, bytes } of await readTableSizes(deps.outside)) sizes.set({ table: name }, bytes);
  }

  let collecting = false;
  app.get(ACCESS_RULES.path, { logLevel: 'warn' }, async (request, reply) => {
    if (!hasMetricsToken(deps, request)) await passGates(deps, ACCESS_RULES, request, deps.clock(), () => undefined);
    if (!collecting) collectDefaultMetrics({ register: registry });
    collecting = true;
    streams.set(sources.liveStreams());
    listening.set(sources.listening() ? 1 : 0);
    writes.set(deps.writeQueue.waiting());
    bodies.set(deps.large.size());
    if (deps.replica) {
      const lag = deps.replica.lag();
      replicaLag.set(lag === null ? -1 : lag / 1000);
      replicaUsed.set(deps.replica.current() ? 1 : 0);
    }
    for (const [pool, db] of Object.entries(pools)) {
      const use = getPoolUsage(db);
      connections.set({ pool }, use.borrowed);
      poolMax.set({ pool }, use.max);
      poolWaiting.set({ pool }, use.waiting);
    }
    await readDatabaseMetrics().catch((error: unknown) =>
      request.log.warn({ reason: String(error) }, 'metrics of the database'),
    );
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return { countReport: (kind) => reports.inc({ kind }) };
}

/** Returns true for the collector's token, which never expires. Hashes are compared in constant time. */
function hasMetricsToken({ config }: AppDeps, { headers }: FastifyRequest): boolean {
  const token = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1];
  return (
    config.metricsToken !== null &&
    token !== undefined &&
    timingSafeEqual(hashToken(token), hashToken(config.metricsToken))
  );
}

/** Reads the time of the newest backup, in seconds since 1970. Returns 0 if there is none. */
async function readNewestBackup(db: Database): Promise<{ newest: number }> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(extract(epoch from max(at)), 0)::float8 as newest from backup_run`.execute(db);
  return { newest: rows[0]?.newest ?? 0 };
}

/** Reads the tables with their size on disk. */
async function readTableSizes(db: Database): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return rows;
}
