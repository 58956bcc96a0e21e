import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '@darkroom/domain/calendar/day';
import { hasArrived, STOPPED_AFTER_MS, TRIED_FOR_MS, waitAfter } from '@darkroom/domain/webhook/attempts';
import { TEST_EVENT } from '@darkroom/domain/webhook/events';
import type { RunningConfig } from '../../../config.ts';
import type { Database } from '../../../db/connect.ts';
import { later } from '../../../http/session/session.ts';
import { inTransaction } from '../../../http/transaction.ts';
import { emit } from '../../../live/emit.ts';
import { notifyOfStopped } from '../../notification/notification.service.ts';
import { post, type Outcome } from './post.ts';
import {
  clearFailing,
  giveBack,
  markDelivered,
  markGivenUp,
  markRetrying,
  takeDue,
  type Taken,
} from './queue.queries.ts';
import { signed } from './signature.ts';
import { findAddress, type Resolve } from './target.ts';

/** Time limit of a taken delivery, after which a killed process loses it. Sending takes ten seconds at most. */
export const LEASE_MS = 60_000;
/** Deliveries of one webhook at a time, each of another job. */
const EACH = 4;
const LOOK_EVERY_MS = 1000;
/** Time limit for running deliveries at shutdown. */
const STOP_WITHIN_MS = 3000;

export interface Delivering {
  readonly db: Database;
  readonly clock: () => Instant;
  readonly config: RunningConfig;
  readonly log: (message: string) => void;
  /** Only tests set the random number and the resolver. */
  readonly chance?: () => number;
  readonly resolve?: Resolve;
}

/** The worker of one process for the queue (decision 137). */
export interface Deliverer {
  /** Takes due deliveries and starts to send them. Returns their number. */
  look(): Promise<number>;
  /** Resolves when no delivery is being sent. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function createDeliverer(deps: Delivering): Deliverer {
  const by = randomUUID();
  const stopping = new AbortController();
  /** Webhooks with running deliveries, so that a slow one delays no other. */
  const busy = new Set<number>();
  /** Running work: sending, and the next poll after it. */
  const underWay = new Set<Promise<unknown>>();

  async function look(): Promise<number> {
    if (stopping.signal.aborted) return 0;
    const now = deps.clock();
    const taken = await takeDue(deps.db, { now, until: later(now, LEASE_MS), by, but: [...busy], each: EACH });
    for (const webhook_id of new Set(taken.map((one) => one.webhook_id))) {
      const some = taken.filter((one) => one.webhook_id === webhook_id);
      busy.add(webhook_id);
      const work = sendAll(webhook_id, some)
        .finally(() => busy.delete(webhook_id))
        // Deliveries that became due since then are sent at once.
        .then(() => look())
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) deps.log(`webhooks: ${String(error)}`);
        })
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
    return taken.length;
  }

  async function sendAll(webhook_id: number, some: readonly Taken[]): Promise<void> {
    await Promise.all(some.map((one) => sendOne(one)));
    await emit(deps, 'webhook', [webhook_id]);
  }

  async function sendOne(one: Taken): Promise<void> {
    const began = performance.now();
    const outcome = await attempt(deps, one, stopping.signal);
    if (stopping.signal.aborted && outcome.status === null) {
      await giveBack(deps.db, [one.id], by);
      return;
    }
    const tried = { ...outcome, id: one.id, by, now: deps.clock(), duration_ms: Math.round(performance.now() - began) };
    if (outcome.status !== null && hasArrived(outcome.status)) {
      if (await markDelivered(deps.db, tried)) await clearFailing(deps.db, one.webhook_id);
      return;
    }
    await inTransaction(deps.db, async (db) => {
      const { now } = tried;
      const next = later(now, waitAfter(one.attempts, (deps.chance ?? Math.random)()));
      const failed = await markGivenUp(db, tried, { next, give_up: later(now, TRIED_FOR_MS) });
      // A failed test event is not a failure of the webhook.
      if (!failed || one.type === TEST_EVENT) return;
      const stopped = await markRetrying(db, one.webhook_id, now, later(now, -STOPPED_AFTER_MS));
      if (stopped !== null) await notifyOfStopped(db, stopped, now);
    });
  }

  const idle = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  return {
    look,
    idle,
    stop: async () => {
      await Promise.race([idle(), sleep(STOP_WITHIN_MS)]);
      stopping.abort();
      await idle();
    },
  };
}

/** One attempt. Every failure becomes its outcome. */
async function attempt(deps: Delivering, one: Taken, stop: AbortSignal): Promise<Outcome> {
  const now = deps.clock();
  const earlier = one.earlier_secret && one.earlier_until && now < one.earlier_until ? [one.earlier_secret] : [];
  const { body, headers } = signed(one, [one.secret, ...earlier], now);
  const url = new URL(one.url);
  try {
    const address = await findAddress(url, deps.config, deps.resolve);
    const agent = { 'user-agent': `Darkroom/${deps.config.version}` };
    return await post({ url, address, headers: { ...headers, ...agent }, body }, stop);
  } catch (error) {
    return {
      status: null,
      answer: null,
      error: (error instanceof Error ? error.message : String(error)).slice(0, 200),
    };
  }
}

/** Works on the queue while the server runs. If `WEBHOOKS` is off, the queue waits. */
export function startDelivery(deps: Delivering): { stop: () => Promise<void> } {
  if (!deps.config.webhooks) {
    deps.log('webhooks: nothing is delivered while WEBHOOKS is off');
    return { stop: () => Promise.resolve() };
  }
  const deliverer = createDeliverer(deps);
  let looking = false;
  let troubled = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    deliverer
      .look()
      .then(
        () => {
          troubled = false;
        },
        (error: unknown) => {
          // A missing database is logged once, and tried again.
          if (!troubled) deps.log(`webhooks: the queue could not be read: ${String(error)}`);
          troubled = true;
        },
      )
      .finally(() => {
        looking = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await deliverer.stop();
    },
  };
}
