import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file that is written while it is sent. Whoever makes it lets go of what it holds when `body` closes, read or not. */
export interface Download {
  readonly file_name: string;
  readonly media_type: string;
  /** How many rows of the list it holds. */
  readonly rows: number;
  readonly body: Readable;
}

/** Sends a file. When the caller goes away its stream is destroyed, and with it the reading behind it. */
export function sendDownload(reply: FastifyReply, { file_name, media_type, rows, body }: Download): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${file_name}"`)
    .header('x-total-rows', rows)
    .type(media_type)
    .send(body);
}
