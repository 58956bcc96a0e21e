import type { FastifyInstance } from 'fastify';

/** The time to read the answer, or to send the rest of a short body, before the connection is closed. */
const CLOSED_AFTER_MS = 2000;
/** The rest of so short a body is read, and the connection can be used again. */
const SHORT_BODY = 16 * 1024;

/** Answers a refused body at once and reads no more. The connection stays open for a moment, or the answer could be lost. */
export function closeRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    const { socket, headers } = raw;
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
    if (raw.complete || reply.statusCode < 400) return;
    const isShort = length <= SHORT_BODY;
    if (!isShort) reply.header('connection', 'close');
    // Calls that do not come over the network have no such connection.
    if (!socket.destroySoon) return;
    setTimeout(() => (isShort && raw.complete) || socket.destroy(), CLOSED_AFTER_MS).unref();
    if (isShort) return;
    // With this Node closes a connection once its last answer is written.
    socket.destroySoon = () => {
      socket.end();
      // Only after Node has begun to read the rest by itself.
      setImmediate(() => socket.pause());
    };
  });
}
