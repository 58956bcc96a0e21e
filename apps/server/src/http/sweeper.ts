import type { FastifyInstance } from 'fastify';
import { keepDays } from '../features/floor/day.service.ts';
import { forgetBriefs } from '../features/floor/brief.queries.ts';
import { deleteEndedWalls } from '../features/floor/wall.queries.ts';
import { chooseBlindChecks } from '../features/calibration/calibration.service.ts';
import { forgetNotices } from '../features/notice/notice.service.ts';
import { forgetPlaces } from '../features/user/attempt.service.ts';
import { foldTally } from '../features/tally/tally.service.ts';
import { sweepStaged } from '../features/job/job-import.service.ts';
import { keepDoing } from './background.ts';
import { KEPT_MS } from './idempotency.ts';
import type { AppDeps } from './mount.ts';
import { sweepTokens } from '../features/token/token.service.ts';
import { sweepWebhooks } from '../features/webhook/webhook-sweep.service.ts';
import { IDLE_MS, later } from './session/session.ts';

const EVERY_MS = 30_000;
/** The longest window of any limit, twice. */
const LIMITS_KEPT_MS = 2 * 3_600_000;
/** A month: by then what came back has long been dealt with, and the history keeps it (decision 092). */
const NOTICES_KEPT_MS = 30 * 24 * 3_600_000;

/** A brief is told apart from the one before it; what was a quarter of a year ago nobody compares with. */
const BRIEFS_KEPT_MS = 92 * 24 * 3_600_000;

/** Folds the tally and deletes what has expired. Every process may do it, also at the same time. */
export async function sweep({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await foldTally(db);
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
  await deleteEndedWalls(db, now);
  await forgetBriefs(db, later(now, -BRIEFS_KEPT_MS));
  await keepDays(db, now);
}

/** Sweeps now and then for as long as the app is open. */
export const keepSwept = (app: FastifyInstance, deps: AppDeps): void =>
  keepDoing(app, { what: 'sweeping', everyMs: EVERY_MS, round: () => sweep(deps) });
