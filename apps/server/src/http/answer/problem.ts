import { ERRORS, type ErrorCode, type FieldError, type Problem } from '@darkroom/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseError } from 'pg';
import { failureOfConstraint } from './constraints.ts';
import { wordsOf } from '../../words.ts';
import { Failure, fail } from './fail.ts';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const words = wordsOf('en');

/** Seconds after which a client may try again when the database is away. */
const SOON = 2;
/** And when its disk is full, which somebody has to see to. */
const LATER = 30;

/** Connection trouble as Node and the driver name it. */
const GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);
/** The driver has no codes for these. */
const GONE_WORDS =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|pool after calling end|driver has already been destroyed/i;
/** Shut down, starting up, too many connections, out of memory, cancelled for taking too long, renamed away. */
const GONE_STATES = /^(08|53|57|58|3D000|25P03)/;

/** Is it the database being away, rather than something wrong with the call? */
export function isDatabaseGone(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseGone);
  if (error instanceof DatabaseError) return GONE_STATES.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return GONE.has((error as NodeJS.ErrnoException).code ?? '') || GONE_WORDS.test(error.message);
}

/** Whether the caller has gone before the call or its answer was complete, for example by leaving a page. Nothing is wrong then. */
export const isCallerGone = (
  error: unknown,
  { socket, complete }: { readonly socket: { readonly destroyed: boolean }; readonly complete: boolean },
): boolean =>
  error instanceof Error &&
  (isAborted(error) ||
    (socket.destroyed && (!complete || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE')));

/** Node's own words, with a code the database's connections have too, for a call whose connection was closed while it was read. */
const isAborted = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNRESET' && error.message === 'aborted';

/** Fastify's own refusals, by status: nothing of its wording reaches the wire. */
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'malformed',
  404: 'not_found',
  413: 'too_large',
  414: 'headers_too_large',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
};

/** Any error as the failure the wire knows it by; `internal` for what nobody foresaw. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const broken = failureOfConstraint(error);
  if (broken) return broken;
  // It waited long enough for what another transaction holds.
  if (error instanceof DatabaseError && error.code === '55P03') return fail('held', { retryAfter: SOON });
  if (error instanceof DatabaseError && error.code === '53100') return fail('disk_full', { retryAfter: LATER });
  if (isDatabaseGone(error)) return fail('unavailable', { retryAfter: SOON });
  // A value no column of that type can hold: the schemas should have caught it, and the caller can only mend the input.
  if (error instanceof DatabaseError && error.code?.startsWith('22')) return fail('malformed');
  const status = error instanceof Error ? (error as { statusCode?: unknown }).statusCode : undefined;
  const code = typeof status === 'number' ? BY_STATUS[status] : undefined;
  return fail(code ?? (typeof status === 'number' && status >= 400 && status < 500 ? 'malformed' : 'internal'));
}

/** As many bad fields as one answer tells of: a hostile call must not be answered with megabytes. */
export const MAX_ERRORS = 100;

/** The English sentence of an error code: the one that screens show. */
export const titleOfError = (code: string): string => words(`errors:${code}`);

/** The English sentence of a refused field. A field can also be refused with an error code. */
export function sentenceOfField({ code, limit }: Pick<FieldError, 'code' | 'limit'>): string {
  const key = Object.hasOwn(ERRORS, code) ? `errors:${code}` : `errors:field.${code}`;
  return words(key, limit === undefined ? {} : { limit: String(limit) });
}

/** A failure as problem+json (RFC 9457, domain §8). */
export function problemOf({ code, trouble }: Failure, request_id: string): Problem {
  const status = ERRORS[code];
  const title = titleOfError(code);
  const single = trouble.field === undefined ? [] : [{ field: trouble.field, code }];
  const errors: FieldError[] = [...(trouble.errors ?? []), ...single]
    .slice(0, MAX_ERRORS)
    .map((e) => ({ ...e, message: sentenceOfField(e) }));
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

const answered = new WeakMap<FastifyRequest, ErrorCode>();

/** What a request was refused with, once it was. */
export const refusalOf = (request: FastifyRequest): ErrorCode | undefined => answered.get(request);

/** Sends a failure, with the headers its status asks for. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const problem = problemOf(failure, reply.request.id);
  answered.set(reply.request, failure.code);
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  if (problem.retry_after !== undefined) reply.header('retry-after', problem.retry_after);
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

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
