import { ERRORS, type ErrorCode, type FieldError, type Problem } from '@darkroom/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { toConstraintFailure } from './constraints.ts';
import { getTranslate } from '../../translate.ts';
import { Failure, fail } from './fail.ts';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const translate = getTranslate('en');

/** Seconds until a client can try again when the database is unavailable. */
const RETRY_SOON_S = 2;
/** Seconds until the next try when the database's disk is full, which an operator must fix. */
const RETRY_LATER_S = 30;

/** Connection errors of Node and the driver. */
const GONE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
/** Driver errors without a code. */
const GONE_WORDS =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|pool after calling end|driver has already been destroyed/i;
/** SQL states of an unavailable database, such as shut down, starting up, out of memory or renamed. */
const GONE_STATES = /^(08|53|57|58|3D000|25P03|25006)/;
/** SQL states of a server that stops, starts or has become a replica. */
const MOVED_STATES = /^(08|57P0[123]|25006)/;

/** Returns true if the database is unavailable and the request itself is valid. */
export function isDatabaseGone(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseGone);
  if (error instanceof DatabaseError) return GONE_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return GONE_CODES.has((error as NodeJS.ErrnoException).code ?? '') || GONE_WORDS.test(error.message);
}

/** Returns true if the connection to the database was lost or refused, as while another machine takes over. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof DatabaseError ? MOVED_STATES.test(error.code ?? '') : isDatabaseGone(error);

/**
 * Returns true if the caller left before the request or response was complete, for example by leaving a page. This is
 * not an error.
 */
export const isCallerGone = (
  error: unknown,
  { socket, complete }: { readonly socket: { readonly destroyed: boolean }; readonly complete: boolean },
): boolean =>
  error instanceof Error &&
  (isAborted(error) ||
    (socket.destroyed && (!complete || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE')));

/**
 * Returns true if the connection closed while Node read the request. The same code occurs for database connections, so
 * the message decides.
 */
const isAborted = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNRESET' && error.message === 'aborted';

/** Error codes for Fastify's own refusals by status. Fastify's wording is never sent. */
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'malformed',
  404: 'not_found',
  413: 'too_large',
  414: 'headers_too_large',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
};

/** Converts any error to a failure. An unexpected error becomes `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const constraintFailure = toConstraintFailure(error);
  if (constraintFailure) return constraintFailure;
  // The statement waited too long for locks of other transactions.
  if (error instanceof DatabaseError && error.code === '55P03')
    return fail('record_busy', { retryAfter: RETRY_SOON_S });
  if (error instanceof DatabaseError && error.code === '53100') return fail('disk_full', { retryAfter: RETRY_LATER_S });
  if (isDatabaseGone(error)) return fail('unavailable', { retryAfter: RETRY_SOON_S });
  // No column of that type can store the value. The schemas normally refuse it first, and the caller can only fix the
  // input.
  if (error instanceof DatabaseError && error.code?.startsWith('22')) return fail('malformed');
  const status = error instanceof Error ? (error as { statusCode?: unknown }).statusCode : undefined;
  const code = typeof status === 'number' ? BY_STATUS[status] : undefined;
  return fail(code ?? (typeof status === 'number' && status >= 400 && status < 500 ? 'malformed' : 'internal'));
}

/** Limit of bad fields in one response, so that a hostile request does not get megabytes. */
export const MAX_ERRORS = 100;

/** Returns the English sentence of an error code, as on the screens. */
export const getErrorTitle = (code: string): string => translate(`errors:${code}`);

/** Returns the English sentence of a refused field. The code of a field can also be an error code. */
export function getFieldSentence({ code, limit }: Pick<FieldError, 'code' | 'limit'>): string {
  const key = Object.hasOwn(ERRORS, code) ? `errors:${code}` : `errors:field.${code}`;
  return translate(key, limit === undefined ? {} : { limit: String(limit) });
}

/** Converts a failure to problem+json (RFC 9457, domain §8). */
export function toProblem({ code, details: trouble }: Failure, request_id: string): Problem {
  const status = ERRORS[code];
  const title = getErrorTitle(code);
  const single = trouble.field === undefined ? [] : [{ field: trouble.field, code }];
  const errors: FieldError[] = [...(trouble.errors ?? []), ...single]
    .slice(0, MAX_ERRORS)
    .map((e) => ({ ...e, message: getFieldSentence(e) }));
  const sentences = [...new Set(errors.map(({ message }) => message))].join(' ');
  return {
    type: `/api/docs#error-${code}`,
    title,
    status,
    detail: trouble.detail ?? (sentences || title),
    code,
    ...(errors.length ? { errors } : {}),
    ...(trouble.current === undefined ? {} : { current: trouble.current }),
    ...trouble.figures,
    ...(trouble.retryAfter === undefined ? {} : { retry_after: trouble.retryAfter }),
    request_id,
  };
}

const sentCodes = new WeakMap<FastifyRequest, ErrorCode>();

/** Returns the error code with which a request was refused. Returns undefined for other requests. */
export const getRefusal = (request: FastifyRequest): ErrorCode | undefined => sentCodes.get(request);

/** Sends a failure, with the headers of its status. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const problem = toProblem(failure, reply.request.id);
  sentCodes.set(reply.request, failure.code);
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  if (problem.retry_after !== undefined) reply.header('retry-after', problem.retry_after);
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

const PARSER_ERROR_CODES = { ERR_HTTP_REQUEST_TIMEOUT: 'too_slow', HPE_HEADER_OVERFLOW: 'headers_too_large' } as const;

/** Sends an error for a request that Node could not parse: endless or invalid headers. */
export function respondToBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { type, title, status, detail, code } = toProblem(
    fail(PARSER_ERROR_CODES[error.code as keyof typeof PARSER_ERROR_CODES] ?? 'malformed'),
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
