import type { FastifyInstance } from 'fastify';

/** Whoever is refused has so long to read the answer before the connection is gone. */
const READ_WITHIN_MS = 2000;
/** What is left of so short a body is read: the connection stays of use. */
const SHORT_BODY = 16 * 1024;

/**
 * A body that is refused before it is whole is answered at once, and nothing more of it is read. The connection stays open for a moment, for
 * where it is closed with unread bytes, the caller's machine may throw our answer away.
 */
export function closeRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    const { socket, headers } = raw;
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
    if (raw.complete || reply.statusCode < 400 || length <= SHORT_BODY) return;
    reply.header('connection', 'close');
    // Calls that do not come over the network have no such connection.
    if (!socket.destroySoon) return;
    // With this Node closes a connection once its last answer is written.
    socket.destroySoon = () => {
      socket.end();
      // Only after Node has begun to read the rest by itself.
      setImmediate(() => socket.pause());
      const timer = setTimeout(() => socket.destroy(), READ_WITHIN_MS);
      socket.once('close', () => clearTimeout(timer));
    };
  });
}
