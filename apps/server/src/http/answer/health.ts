import { anyOf, can } from '@darkroom/domain/permission/access';
import { sql } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { fail } from './fail.ts';
import type { AppDeps } from '../mount.ts';
import { bearerToken, findSession } from '../session.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** `/health/live`, `/health/ready` and `/metrics`. */
export function addHealth(app: FastifyInstance, deps: AppDeps, gauges: { liveStreams: () => number }): void {
  app.get('/health/live', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/health/ready', { logLevel: 'error' }, async () => {
    // Busy lists and writes are no sickness.
    await sql`select 1`.execute(deps.outside);
    return { status: 'ok' };
  });
  addMetrics(app, deps, gauges);
}

function addMetrics(app: FastifyInstance, deps: AppDeps, gauges: { liveStreams: () => number }): void {
  // Of this app alone: several may run in one process.
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const streams = new Gauge({ name: 'live_streams', help: 'Open live streams of this process', registers: [registry] });
  app.addHook('onResponse', async (request, reply) => {
    // By route and not by path: paths are caller-controlled, hence an unlimited number of labels.
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
  });
  let collecting = false;
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isLoopback(request) && !(await isAdmin(deps, request))) throw fail('forbidden');
    if (!collecting) collectDefaultMetrics({ register: registry });
    collecting = true;
    streams.set(gauges.liveStreams());
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

// A proxy on this machine calls from loopback too, but says for whom.
const isLoopback = ({ socket, headers }: FastifyRequest): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded;

async function isAdmin({ db, clock }: AppDeps, request: FastifyRequest): Promise<boolean> {
  const session = await findSession(db, bearerToken(request.headers.authorization), clock());
  return session !== null && can(session.actor, anyOf('npn_admin'));
}
