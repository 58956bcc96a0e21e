import type { BY_TASK, LockScreen } from '@darkroom/domain/lock/screens';
import type { Day } from '@darkroom/domain/calendar/day';
import type { Access, Subject } from '@darkroom/domain/permission/access';
import type { PendingStep } from '@darkroom/domain/user/second-factor';
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Topics of live events. A read declares the topics that make it out of date (code rule 22). */
export const TOPICS = [
  'job',
  'task',
  'category',
  'customer',
  'price',
  'user',
  'setting',
  'lock',
  'request',
  'session',
  'permission',
  'group',
  'staff',
  'team',
  'leave',
  'notification',
  'allowance',
  // Ids of jobs whose forecast has changed.
  'forecast',
  'tv_board',
  'shift_handover',
  'appeal',
  'blind_check',
  'webhook',
  // The only topics that customers receive (decision 103).
  'portal_job',
  'portal_request',
  'portal_price',
  'portal_detail',
  'portal_article',
] as const;
export type Topic = (typeof TOPICS)[number];

/** The part of a topic that a response shows, and its reaction to changes of other records of the topic (decision 101). */
export interface ShownPart<O, I> {
  /** Returns the ids of the topic that the response contains. Null if they cannot be determined. */
  ids(response: O, input: I): readonly number[] | null;
  /**
   * Returns the reaction to changes of other records. `later`: they can appear or change a total, so the read repeats at a slower pace.
   * `own`: only records of the user appear, immediately. `never`: no effect.
   */
  others(input: I): 'later' | 'own' | 'never';
}

/** Declares a page of rows, where other rows can appear. */
export const showRows = <R, I = unknown>(
  idsOf: (row: R) => number | null | readonly number[],
  others: ShownPart<unknown, I>['others'] = () => 'later',
): ShownPart<{ results: R[] }, I> => ({ ids: ({ results }) => results.flatMap((row) => idsOf(row) ?? []), others });

/** A figure or a choice over all records. It contains no ids. */
export const showFigure: ShownPart<unknown, unknown> = { ids: () => [], others: () => 'later' };

/** Declares a response about the requested records and no others. */
export const showOnly = <I>(idsOf: (input: I) => readonly number[] | null): ShownPart<unknown, I> => ({
  ids: (_answer, input) => idsOf(input),
  others: () => 'never',
});

/** Limit across all server processes: at most `max` requests in `seconds`, per signed-in user or per address. */
export interface Limit {
  readonly per: 'user' | 'address';
  readonly max: number;
  readonly seconds: number;
}

/** Bytes of a body that the main thread reads. A separate thread reads larger bodies. */
export const MAX_MAIN_THREAD_BODY = 256 * 1024;

/**
 * Complete and only description of one endpoint. Fastify routes, the typed client, OpenAPI, the permission matrix test and the
 * documentation are derived from it.
 */
export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `noun.verb`: the key of its handler and of its query. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** `{id}` parts become fields of the input. */
  readonly path: `/api/${string}`;
  /** Title in the API documentation: imperative, at most 90 characters, one sentence without a full stop. */
  readonly summary: string;
  /** Further sentences for the API documentation. */
  readonly description?: string;
  /** Permission for the endpoint. Mandatory: an endpoint without it does not compile (quality 16). */
  readonly access: Access;
  /**
   * The screen whose lock stops the endpoint. `BY_TASK`: its tasks decide. Null if no lock stops it. Mandatory, so that every endpoint
   * declares it.
   */
  readonly lock: LockScreen | typeof BY_TASK | null;
  /**
   * A read has no side effects and is retried. A write runs in one transaction and takes an Idempotency-Key. A download is a read that
   * streams a file.
   */
  readonly kind: 'read' | 'write' | 'download';
  readonly input: I;
  /**
   * Returns a narrower schema of the same fields for a caller and a day, or none if `input` is complete. All invalid fields are reported
   * together (domain §8).
   */
  readonly inputFor?: (caller: Subject, today: Day) => z.ZodType;
  readonly output: O;
  /** Error codes in addition to those of every endpoint (validation, session, forbidden, locked, limits, internal). */
  readonly errors: readonly ErrorCode[];
  /** Topics that make the response of a read out of date. */
  readonly topics?: readonly Topic[];
  /** Part of a topic that the response shows. Every change of a topic without an entry makes the response out of date immediately. */
  readonly shows?: { readonly [T in Topic]?: ShownPart<z.output<O>, z.input<I>> };
  /** A sum over a whole period. A page that shows it reads it again every 15 s at most. */
  readonly isPeriodReport?: true;
  readonly limit?: Limit;
  /** True if the endpoint is allowed before the account has changed its password. */
  readonly beforePasswordChange?: true;
  /**
   * Allowed before the second factor: while the session must enter a factor, set one up, or both (decision 171). By default, neither.
   */
  readonly beforeFactor?: PendingStep | 'both';
  /** True if input or response contains a password or token, so nothing of them is stored for a repeated request (decision 007). */
  readonly secret?: true;
  /**
   * True if only a signed-in person can use the endpoint, not a token: endpoints for accounts, tokens or the person's identity (decision
   * 138).
   */
  readonly person?: true;
  /** Permission of staff to read it for a customer, through a portal view that `x-view-as` names (decision 104). */
  readonly viewedBy?: Access;
  /**
   * True if a superuser uses the endpoint as themself for the customer that the request names, inside or outside a portal view (decision
   * 104).
   */
  readonly namesCustomer?: true;
  /** Largest body in bytes. The default is `MAX_MAIN_THREAD_BODY`, and less for endpoints without a session. */
  readonly bodyLimit?: number;
}

export const defineEndpoint = <I extends z.ZodType, O extends z.ZodType, const N extends string>(
  endpoint: Endpoint<I, O> & { readonly name: N },
): Endpoint<I, O> & { readonly name: N } => endpoint;

/** Answer of a download: bytes of the named formats, with the number of rows in `x-total-rows`. */
const file = z.unknown().meta({ description: 'A file' });

/** Defines an endpoint that returns a file. */
export const defineDownload = <I extends z.ZodType, const N extends string>(
  endpoint: Omit<Endpoint<I>, 'kind' | 'method' | 'lock' | 'output'> & {
    readonly name: N;
    readonly method?: Endpoint['method'];
  },
): Endpoint<I, typeof file> & { readonly name: N; readonly kind: 'download' } => ({
  method: 'POST',
  ...endpoint,
  lock: null,
  kind: 'download',
  output: file,
});

/**
 * True if a person can use the endpoint and a token cannot. These endpoints contain secrets, declare it, or are writes that every account
 * can do without a permission (decision 138).
 */
export const needsPerson = ({
  secret,
  person,
  kind,
  access,
}: Pick<Endpoint, 'secret' | 'person' | 'kind' | 'access'>): boolean =>
  secret === true || person === true || (kind === 'write' && (access.kind === 'staff' || access.kind === 'session'));

/** Input of a caller (before defaults) and of a handler (after defaults). */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
