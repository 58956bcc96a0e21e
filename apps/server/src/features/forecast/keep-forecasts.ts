import type { FastifyInstance } from 'fastify';
import { keepDoing } from '../../http/background.ts';
import type { AppDeps } from '../../http/mount.ts';
import { forecastRound } from './forecast.service.ts';

const EVERY_MS = 60_000;

/** Forecasts every minute for as long as the app is open; of several processes one does it (decision 126). */
export const keepForecasts = (app: FastifyInstance, { db, clock }: Pick<AppDeps, 'db' | 'clock'>): void =>
  keepDoing(app, { what: 'forecasting', everyMs: EVERY_MS, round: () => forecastRound(db, clock()) });
