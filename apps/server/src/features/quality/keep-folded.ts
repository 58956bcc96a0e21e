import type { FastifyInstance } from 'fastify';
import { isDatabaseGone } from '../../http/answer/problem.ts';
import type { AppDeps } from '../../http/mount.ts';
import { foldQuality } from './fold.service.ts';

const EVERY_MS = 3000;
/** Between two parts of what has gathered: room for whoever works. */
const BREATH_MS = 100;

/** Folds the history for as long as the app is open; of several processes one does it, whichever comes first. */
export function keepFolded(app: FastifyInstance, { db, clock }: Pick<AppDeps, 'db' | 'clock'>): void {
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
    let wait = EVERY_MS;
    try {
      if ((await foldQuality(db, clock())) === 'more') wait = BREATH_MS;
    } catch (error) {
      if (!isDatabaseGone(error)) app.log.error(error, 'folding the history for quality failed');
    }
    next(wait);
  };
  next(EVERY_MS);
  app.addHook('onClose', async () => {
    open = false;
    clearTimeout(timer);
    await running;
  });
}
