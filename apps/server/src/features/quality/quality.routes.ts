import type { Handlers } from '../../http/handlers.ts';
import { listQualityTasks } from './quality-tasks.service.ts';
import { readQuality } from './quality.service.ts';

export const qualityRoutes = {
  'quality.report': readQuality,
  'quality.tasks': listQualityTasks,
} satisfies Partial<Handlers>;
