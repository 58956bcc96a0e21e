import { needsPerson, type Endpoint } from '@darkroom/contract/endpoint';
import { BY_TASK } from '@darkroom/domain/lock/screens';
import { can } from '@darkroom/domain/permission/access';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/connect.ts';
import { NOBODY, type Locks, type SessionActor } from './context.ts';
import { fail } from './response/fail.ts';
import { getOrigin } from './session/device.ts';
import { isRepeated, readKey } from './idempotency.ts';
import { consumeOrFail } from './limits/stored-limits.ts';
import type { Rates } from './limits/memory-rates.ts';
import type { SessionCache } from './session/session-cache.ts';
import { readBearerToken, findViewedCustomer, touchSession } from './session/session.ts';

/** A request that has passed the gates. */
export interface GateResult {
  readonly actor: SessionActor;
  readonly token: string;
  readonly key: string | null;
  /** Locks that apply to the actor. A superuser has none. */
  readonly locks: Locks;
  /** Reason of the screen's lock. Only the stored response of an earlier request is still possible. */
  readonly lock_reason: string | null;
}

type GateRules = Pick<
  Endpoint,
  | 'name'
  | 'access'
  | 'viewedBy'
  | 'lock'
  | 'kind'
  | 'limit'
  | 'beforePasswordChange'
  | 'beforeFactor'
  | 'secret'
  | 'person'
> & {
  path: string;
  /** True if the page itself sends the request, without a user action. */
  background?: true;
};

/** The rules that the gates check. */
interface GateDeps {
  readonly outside: Database;
  readonly sessions: SessionCache;
  readonly rates: Rates;
}

/**
 * Runs the gates in order: address, session, second factor, password change, access, lock, limit. They run before the body is read.
 * `onActor` receives the actor before the checks.
 */
export async function passGates(
  { outside: db, sessions, rates }: GateDeps,
  rules: GateRules,
  request: FastifyRequest,
  now: string,
  onActor: (actor: SessionActor) => void,
): Promise<GateResult> {
  if (rules.access.kind === 'public') {
    rates.spendAddress(request.ip);
    await spendLimit(db, rules, NOBODY, request.ip, now);
    return { actor: NOBODY, token: '', key: null, locks: {}, lock_reason: null };
  }
  const token = readBearerToken(request.headers.authorization);
  if (token) rates.rejectGuess(request.ip, token);
  const knownSession = await sessions.find(token, now);
  if (!knownSession || !token) {
    rates.spendAddress(request.ip);
    throw fail('session_required');
  }
  const { session } = knownSession;
  const { actor } = session;
  onActor(actor);
  rates.spend(rules.kind, actor.tvBoard ? `tv_board ${actor.session_id}` : `user ${actor.user_id}`, token);
  if (!rules.background && request.headers['x-background'] !== '1')
    await touchSession(db, session, now, getOrigin(request));
  if (actor.pending) {
    if (rules.beforeFactor !== 'both' && rules.beforeFactor !== actor.pending) throw fail('second_factor_required');
  } else if (actor.must_change_password && !rules.beforePasswordChange) throw fail('password_change_required');
  const viewAs = request.headers['x-view-as'];
  if (actor.apiToken && (needsPerson(rules) || viewAs !== undefined)) throw fail('api_token_not_allowed');
  if (actor.apiToken?.can_write === false && rules.kind === 'write') throw fail('read_only_token');
  if (viewAs !== undefined)
    return {
      actor: await findViewedActor(db, rules, actor, viewAs, now),
      token,
      key: null,
      locks: {},
      lock_reason: null,
    };
  if (!can(actor, rules.access)) throw fail('forbidden');
  const key = rules.kind === 'write' ? readKey(request.headers['idempotency-key']) : null;
  const locks = actor.is_superuser ? {} : knownSession.locks;
  // Locks by task are checked later, when the tasks are known.
  const screen = rules.kind === 'write' && rules.lock !== BY_TASK ? rules.lock : null;
  const lock_reason = screen === null ? null : (locks[screen] ?? null);
  if (lock_reason !== null) {
    const call = key === null ? null : { actor_id: actor.user_id, path: rules.path, key };
    if (!call || !(await isRepeated(db, call, now))) throw createLockedFailure(actor, lock_reason);
  }
  await spendLimit(db, rules, actor, request.ip, now);
  return { actor, token, key, locks, lock_reason };
}

/**
 * Finds the customer whose portal a member of staff views. Only reads are allowed, and only from the session that
 * opened the view.
 */
async function findViewedActor(
  db: Database,
  { viewedBy: by, access, kind }: GateRules,
  actor: SessionActor,
  view_as: string | string[],
  now: string,
): Promise<SessionActor> {
  if (!by || kind === 'write' || !can(actor, by)) throw fail('forbidden');
  if (typeof view_as !== 'string' || !UUID.test(view_as)) throw fail('malformed');
  const customer = await findViewedCustomer(db, actor, view_as, now);
  if (!customer) throw fail('view_closed');
  if (!can(customer, access)) throw fail('forbidden');
  return customer;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Creates the error 423 with its reason. It was written for staff, so customers only learn of the lock. */
export const createLockedFailure = ({ account }: SessionActor, reason: string) =>
  fail('locked', reason && account === 'staff' ? { detail: reason } : {});

async function spendLimit(db: Database, rules: GateRules, actor: SessionActor, address: string, now: string) {
  if (!rules.limit) return;
  const { per, max, seconds } = rules.limit;
  const limitKey = per === 'user' && actor.user_id ? `user ${actor.user_id}` : `address ${address}`;
  await consumeOrFail(db, { bucket: `${rules.name} ${limitKey}`, max, seconds }, now);
}
