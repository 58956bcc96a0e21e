import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { destination, type DestinationStream } from 'pino';

/** Limit for the time of a quick read. */
const MAX_QUICK_MS = 50;
/** One of this many quick reads is logged, by route. */
const QUICK_SAMPLE_SIZE = 20;

/** Creates the destination of log lines. They are written asynchronously, in order, and flushed at the end. */
export const logStream = (): DestinationStream => destination({ sync: false });

/**
 * Logs one line for each request without body, query, token or address (quality 29). In production, twenty quick reads
 * share one line.
 */
export function logRequests(app: FastifyInstance, { production }: { production: boolean }): void {
  const quickReads = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? null;
    const user_id = request.call?.actor?.user_id ?? null;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { method: request.method, route, status: reply.statusCode, user_id, ms };
    if (!production || !isQuickRead(request, reply)) return writeLine(request.log, line);
    const quickCount = (quickReads.get(route ?? '') ?? 0) + 1;
    quickReads.set(route ?? '', quickCount % QUICK_SAMPLE_SIZE);
    if (quickCount === QUICK_SAMPLE_SIZE) writeLine(request.log, { ...line, quick: quickCount });
  });
}

const writeLine = (log: FastifyBaseLogger, line: object): void => log.info(line, 'request');

const isQuickRead = ({ call, method }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): boolean =>
  statusCode < 400 &&
  elapsedTime < MAX_QUICK_MS &&
  (call ? call.kind === 'read' : method === 'GET' || method === 'HEAD');
