import type { FastifyInstance } from 'fastify';
import { keepDoing } from '../../http/background.ts';
import type { AppDeps } from '../../http/mount.ts';
import { foldQuality } from './fold.service.ts';

const EVERY_MS = 3000;

/** Folds the history for as long as the app is open; of several processes one does it, whichever comes first. */
export const keepFolded = (app: FastifyInstance, { db, clock }: Pick<AppDeps, 'db' | 'clock'>): void =>
  keepDoing(app, { what: 'folding the history for quality', everyMs: EVERY_MS, round: () => foldQuality(db, clock()) });
