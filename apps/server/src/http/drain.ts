import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { breakConnections, type Database } from '../db/connect.ts';
import { fail } from './answer/fail.ts';

/** Time limit for running calls at shutdown. */
const FINISH_WITHIN_MS = 9000;
/** Time for calls with an aborted database connection to answer. */
const SAY_SO_WITHIN_MS = 1000;
const LOOK_EVERY_MS = 20;
const COME_AGAIN_S = 5;

/** Closes the server (quality 25): new calls get 503, running ones finish, late ones are aborted. It is added after the streams. */
export function addDrain(
  app: FastifyInstance,
  databases: readonly Database[],
  finishWithinMs = FINISH_WITHIN_MS,
): void {
  /** Waiting requests by connection. */
  const waiting = new Map<Socket, number>();
  let running = 0;
  let closing = false;
  let closed = false;
  app.server.on('connection', (socket) => {
    if (closed) return void socket.destroy();
    waiting.set(socket, 0);
    socket.on('close', () => waiting.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    const count = (by: number) => {
      const before = waiting.get(socket);
      if (before !== undefined) waiting.set(socket, before + by);
    };
    count(1);
    response.once('close', () => count(-1));
  });

  app.addHook('onRequest', async (request, reply) => {
    // The process is alive until it ends. `/health/ready` says whether it takes calls.
    if (closing && request.url !== '/health/live') throw fail('unavailable', { retryAfter: COME_AGAIN_S });
    running += 1;
    let ended = false;
    const end = () => {
      if (!ended) running -= 1;
      ended = true;
    };
    reply.raw.once('finish', end).once('close', end);
  });

  const finished = async (withinMs: number) => {
    const until = performance.now() + withinMs;
    while (running > 0 && performance.now() < until) await sleep(LOOK_EVERY_MS);
    return running === 0;
  };
  app.addHook('preClose', async () => {
    closing = true;
    if (!(await finished(finishWithinMs))) {
      app.log.warn({ running }, 'stopping: breaking off what does not finish');
      for (const db of databases) breakConnections(db, performance.now());
      await finished(SAY_SO_WITHIN_MS);
      app.server.closeAllConnections();
    }
    // Browsers open connections in advance, and requests can be unfinished. Node counts these as busy and would wait for them.
    closed = true;
    for (const [socket, requests] of waiting) if (requests === 0) socket.destroy();
  });
}
