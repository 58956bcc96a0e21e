import type { BY_TASK, LockScreen } from '@darkroom/domain/lock/screens';
import type { Day } from '@darkroom/domain/calendar/day';
import type { Access, Subject } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** What live events speak of; a read declares which of them make it out of date (style sheet 22). */
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
  'notice',
  'allowance',
  // Ids of jobs: a forecast of theirs says something new.
  'forecast',
  'wall',
  'brief',
  'appeal',
  'calibration',
  'webhook',
  // Customers are told these and nothing else (decision 103).
  'portal_job',
  'portal_request',
  'portal_price',
  'portal_detail',
  'portal_article',
] as const;
export type Topic = (typeof TOPICS)[number];

/** What of an answer stands on the screen, and how it takes a change of something else of the topic (decision 101). */
export interface Shown<O, I> {
  /** The ids of the topic that stand in it; null where that cannot be told. */
  ids(answer: O, input: I): readonly number[] | null;
  /**
   * Others may come in or move a total, so it is read anew at a slower pace; or only what is or was one's own comes in, and at once; or
   * they never concern it.
   */
  others(input: I): 'later' | 'own' | 'never';
}

/** A page of rows, into which others may come. */
export const rows = <R, I = unknown>(
  idsOf: (row: R) => number | null | readonly number[],
  others: Shown<unknown, I>['others'] = () => 'later',
): Shown<{ results: R[] }, I> => ({ ids: ({ results }) => results.flatMap((row) => idsOf(row) ?? []), others });

/** A figure, or a choice, of all there are: it names none of them. */
export const figure: Shown<unknown, unknown> = { ids: () => [], others: () => 'later' };

/** What belongs to the records it was asked for, and to no others. */
export const onlyOf = <I>(idsOf: (input: I) => readonly number[] | null): Shown<unknown, I> => ({
  ids: (_answer, input) => idsOf(input),
  others: () => 'never',
});

/** A limit that holds across all server processes: at most `max` calls in `seconds`, per signed-in user or per address. */
export interface Limit {
  readonly per: 'user' | 'address';
  readonly max: number;
  readonly seconds: number;
}

/** Bytes of a body that the server reads beside its other work; larger ones are read in a thread of their own. */
export const LARGE_BODY = 256 * 1024;

/**
 * One call, whole: everything that is true of it stands here and nowhere else. Fastify routes, the typed client, OpenAPI,
 * the permission matrix test and the documentation are derived from it.
 */
export interface Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `noun.verb`: the key of its handler and of its query. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** May hold `{id}` parts, which come in as fields of the input. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  /** Who may call it. Mandatory: a call that does not say does not compile (quality 16). */
  readonly access: Access;
  /** The screen whose lock stops it, or `BY_TASK` where its tasks decide; null when none does. Mandatory for the same reason. */
  readonly lock: LockScreen | typeof BY_TASK | null;
  /**
   * A read has no side effects and is retried; a write runs in one transaction and takes an Idempotency-Key; a download
   * reads too, and answers a file that is written while it is sent.
   */
  readonly kind: 'read' | 'write' | 'download';
  readonly input: I;
  /**
   * What is asked beyond `input` of whom, and on which day: a narrower schema of the same fields, so that every bad field is told at
   * once (domain §8). Without it `input` says all.
   */
  readonly inputFor?: (caller: Subject, today: Day) => z.ZodType;
  readonly output: O;
  /** Codes it can answer with, beside those every call can (validation, session, forbidden, locked, limits, internal). */
  readonly errors: readonly ErrorCode[];
  /** For reads: the topics after which its answer is out of date. */
  readonly topics?: readonly Topic[];
  /** Where it shows only a part of a topic: which. Of a topic that is not named here any change concerns it, at once. */
  readonly shows?: { readonly [T in Topic]?: Shown<z.output<O>, z.input<I>> };
  /** It adds up a whole period: a page that shows it reads it anew by itself every 15 s at most. */
  readonly addsUp?: true;
  readonly limit?: Limit;
  /** Answers even while the account must change its password first. */
  readonly beforePasswordChange?: true;
  /** Input or answer hold a password or token: nothing of them is kept for a repeated call (decision 007). */
  readonly secret?: true;
  /** A token does not call it, only a person who has signed in: it is about accounts, tokens or who one is (decision 138). */
  readonly person?: true;
  /** Who of the bureau may read it in a customer's place, through an opening of the portal that `x-view-as` names (decision 104). */
  readonly viewedBy?: Access;
  /** A superuser makes it for the customer it names: as themself, looking at that customer's portal or not (decision 104). */
  readonly namesCustomer?: true;
  /** The largest body it takes, in bytes; `LARGE_BODY` where nothing is said, and less where anybody may call. */
  readonly bodyLimit?: number;
}

export const defineEndpoint = <I extends z.ZodType, O extends z.ZodType, const N extends string>(
  endpoint: Endpoint<I, O> & { readonly name: N },
): Endpoint<I, O> & { readonly name: N } => endpoint;

/** What a download answers: bytes of the formats it names, with their number of rows in `x-total-rows`. */
const file = z.unknown().meta({ description: 'A file' });

/** A call that answers a file. */
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
 * Whether only a person may call it, never a token: where passwords and secrets are in it, where the call says so, and where it changes what
 * needs no permission, which is everybody's own (decision 138).
 */
export const needsPerson = ({
  secret,
  person,
  kind,
  access,
}: Pick<Endpoint, 'secret' | 'person' | 'kind' | 'access'>): boolean =>
  secret === true || person === true || (kind === 'write' && (access.kind === 'staff' || access.kind === 'session'));

/** What a caller passes (before defaults) and what a handler gets (after). */
export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
