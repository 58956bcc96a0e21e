import type { Endpoint, InputOf, OutputOf } from '@darkroom/contract/endpoint';
import type { Problem } from '@darkroom/contract/errors';
import type { Access } from '@darkroom/domain/permission/access';
import { noteOwnCall } from './own-acts.ts';
import { endSession, endView, readSession, readToken } from '../session/session-store.ts';
import { heardTime } from '../clock/clock.ts';
import { newUuid } from '../uuid.ts';
import { heardFromServer, serverUnreachable } from './connection.ts';

/** A call that did not succeed. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly problem: Problem;
  /** What the call asks of whoever makes it. */
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
  /** The page asks by itself: it does not count as use of the session (domain §6). */
  background?: boolean | undefined;
  /** The same key again means the same change (domain §2). Writes get a fresh one when the caller brings none. */
  idempotencyKey?: string | undefined;
  /** The tag of the answer the caller has: where nothing has changed none is sent. */
  known?: string | undefined;
}

/**
 * Makes a call of the contract. Shows nothing to anybody: whoever calls decides what a failure looks like (style sheet 10).
 * A 401 ends the stored session, which sends the person to /login.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
): Promise<OutputOf<E>> => (await readJson(await request(endpoint, input, options))) as OutputOf<E>;

/** The answer to a read and its tag, where it has one; null: it is still the one whose tag was brought. */
export async function readTagged<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions,
): Promise<{ answer: OutputOf<E>; tag: string | null } | null> {
  const response = await request(endpoint, input, options);
  if (response.status === NOT_MODIFIED) return null;
  return { answer: (await readJson(response)) as OutputOf<E>, tag: response.headers.get('etag') };
}

const NOT_MODIFIED = 304;

/** The same, with the answer as it arrives: for files. */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, background, idempotencyKey, known }: CallOptions = {},
): Promise<Response> {
  const token = readToken();
  const { path, rest } = fillPath(endpoint.path, input ?? {});
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (background) headers['X-Background'] = '1';
  if (known !== undefined) headers['If-None-Match'] = known;
  if (!endpoint.namesCustomer) Object.assign(headers, viewHeader(path));
  if (endpoint.kind === 'write') headers['Idempotency-Key'] = idempotencyKey ?? newUuid();
  const init: RequestInit = { method: endpoint.method, headers, signal: signal ?? null, credentials: 'omit' };
  if (endpoint.method === 'POST') {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(rest);
  }
  const url = endpoint.method === 'GET' ? path + queryString(rest) : path;

  const sent = Date.now();
  const response = await fetch(url, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    serverUnreachable();
    throw new ApiError(0, plainProblem(0));
  });
  heardFromServer();
  heardTime(Date.parse(response.headers.get('date') ?? ''), sent);
  if (endpoint.kind === 'write') noteOwnCall(response.headers.get('x-request-id'));
  if (response.ok || (response.status === NOT_MODIFIED && known !== undefined)) return response;
  const error = new ApiError(response.status, await readProblem(response), endpoint.access);
  // Only a session that was sent can have died: a late answer to an older token must not end the new one.
  if (response.status === 401 && token === readToken()) endSession();
  if (error.problem.code === 'view_closed') endView();
  throw error;
}

/** What a call of the portal carries while this tab shows a customer's (decision 104); no other call does. */
export const viewHeader = (path: string): Record<string, string> => {
  const view = path.startsWith('/api/customer-portal/') || path === '/api/live' ? readSession()?.viewing : undefined;
  return view ? { 'X-View-As': view.view_as } : {};
};

/** Whether the same call could succeed when made again as it is (spec §7, domain §8). */
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

function queryString(fields: Record<string, unknown>): string {
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
    throw new ApiError(0, plainProblem(0));
  }
}

async function readProblem(response: Response): Promise<Problem> {
  const fallback = plainProblem(response.status, Number(response.headers.get('Retry-After')) || undefined);
  if (!response.headers.get('Content-Type')?.includes('json')) return fallback;
  const answer: unknown = await response.json().catch(() => null);
  if (!answer || typeof answer !== 'object') return fallback;
  const problem = { ...fallback, ...answer };
  // The title once more: nothing is known beyond the code, which the web has its own words for.
  if (problem.detail === problem.title) delete problem.detail;
  return problem;
}

// A proxy in between, or nobody at all, answers without problem+json: the status alone has to say it.
function plainProblem(status: number, retry_after?: number): Problem {
  const codes: Record<number, Problem['code']> = {
    0: 'unavailable',
    401: 'session_required',
    403: 'forbidden',
    404: 'not_found',
    413: 'too_large',
    429: 'too_many',
    502: 'unavailable',
    503: 'unavailable',
    504: 'unavailable',
  };
  const problem: Problem = { type: 'about:blank', title: '', status, code: codes[status] ?? 'internal' };
  return retry_after === undefined ? problem : { ...problem, retry_after };
}
