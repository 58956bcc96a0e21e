import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { breakConnections, type Database } from '../db/connect.ts';
import { fail } from './response/fail.ts';

/** Time limit for running requests at shutdown. */
const MAX_FINISH_MS = 9000;
/** Time limit for the responses of requests with an aborted database connection. */
const MAX_ABORTED_ANSWER_MS = 1000;
const CHECK_INTERVAL_MS = 20;
const RETRY_AFTER_S = 5;

/**
 * Closes the server (quality 25): new requests get 503, running ones finish, late ones are aborted. Must be added after
 * the streams.
 */
export function addDrain(app: FastifyInstance, databases: readonly Database[], finishWithinMs = MAX_FINISH_MS): void {
  /** Waiting requests by connection. */
  const openRequests = new Map<Socket, number>();
  let runningCount = 0;
  let closing = false;
  let closed = false;
  app.server.on('connection', (socket) => {
    if (closed) return void socket.destroy();
    openRequests.set(socket, 0);
    socket.on('close', () => openRequests.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    const count = (change: number) => {
      const before = openRequests.get(socket);
      if (before !== undefined) openRequests.set(socket, before + change);
    };
    count(1);
    response.once('close', () => count(-1));
  });

  app.addHook('onRequest', async (request, reply) => {
    // The process is alive until it ends. `/health/ready` reports if it accepts requests.
    if (closing && request.url !== '/health/live') throw fail('unavailable', { retryAfter: RETRY_AFTER_S });
    runningCount += 1;
    let ended = false;
    const end = () => {
      if (!ended) runningCount -= 1;
      ended = true;
    };
    reply.raw.once('finish', end).once('close', end);
  });

  const waitUntilFinished = async (timeoutMs: number) => {
    const until = performance.now() + timeoutMs;
    while (runningCount > 0 && performance.now() < until) await sleep(CHECK_INTERVAL_MS);
    return runningCount === 0;
  };
  app.addHook('preClose', async () => {
    closing = true;
    if (!(await waitUntilFinished(finishWithinMs))) {
      app.log.warn({ running: runningCount }, 'stopping: breaking off what does not finish');
      for (const db of databases) breakConnections(db, performance.now());
      await waitUntilFinished(MAX_ABORTED_ANSWER_MS);
      app.server.closeAllConnections();
    }
    // Browsers open connections in advance, and requests can be unfinished. Node counts these as busy and would wait for them.
    closed = true;
    for (const [socket, requests] of openRequests) if (requests === 0) socket.destroy();
  });
}
