import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../http/mount.ts';
import { isDatabaseGone } from '../../http/answer/problem.ts';
import { forecastRound } from './forecast.service.ts';

const EVERY_MS = 60_000;

/** Forecasts every minute for as long as the app is open; of several processes one does it (decision 126). */
export function keepForecasts(app: FastifyInstance, { db, clock }: Pick<AppDeps, 'db' | 'clock'>): void {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= forecastRound(db, clock())
      .catch((error: unknown) => {
        if (!isDatabaseGone(error)) app.log.error(error, 'forecasting failed');
      })
      .finally(() => {
        running = null;
      });
  }, EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
