import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '@darkroom/domain/calendar/day';
import { MAIL_TARGET } from '@darkroom/domain/mail/mail';
import {
  isDelivered,
  STOP_AFTER_MS,
  MAX_MAIL_RETRY_MS,
  MAX_RETRY_MS,
  calculateWait,
} from '@darkroom/domain/webhook/attempts';
import { TEST_EVENT } from '@darkroom/domain/webhook/events';
import type { RunningConfig } from '../../../config.ts';
import type { Database } from '../../../db/connect.ts';
import { addMs } from '../../../http/session/session.ts';
import { inTransaction } from '../../../http/transaction.ts';
import { emit } from '../../../live/emit.ts';
import { notifyOfStoppedWebhook } from '../../notification/notification.service.ts';
import { rejectAddress } from '../../mail/mail.service.ts';
import { sendMail, type MailOutcome } from '../../mail/mail-send.service.ts';
import { postWebhookMessage, type PostOutcome } from './post.ts';
import {
  clearFailing,
  releaseDeliveries,
  removeDelivery,
  markDelivered,
  markFailedAttempt,
  markWebhookFailing,
  takeDue,
  type TakenDelivery,
} from './queue.queries.ts';
import { signMessage } from './signature.ts';
import { findAddress, type ResolveHost } from './target.ts';

/** Time limit of a taken delivery, after which a killed process loses it. Sending takes ten seconds at most. */
export const LEASE_MS = 60_000;
/** The same for a mail. A slow mail server can take minutes for its replies. */
const MAIL_LEASE_MS = 5 * 60_000;
/** Deliveries of one webhook at a time, each of another job. */
const MAX_PER_WEBHOOK = 4;
const POLL_INTERVAL_MS = 1000;
/** Time limit for running deliveries at shutdown. */
const MAX_STOP_MS = 3000;

export interface DelivererOptions {
  readonly db: Database;
  readonly clock: () => Instant;
  readonly config: RunningConfig;
  readonly log: (message: string) => void;
  /** Returns a random number. Only tests set it and the resolver. */
  readonly random?: () => number;
  readonly resolve?: ResolveHost;
}

/** Worker of one process for the queue (decision 137). */
export interface Deliverer {
  /** Takes due deliveries and starts to send them. Returns their number. */
  poll(): Promise<number>;
  /** Resolves when no delivery is being sent. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function createDeliverer(options: DelivererOptions): Deliverer {
  const workerId = randomUUID();
  const stopping = new AbortController();
  /** Webhooks with running deliveries, so that a slow webhook delays no other. */
  const busyWebhooks = new Set<number>();
  /** Running work: sending, and the next poll after it. */
  const running = new Set<Promise<unknown>>();

  async function poll(): Promise<number> {
    if (stopping.signal.aborted) return 0;
    const now = options.clock();
    const deliveries = await takeDue(options.db, {
      now,
      until: addMs(now, LEASE_MS),
      mailUntil: addMs(now, MAIL_LEASE_MS),
      by: workerId,
      skippedWebhooks: [...busyWebhooks],
      maxPerWebhook: MAX_PER_WEBHOOK,
    });
    for (const webhook_id of new Set(deliveries.map((delivery) => delivery.webhook_id))) {
      const batch = deliveries.filter((delivery) => delivery.webhook_id === webhook_id);
      busyWebhooks.add(webhook_id);
      const work = sendAll(webhook_id, batch)
        .finally(() => busyWebhooks.delete(webhook_id))
        // Deliveries that became due since then are sent at once.
        .then(() => poll())
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) options.log(`webhooks: ${String(error)}`);
        })
        .finally(() => running.delete(work));
      running.add(work);
    }
    return deliveries.length;
  }

  async function sendAll(webhook_id: number, batch: readonly TakenDelivery[]): Promise<void> {
    await Promise.all(batch.map((item) => sendOne(item)));
    await emit(options, 'webhook', [webhook_id]);
  }

  async function sendOne(one: TakenDelivery): Promise<void> {
    const began = performance.now();
    const isMail = one.webhook_id === MAIL_TARGET;
    const outcome: (PostOutcome & Partial<MailOutcome>) | null = isMail
      ? await sendMail(options, one)
      : await sendDelivery(options, one, stopping.signal);
    if (outcome === null) return void (await removeDelivery(options.db, one.id));
    if (stopping.signal.aborted && outcome.status === null) {
      await releaseDeliveries(options.db, [one.id], workerId);
      return;
    }
    const result = {
      ...outcome,
      id: one.id,
      by: workerId,
      now: options.clock(),
      duration_ms: Math.round(performance.now() - began),
    };
    if (outcome.status !== null && isDelivered(outcome.status)) {
      if (await markDelivered(options.db, result)) await clearFailing(options.db, one.webhook_id);
      return;
    }
    await inTransaction(options.db, async (db) => {
      const { now } = result;
      const next = addMs(now, calculateWait(one.attempts, (options.random ?? Math.random)()));
      const { permanent = false, addressRefused = false } = outcome;
      const give_up = addMs(now, isMail ? MAX_MAIL_RETRY_MS : MAX_RETRY_MS);
      const failed = await markFailedAttempt(db, result, { next, give_up, permanent });
      // A failed test event is not a failure of the webhook.
      if (!failed || one.type === TEST_EVENT) return;
      if (addressRefused) await rejectAddress(db, one.data, now);
      // A mail server that refuses or delays one mail works.
      if (isMail && outcome.status !== null && (permanent || outcome.status < 500)) return;
      // Mails are never turned off: they have no other way.
      const stopBefore = isMail ? '-infinity' : addMs(now, -STOP_AFTER_MS);
      const stopped = await markWebhookFailing(db, one.webhook_id, now, stopBefore);
      if (stopped !== null) await notifyOfStoppedWebhook(db, stopped, now);
    });
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all(running);
  };

  return {
    poll,
    idle,
    stop: async () => {
      await Promise.race([idle(), sleep(MAX_STOP_MS)]);
      stopping.abort();
      await idle();
    },
  };
}

/** Makes one attempt. Every failure becomes its outcome. */
async function sendDelivery(options: DelivererOptions, one: TakenDelivery, stop: AbortSignal): Promise<PostOutcome> {
  const now = options.clock();
  const earlierSecrets = one.earlier_secret && one.earlier_until && now < one.earlier_until ? [one.earlier_secret] : [];
  const { body, headers } = signMessage(one, [one.secret ?? Buffer.alloc(0), ...earlierSecrets], now);
  const url = new URL(one.url ?? '');
  try {
    const address = await findAddress(url, options.config, options.resolve);
    const agent = { 'user-agent': `Darkroom/${options.config.version}` };
    return await postWebhookMessage({ url, address, headers: { ...headers, ...agent }, body }, stop);
  } catch (error) {
    return {
      status: null,
      response: null,
      error: (error instanceof Error ? error.message : String(error)).slice(0, 200),
    };
  }
}

/** Works on the queue while the server runs. If `WEBHOOKS` is off, the queue waits. */
export function startDelivery(options: DelivererOptions): { stop: () => Promise<void> } {
  if (!options.config.webhooks) {
    options.log('webhooks: deliveries wait because WEBHOOKS is off');
    return { stop: () => Promise.resolve() };
  }
  const deliverer = createDeliverer(options);
  let isPolling = false;
  let hasFailed = false;
  const timer = setInterval(() => {
    if (isPolling) return;
    isPolling = true;
    deliverer
      .poll()
      .then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          // A missing database is logged once, and tried again.
          if (!hasFailed) options.log(`webhooks: the queue could not be read: ${String(error)}`);
          hasFailed = true;
        },
      )
      .finally(() => {
        isPolling = false;
      });
  }, POLL_INTERVAL_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await deliverer.stop();
    },
  };
}
