import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { destination, type DestinationStream } from 'pino';

/** A read that took less than this is one of thousands that went as they should. */
const QUICK_MS = 50;
/** Of those one in so many is written down, by route. */
const ONE_OF = 20;

/** Where lines of the log go: written beside what the server does, in order, what is left at its end. */
export const logStream = (): DestinationStream => destination({ sync: false });

/**
 * One line a request: who, what, how long. No body, no query, no token, no address (quality 29). Running for real, quick
 * reads that went well are told by the twenty: `quick` says how many a line stands for. Whatever changes something, is refused,
 * fails or takes its time is told each time.
 */
export function logRequests(app: FastifyInstance, { production }: { production: boolean }): void {
  const quick = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? null;
    const user_id = request.call?.actor?.user_id ?? null;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const line = { method: request.method, route, status: reply.statusCode, user_id, ms };
    if (!production || !isQuickRead(request, reply)) return write(request.log, line);
    const of = (quick.get(route ?? '') ?? 0) + 1;
    quick.set(route ?? '', of % ONE_OF);
    if (of === ONE_OF) write(request.log, { ...line, quick: of });
  });
}

const write = (log: FastifyBaseLogger, line: object): void => log.info(line, 'request');

const isQuickRead = ({ call, method }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): boolean =>
  statusCode < 400 && elapsedTime < QUICK_MS && (call ? call.kind === 'read' : method === 'GET' || method === 'HEAD');
