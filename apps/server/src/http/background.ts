import type { FastifyInstance } from 'fastify';
import { chooseBlindChecks } from '../features/blind-check/blind-check.service.ts';
import { deleteOldHandovers } from '../features/floor/shift-handover.queries.ts';
import { deleteOldQuestions } from '../features/factor/factor.queries.ts';
import { storeEndedSlots } from '../features/floor/day.service.ts';
import { deleteEndedTvBoards } from '../features/floor/tv-board.queries.ts';
import { sweepStaged } from '../features/job/job-import.service.ts';
import { deleteOldNotifications } from '../features/notification/notification.service.ts';
import { mergeCounters } from '../features/counters/counter.service.ts';
import { sweepTokens } from '../features/token/token.service.ts';
import { deleteOldSignInAddresses } from '../features/user/attempt.service.ts';
import { sweepWebhooks } from '../features/webhook/webhook-sweep.service.ts';
import { isDatabaseGone } from './response/problem.ts';
import { KEY_RETENTION_MS } from './idempotency.ts';
import type { AppDeps } from './mount.ts';
import { MAX_IDLE_MS, addMs } from './session/session.ts';

/** Pause between two parts of a run, in which requests are handled. */
const PAUSE_BETWEEN_RUNS_MS = 100;

interface BackgroundTask {
  /** The task's name in the log of failures. */
  readonly name: string;
  /** Time from the end of a run to the start of the next. */
  readonly intervalMs: number;
  /** Does one run. The result `more` means that a part is left, and the next run starts soon. */
  readonly run: () => Promise<unknown>;
}

/**
 * Repeats a run while the app is open, never two at once. Closing waits for the run. Failures are logged and tried
 * again.
 */
export function startInterval(app: FastifyInstance, { name, intervalMs, run }: BackgroundTask): void {
  let isOpen = true;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const scheduleNext = (ms: number) => {
    if (!isOpen) return;
    timer = setTimeout(() => {
      running = runOnce();
    }, ms);
    timer.unref();
  };
  const runOnce = async () => {
    let wait = intervalMs;
    try {
      if ((await run()) === 'more') wait = PAUSE_BETWEEN_RUNS_MS;
    } catch (error) {
      if (!isDatabaseGone(error)) app.log.error(error, `${name} failed`);
    }
    scheduleNext(wait);
  };
  scheduleNext(intervalMs);
  app.addHook('onClose', async () => {
    isOpen = false;
    clearTimeout(timer);
    await running;
  });
}

const CLEANUP_INTERVAL_MS = 30_000;
/** Retention of rate limits: twice the longest window of all limits. */
const RATE_LIMIT_RETENTION_MS = 2 * 3_600_000;
/** Retention of notifications: one month. By then the work is done, and the history has it (decision 092). */
const NOTIFICATION_RETENTION_MS = 30 * 24 * 3_600_000;

/** Retention of shift handovers. They are compared with the previous one, and never with those of a quarter ago. */
const HANDOVER_RETENTION_MS = 92 * 24 * 3_600_000;

/** Adds up the counters and deletes expired rows. All processes can run the cleanup, also at the same time. */
export async function cleanUp({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await mergeCounters(db);
  await chooseBlindChecks(db, now);
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', addMs(now, -MAX_IDLE_MS))]))
    .execute();
  await db.deleteFrom('idempotency').where('created_at', '<=', addMs(now, -KEY_RETENTION_MS)).execute();
  await sweepStaged(db, now);
  await db.deleteFrom('rate_limit').where('window_start', '<=', addMs(now, -RATE_LIMIT_RETENTION_MS)).execute();
  await deleteOldSignInAddresses(db, now);
  await deleteOldQuestions(db, now);
  await sweepTokens(db, now);
  await sweepWebhooks(db, now);
  await deleteOldNotifications(db, addMs(now, -NOTIFICATION_RETENTION_MS));
  await deleteEndedTvBoards(db, now);
  await deleteOldHandovers(db, addMs(now, -HANDOVER_RETENTION_MS));
  await storeEndedSlots(db, now);
}

/** Runs the cleanup at intervals while the app is open. */
export const startCleanup = (app: FastifyInstance, deps: AppDeps): void =>
  startInterval(app, { name: 'sweeping', intervalMs: CLEANUP_INTERVAL_MS, run: () => cleanUp(deps) });
