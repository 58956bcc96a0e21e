import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { LockScreen } from '@darkroom/domain/lock/screens';
import type { Actor } from '@darkroom/domain/task/decide';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';

/** The signed-in account as the server knows it in one request. */
export interface SessionActor extends Actor {
  readonly username: string;
  readonly full_name: string;
  readonly must_change_password: boolean;
  readonly session_id: number;
  /** Of a customer account: the customer 0 or customer 1 it is bound to (domain §1). Null for everybody else. */
  readonly customer: Binding | null;
  /** The API token a program calls by in their name (decision 138). */
  readonly through?: Through;
  /** The member of staff who looks at the portal as this customer (decision 104). */
  readonly viewer?: number;
  /** A wall's: it is nobody's account, its session is its link (decision 129). */
  readonly wall?: Wall;
}

/** What a wall link shows. */
export interface Wall {
  readonly workstreams: readonly Workstream[];
  /** Whether people are named. */
  readonly names: boolean;
}

/** An API token, as far as a call has to know it. */
export interface Through {
  readonly id: number;
  readonly name: string;
  readonly expires_at: Instant;
  /** Otherwise it reads, and nothing else. */
  readonly may_write: boolean;
}

/** What a portal account is bound to: a customer 0 with all below it, or one customer 1. */
export interface Binding {
  readonly cus_id0: number | null;
  readonly cus_id1: number | null;
}

/** Why screens are locked, by screen. */
export type Locks = Readonly<Partial<Record<LockScreen, string>>>;

/** What every service gets first. `db` is the transaction of a write, the pool for a read. */
export interface Ctx {
  readonly db: Database;
  /** Outside the transaction: for what must be kept even when it is rolled back (refusals, failed sign-ins). */
  readonly outside: Database;
  /** On a public call without a session: nobody, who holds nothing. */
  readonly actor: SessionActor;
  readonly now: Instant;
  /** The locks that stood in the actor's way when the call came: none in a superuser's (decision 118). */
  readonly locks: Locks;
  readonly config: Config;
  readonly request: { readonly id: string; readonly address: string; readonly user_agent: string };
  readonly log: FastifyBaseLogger;
}

/** The actor of a public call. */
export const NOBODY: SessionActor = {
  user_id: 0,
  session_id: 0,
  username: '',
  full_name: '',
  account: 'customer',
  is_superuser: false,
  must_change_password: false,
  permissions: new Set(),
  customer: null,
};
