import { createHash, randomBytes } from 'node:crypto';
import type { PendingStep } from '@darkroom/domain/user/second-factor';
import type { Instant } from '@darkroom/domain/calendar/day';
import { getTokenCodes, TOKEN_PREFIX } from '@darkroom/domain/permission/token';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { CustomerBinding, Locks, SessionActor } from '../context.ts';
import type { FoundSessions, FoundSession } from './found-sessions.ts';
import { touchTvBoard, TV_BOARD_MARK, type RequestOrigin } from './tv-board.ts';

const HOUR_MS = 3_600_000;
/** Time limit of a session without use (domain §6). */
export const MAX_IDLE_MS = 4 * HOUR_MS;
/** Time limit of a session from its start, also with use. */
export const MAX_SESSION_MS = 12 * HOUR_MS;
/** Minimum interval between two records of use. */
const TOUCH_INTERVAL_MS = 60_000;

/** Returns an instant some milliseconds later or earlier. */
export const addMs = (instant: Instant, ms: number): Instant => new Date(Date.parse(instant) + ms).toISOString();

/** Creates a new session token. It is opaque, and only its hash is stored. */
export const makeToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Returns true if a session is within both time limits. A token and a TV board have no idle limit. */
export const isLive = ({ actor, expires_at, last_used_at }: FoundSession, now: Instant): boolean =>
  expires_at > now &&
  (actor.apiToken !== undefined || actor.tvBoard !== undefined || last_used_at > addMs(now, -MAX_IDLE_MS));

interface SessionRow {
  /** Null if the caller uses an API token, which has the next four fields. */
  session_id: number | null;
  token_id: number | null;
  token_name: string | null;
  scope: string[] | null;
  can_write: boolean | null;
  expires_at: string;
  last_used_at: string;
  user_id: number;
  username: string;
  full_name: string;
  account: 'staff' | 'customer';
  is_superuser: boolean;
  must_change_password: boolean;
  pending: PendingStep | null;
  permissions: string[];
  customer: CustomerBinding | null;
}

/** Permissions of an account: its group's codes. A customer's follow from the bound customer (domain §1). */
export const selectPermissions = sql<string[]>`case
  when u.account = 'staff' then array(
    select p.codename from staff st join group_permission gp on gp.group_id = st.group_id
      join permission p on p.id = gp.permission_id where st.id = u.id order by p.codename)
  else array(
    select unnest(case when ca.cus_id0 is not null then array['npn_customer', 'npn_customer_0'] else array['npn_customer'] end)
      from customer_account ca where ca.user_id = u.id)
  end`;

/** The customer of a customer account. Null if the account is of staff. */
const selectBinding = sql<CustomerBinding | null>`(
  select json_build_object('cus_id0', ca.cus_id0, 'cus_id1', ca.cus_id1) from customer_account ca where ca.user_id = u.id)`;

/** Creates a new API token, with the prefix that finds leaked ones. */
export const createApiToken = (): string => TOKEN_PREFIX + makeToken();

const BEARER = new RegExp(`^Bearer ((?:${TOKEN_PREFIX}|${TV_BOARD_MARK})?[A-Za-z0-9_-]{43})$`, 'i');

/** Reads the bearer token of a request. Returns null if it cannot be one of Darkroom's. */
export const readBearerToken = (authorization: string | undefined): string | null =>
  BEARER.exec(authorization ?? '')?.[1] ?? null;

/** Finds the valid sessions of some token hashes, by hash in hex, with the locks on their writes. */
export async function findSessions(db: Database, hashes: readonly Buffer[], now: Instant): Promise<FoundSessions> {
  const { rows } = await sql<{ [K in keyof SessionRow]: SessionRow[K] | null } & SessionLookup>`
    select e.n as epoch,
      coalesce((select json_object_agg(l.screen_name, l.reason) from system_lock l where l.month is null and l.locked), '{}') as locks,
      encode(s.token_hash, 'hex') as hash, s.session_id, s.token_id, s.token_name, s.scope, s.can_write, s.expires_at, s.last_used_at,
      u.id as user_id, u.username, u.full_name, u.account, u.is_superuser, u.must_change_password, s.pending,
      case when u.id is not null then ${selectPermissions} end as permissions, ${selectBinding} as customer
    from access_epoch e
    left join (
      (select token_hash, user_id, id as session_id, null::bigint as token_id, null as token_name, null::text[] as scope, null::boolean as can_write,
              expires_at, last_used_at, pending
         from session
        where token_hash = any(${hashes}::bytea[]) and expires_at > ${now} and last_used_at > ${addMs(now, -MAX_IDLE_MS)}
       union all
       select token_hash, user_id, null, id, name, scope, can_write, expires_at, coalesce(last_used_at, created_at), null
         from api_token where token_hash = any(${hashes}::bytea[]) and expires_at > ${now}) s
      join user_account u on u.id = s.user_id and u.active) on true`.execute(db);
  const sessions = new Map(
    rows.flatMap(({ hash, epoch: _epoch, locks: _locks, ...row }) => {
      if (hash === null) return [];
      return [[hash, toSession(row as SessionRow)]];
    }),
  );
  return { sessions, locks: rows[0]?.locks ?? {}, epoch: rows[0]?.epoch ?? 0 };
}

function toSession(found: SessionRow): FoundSession {
  const { session_id, token_id, token_name, scope, can_write, expires_at, last_used_at, ...row } = found;
  const permissions = new Set(row.permissions);
  if (token_id === null || token_name === null)
    return { actor: { ...row, session_id: session_id ?? 0, permissions }, expires_at, last_used_at };
  // A token has the permissions of its scope that its owner still has. It never has superuser rights (decision 138).
  const tokenCodes = getTokenCodes({ is_superuser: row.is_superuser, permissions }, scope ?? []);
  const apiToken = { id: token_id, name: token_name, expires_at, can_write: can_write === true };
  const actor = { ...row, session_id: 0, is_superuser: false, permissions: new Set(tokenCodes), apiToken };
  return { actor, expires_at, last_used_at };
}

interface SessionLookup {
  hash: string | null;
  epoch: number;
  locks: Locks;
}

/** Time limit of a portal view by staff (decision 104). */
export const MAX_VIEW_MS = HOUR_MS;

/** Finds the customer whose portal a member of staff has opened from this session. Returns null if there is none. */
export async function findViewedCustomer(
  db: Database,
  viewer: SessionActor,
  view_as: string,
  now: Instant,
): Promise<SessionActor | null> {
  const { rows } = await sql<Pick<SessionRow, 'user_id' | 'username' | 'full_name' | 'permissions' | 'customer'>>`
    select u.id as user_id, u.username, u.full_name, ${selectPermissions} as permissions, ${selectBinding} as customer
      from portal_view v join user_account u on u.id = v.user_id
     where v.id = ${view_as}::uuid and v.session_id = ${viewer.session_id} and v.opened_at > ${addMs(now, -MAX_VIEW_MS)}
       and u.active and u.account = 'customer'`.execute(db);
  const [row] = rows;
  return row
    ? {
        ...row,
        permissions: new Set(row.permissions),
        account: 'customer',
        is_superuser: false,
        must_change_password: false,
        session_id: viewer.session_id,
        viewer: viewer.user_id,
      }
    : null;
}

/**
 * Records the use of a session, except by background requests (domain §6). For tokens and TV boards, also records the
 * address.
 */
export async function touchSession(
  db: Database,
  session: FoundSession,
  now: Instant,
  from: RequestOrigin,
): Promise<void> {
  const cutoff = addMs(now, -TOUCH_INTERVAL_MS);
  const { apiToken } = session.actor;
  if (apiToken) return touchToken(db, session, apiToken.id, { now, cutoff, address: from.address });
  if (session.last_used_at > cutoff) return;
  if (session.actor.tvBoard) {
    await touchTvBoard(db, session.actor.session_id, now, from);
    session.last_used_at = now;
    return;
  }
  await db
    .updateTable('session')
    .set({ last_used_at: now })
    .where('id', '=', session.actor.session_id)
    .where('last_used_at', '<=', cutoff)
    .execute();
  session.last_used_at = now;
}

/** Tokens whose use this process has recorded. A new token only has its creation time. */
const touchedSessions = new WeakSet<FoundSession>();

async function touchToken(
  db: Database,
  session: FoundSession,
  id: number,
  { now, cutoff, address }: { now: Instant; cutoff: Instant; address: string },
): Promise<void> {
  if (touchedSessions.has(session) && session.last_used_at > cutoff) return;
  touchedSessions.add(session);
  await sql`update api_token set last_used_at = ${now}, last_address = ${address}
             where id = ${id} and (last_used_at is null or last_used_at <= ${cutoff})`.execute(db);
  session.last_used_at = now;
}
