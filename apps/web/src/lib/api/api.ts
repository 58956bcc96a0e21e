import type { Endpoint, InputOf, OutputOf } from '@darkroom/contract/endpoint';
import type { Problem } from '@darkroom/contract/errors';
import type { Access } from '@darkroom/domain/permission/access';
import { recordOwnWrite } from './own-writes.ts';
import { endSession, endView, readSession, readToken, requireFactor } from '../session/session-store.ts';
import { syncClock } from '../clock/clock.ts';
import { newUuid } from '../uuid.ts';
import { markServerReachable, markServerUnreachable } from './connection.ts';

/** A failed request. `status` is 0 without a response. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly problem: Problem;
  readonly access: Access | undefined;
  constructor(status: number, problem: Problem, access?: Access) {
    super(problem.code);
    this.status = status;
    this.problem = problem;
    this.access = access;
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** True if the page makes the request automatically. Such a request does not extend the session (domain §6). */
  background?: boolean | undefined;
  /** Identifies a change: two requests with one key are one change (domain §2). A write without a key receives a new one. */
  idempotencyKey?: string | undefined;
  /** The tag of the cached response. The server sends no body if nothing has changed. */
  etag?: string | undefined;
}

/**
 * Sends a request of the contract. It shows no failure, because the caller decides (code rule 10). A 401 ends the stored session and
 * opens /login.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
): Promise<OutputOf<E>> => (await readJson(await request(endpoint, input, options))) as OutputOf<E>;

/** Returns the response to a read with its ETag, if there is one. Null if the sent ETag is still valid. */
export async function readWithEtag<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
): Promise<{ response: OutputOf<E>; etag: string | null } | null> {
  const response = await request(endpoint, input, options);
  if (response.status === NOT_MODIFIED) return null;
  return { response: (await readJson(response)) as OutputOf<E>, etag: response.headers.get('etag') };
}

const NOT_MODIFIED = 304;

/** Sends a request and returns the raw response, for files. */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, background, idempotencyKey, etag }: CallOptions = {},
): Promise<Response> {
  const token = readToken();
  const { path, rest } = fillPath(endpoint.path, input ?? {});
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (background) headers['X-Background'] = '1';
  if (etag !== undefined) headers['If-None-Match'] = etag;
  if (!endpoint.namesCustomer) Object.assign(headers, getViewHeader(path));
  if (endpoint.kind === 'write') headers['Idempotency-Key'] = idempotencyKey ?? newUuid();
  const init: RequestInit = { method: endpoint.method, headers, signal: signal ?? null, credentials: 'omit' };
  if (endpoint.method === 'POST') {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(rest);
  }
  const url = endpoint.method === 'GET' ? path + toQueryString(rest) : path;

  const sentAt = Date.now();
  const response = await fetch(url, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    markServerUnreachable();
    throw new ApiError(0, createProblem(0));
  });
  markServerReachable();
  syncClock(Date.parse(response.headers.get('date') ?? ''), sentAt);
  if (endpoint.kind === 'write') recordOwnWrite(response.headers.get('x-request-id'));
  if (response.ok || (response.status === NOT_MODIFIED && etag !== undefined)) return response;
  const error = new ApiError(response.status, await readProblem(response), endpoint.access);
  // Only the session that sent the request can end. A late response to an older token must not end the new session.
  if (response.status === 401 && token === readToken()) endSession();
  if (error.problem.code === 'view_closed') endView();
  if (error.problem.code === 'second_factor_required' && token === readToken()) requireFactor();
  throw error;
}

/** Returns the header of portal requests while this tab shows a customer's portal (decision 104). Other requests have none. */
export const getViewHeader = (path: string): Record<string, string> => {
  const view = path.startsWith('/api/customer-portal/') || path === '/api/live' ? readSession()?.viewing : undefined;
  return view ? { 'X-View-As': view.view_as } : {};
};

/** True if a repeated request could succeed (spec §7, domain §8). */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

function fillPath(path: string, input: object) {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path: filled, rest };
}

function toQueryString(fields: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null)
      parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const text = parameters.toString();
  return text ? `?${text}` : '';
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ApiError(0, createProblem(0));
  }
}

async function readProblem(response: Response): Promise<Problem> {
  const fallback = createProblem(response.status, Number(response.headers.get('Retry-After')) || undefined);
  if (!response.headers.get('Content-Type')?.includes('json')) return fallback;
  const body: unknown = await response.json().catch(() => null);
  if (!body || typeof body !== 'object') return fallback;
  const problem = { ...fallback, ...body };
  // A detail equal to the title adds nothing to the code, which the web translates.
  if (problem.detail === problem.title) delete problem.detail;
  return problem;
}

// A proxy, or a missing response, has no problem+json. The status alone decides.
function createProblem(status: number, retry_after?: number): Problem {
  const codes: Record<number, Problem['code']> = {
    0: 'unavailable',
    401: 'session_required',
    403: 'forbidden',
    404: 'not_found',
    413: 'too_large',
    429: 'too_many_attempts',
    502: 'unavailable',
    503: 'unavailable',
    504: 'unavailable',
  };
  const problem: Problem = { type: 'about:blank', title: '', status, code: codes[status] ?? 'internal' };
  return retry_after === undefined ? problem : { ...problem, retry_after };
}
