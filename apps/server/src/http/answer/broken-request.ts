import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { fail } from './fail.ts';
import { problemOf } from './problem.ts';

/** Why Node could not make a request of what came, as the wire's codes have it. */
const CODES = { ERR_HTTP_REQUEST_TIMEOUT: 'too_slow', HPE_HEADER_OVERFLOW: 'headers_too_large' } as const;

/** Answers what never became a request: headers that do not come to an end, or are none. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { type, title, status, detail, code } = problemOf(
    fail(CODES[error.code as keyof typeof CODES] ?? 'malformed'),
    '',
  );
  const body = JSON.stringify({ type, title, status, detail, code });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy();
}
