import { portalRead } from '@darkroom/contract/portal/portal';
import { withTvBoards, signedIn } from '@darkroom/domain/permission/access';
import type { FastifyInstance } from 'fastify';
import { breakConnections } from '../db/connect.ts';
import { fail } from '../http/response/fail.ts';
import { passGates } from '../http/gates.ts';
import type { AppDeps } from '../http/mount.ts';
import { isDatabaseGone } from '../http/response/problem.ts';
import { hashToken } from '../http/session/session.ts';
import { startListening } from './listener.ts';
import { createStreams } from './streams.ts';

const HEARTBEAT_MS = 20_000;
/** Limit of streams for one user in one server process, more than the windows of any user. */
const MAX_STREAMS_PER_USER = 20;

// The page opens its stream automatically, so this does not count as use of the session.
const ACCESS_RULES = {
  name: 'live',
  path: '/api/live',
  access: withTvBoards(signedIn),
  // A member who views a customer's portal receives the messages of that customer (decision 104).
  viewedBy: portalRead.viewedBy,
  lock: null,
  kind: 'read',
  background: true,
  // Programs use webhooks.
  person: true,
} as const;

/** State of the live streams of this process. */
interface LiveState {
  readonly liveStreams: () => number;
  readonly listening: () => boolean;
}

/**
 * Adds GET /api/live, changes as an event stream. `change` has a topic and ids, `resync` means that some can be
 * missing, and `end` means that the session is over.
 */
export function addLive(app: FastifyInstance, deps: AppDeps, listenUrl: string): LiveState {
  const streams = createStreams(deps.db, deps.clock, app.log);
  const listener = startListening({
    databaseUrl: listenUrl,
    onMessage: streams.deliver,
    onGap: streams.resync,
    onNoResponse: (before) => {
      for (const db of [deps.db, deps.writes, deps.outside]) breakConnections(db, before);
    },
    log: app.log,
  });
  const timer = setInterval(() => {
    streams.sendHeartbeat().catch((error: unknown) => {
      if (!isDatabaseGone(error)) app.log.error(error, 'live: the sessions could not be looked at');
    });
  }, HEARTBEAT_MS);
  timer.unref();
  app.addHook('onReady', () => listener.ready);
  // Runs before closing, which waits for open responses. A stream would never end without this.
  app.addHook('preClose', async () => streams.closeAll());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await listener.stop();
  });

  app.get('/api/live', async (request, reply) => {
    const now = deps.clock();
    request.call = { name: ACCESS_RULES.name, kind: ACCESS_RULES.kind, now, actor: null, gateResult: null };
    const { call } = request;
    const { actor, token } = await passGates(deps, ACCESS_RULES, request, now, (actor) => {
      call.actor = actor;
    });
    if (streams.countByHolder(actor) >= MAX_STREAMS_PER_USER) throw fail('too_many_attempts', { retryAfter: 30 });
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    // Proxies must pass each event on at once. The connection closes with the stream, so that closing the server does
    // not wait for the connection.
    reply.raw.writeHead(200, {
      connection: 'close',
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const view_as = request.headers['x-view-as'];
    streams.open(reply.raw, hashToken(token), actor, typeof view_as === 'string' ? view_as : null);
    request.log.info({ route: ACCESS_RULES.path, user_id: actor.user_id }, 'stream opened');
  });
  return { liveStreams: streams.size, listening: listener.isListening };
}
