import type { FastifyInstance } from 'fastify';
import { chooseBlindChecks } from '../features/blind-check/blind-check.service.ts';
import { deleteOldHandovers } from '../features/floor/shift-handover.queries.ts';
import { keepDays } from '../features/floor/day.service.ts';
import { deleteEndedTvBoards } from '../features/floor/tv-board.queries.ts';
import { sweepStaged } from '../features/job/job-import.service.ts';
import { forgetNotices } from '../features/notification/notification.service.ts';
import { rollUpCounters } from '../features/counters/counter.service.ts';
import { sweepTokens } from '../features/token/token.service.ts';
import { forgetPlaces } from '../features/user/attempt.service.ts';
import { sweepWebhooks } from '../features/webhook/webhook-sweep.service.ts';
import { isDatabaseGone } from './answer/problem.ts';
import { KEPT_MS } from './idempotency.ts';
import type { AppDeps } from './mount.ts';
import { IDLE_MS, later } from './session/session.ts';

/** Pause between two parts of a round, in which other requests run. */
const BREATH_MS = 100;

interface Background {
  /** The task's name in the log of failures. */
  readonly what: string;
  /** From the end of a round to the start of the next. */
  readonly everyMs: number;
  /** One round. The result `more` means that a part is left, and the next round starts soon. */
  readonly round: () => Promise<unknown>;
}

/** Repeats a round while the app is open, never two at once, and closing waits for the round. Failures are logged and tried again. */
export function startInterval(app: FastifyInstance, { what, everyMs, round }: Background): void {
  let open = true;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const next = (ms: number) => {
    if (!open) return;
    timer = setTimeout(() => {
      running = once();
    }, ms);
    timer.unref();
  };
  const once = async () => {
    let wait = everyMs;
    try {
      if ((await round()) === 'more') wait = BREATH_MS;
    } catch (error) {
      if (!isDatabaseGone(error)) app.log.error(error, `${what} failed`);
    }
    next(wait);
  };
  next(everyMs);
  app.addHook('onClose', async () => {
    open = false;
    clearTimeout(timer);
    await running;
  });
}

const EVERY_MS = 30_000;
/** Twice the longest window of all limits. */
const LIMITS_KEPT_MS = 2 * 3_600_000;
/** One month: by then the work has been done, and the history keeps it (decision 092). */
const NOTICES_KEPT_MS = 30 * 24 * 3_600_000;

/** Shift handovers are compared with the previous one, and never with those of a quarter ago. */
const BRIEFS_KEPT_MS = 92 * 24 * 3_600_000;

/** Adds up the counters and deletes expired rows. All processes can run it, also at the same time. */
export async function sweep({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await rollUpCounters(db);
  await chooseBlindChecks(db, now);
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', later(now, -IDLE_MS))]))
    .execute();
  await db.deleteFrom('idempotency').where('created_at', '<=', later(now, -KEPT_MS)).execute();
  await sweepStaged(db, now);
  await db.deleteFrom('rate_limit').where('window_start', '<=', later(now, -LIMITS_KEPT_MS)).execute();
  await forgetPlaces(db, now);
  await sweepTokens(db, now);
  await sweepWebhooks(db, now);
  await forgetNotices(db, later(now, -NOTICES_KEPT_MS));
  await deleteEndedTvBoards(db, now);
  await deleteOldHandovers(db, later(now, -BRIEFS_KEPT_MS));
  await keepDays(db, now);
}

/** Runs the cleanup at intervals while the app is open. */
export const startCleanup = (app: FastifyInstance, deps: AppDeps): void =>
  startInterval(app, { what: 'sweeping', everyMs: EVERY_MS, round: () => sweep(deps) });
