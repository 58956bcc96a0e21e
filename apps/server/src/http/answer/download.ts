import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file that is written while it is sent. Whoever makes it lets go of what it holds when `body` closes, read or not. */
export interface Download {
  readonly file_name: string;
  readonly media_type: string;
  /** How many rows of the list it holds; of a picture nothing. */
  readonly rows?: number;
  /** What is shown in a page rather than kept as a file: its address names its version, so that it never changes. */
  readonly inPage?: true;
  readonly body: Readable;
}

/** Sends a file. When the caller goes away its stream is destroyed, and with it the reading behind it. */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  const { file_name, media_type, rows, body, inPage } = download;
  if (inPage) {
    // Whatever else the bytes may hold: opened by itself it runs no script, and its type is not sniffed.
    return reply
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('vary', 'authorization')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `inline; filename="${file_name}"`)
      .type(media_type)
      .send(body);
  }
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${file_name}"`)
    .header('x-total-rows', rows ?? 0)
    .type(media_type)
    .send(body);
}
