import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file that is written while it is sent. Its source frees all resources when `body` closes, read or unread. */
export interface Download {
  readonly file_name: string;
  readonly media_type: string;
  /** Number of rows in the list. Undefined if the file is a picture. */
  readonly rows?: number;
  /** True for a file that a page shows. Its address contains its version, so it never changes. */
  readonly isInline?: true;
  readonly body: Readable;
}

/** Sends a file. The stream and the database read behind it are destroyed when the caller leaves. */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  const { file_name, media_type, rows, body, isInline } = download;
  if (isInline) {
    // An opened file runs no script, and the browser does not guess its type.
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
