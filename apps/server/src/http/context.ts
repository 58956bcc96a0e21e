import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { LockScreen } from '@darkroom/domain/lock/screens';
import type { Actor } from '@darkroom/domain/task/decide';
import type { PendingStep } from '@darkroom/domain/user/second-factor';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';

/** The signed-in account in one request. */
export interface SessionActor extends Actor {
  readonly username: string;
  readonly full_name: string;
  readonly must_change_password: boolean;
  readonly session_id: number;
  /** Step that the session must do before other calls (decision 171). */
  readonly pending?: PendingStep | null;
  /** Customer 0 or customer 1 of a customer account (domain §1). Null for all other accounts. */
  readonly customer: CustomerBinding | null;
  /** API token of a program that acts for this account (decision 138). */
  readonly apiToken?: TokenAccess;
  /** Id of the member of staff who views the portal as this customer (decision 104). */
  readonly viewer?: number;
  /** TV board whose link is the session, without an account (decision 129). */
  readonly tvBoard?: TvBoardAccess;
}

/** The content of a TV board link. */
export interface TvBoardAccess {
  readonly workstreams: readonly Workstream[];
  /** True if the board shows names of people. */
  readonly names: boolean;
}

export interface TokenAccess {
  readonly id: number;
  readonly name: string;
  readonly expires_at: Instant;
  /** False limits the token to reads. */
  readonly can_write: boolean;
}

/** The customers of a portal account: a customer 0 with all below it, or one customer 1. */
export interface CustomerBinding {
  readonly cus_id0: number | null;
  readonly cus_id1: number | null;
}

export type Locks = Readonly<Partial<Record<LockScreen, string>>>;

/** The first argument of each service. `db` is the transaction of a write, and the pool for a read. */
export interface Ctx {
  readonly db: Database;
  /** A connection outside the transaction, for rows that survive a rollback (refusals, failed sign-ins). */
  readonly outside: Database;
  /** The caller. It is `NOBODY`, without permissions, in a public request without a session. */
  readonly actor: SessionActor;
  readonly now: Instant;
  /** Locks that apply to the actor since the start of the request. A superuser has none (decision 118). */
  readonly locks: Locks;
  readonly config: Config;
  readonly request: { readonly id: string; readonly address: string; readonly user_agent: string };
  readonly log: FastifyBaseLogger;
  /** File whose rows the services save or undo (decision 172). A check is rolled back. Absent for other requests. */
  readonly fileImport?: { readonly file_name: string; readonly step: 'import' | 'undo'; readonly isCheck: boolean };
}

/** Actor of a public request. */
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
