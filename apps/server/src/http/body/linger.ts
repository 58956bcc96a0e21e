import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What is left of a refused body is read on for so long and so far, and thrown away: a little more than the largest that any call takes. */
const WITHIN_MS = 5000;
const MOST_BYTES = 20_000_000;

/**
 * A body that is refused before it is whole is answered at once, and its connection closed; but not while the caller still sends within
 * bounds: a proxy that finds the connection broken under its hands says 502 and never reads our 413.
 */
export function lingerOverBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    const { socket } = raw;
    if (reply.getHeader('connection') !== 'close' || raw.complete || !socket.destroySoon) return;
    if (Number(raw.headers['content-length'] ?? 0) > MOST_BYTES) return;
    // With this Node closes a connection once its last answer is written.
    socket.destroySoon = () => {
      socket.end();
      readOn(raw, () => socket.destroy());
    };
  });
}

/** Reads what still comes of a body, and says when it has ended or goes on for too long. */
function readOn(raw: IncomingMessage, done: () => void): void {
  const timer = setTimeout(done, WITHIN_MS);
  raw.socket.once('close', () => clearTimeout(timer));
  let read = 0;
  raw.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > MOST_BYTES) done();
  });
  raw.once('end', done);
  raw.resume();
}
