import type { Handlers } from '../../http/handlers.ts';
import { exportList } from './export.service.ts';
import { JOBS, REDO, TASKS } from './exported.ts';

export const exportRoutes = {
  'export.jobs': (ctx, input) => exportList(ctx, input, JOBS),
  'export.tasks': (ctx, input) => exportList(ctx, input, TASKS),
  'export.redo': (ctx, input) => exportList(ctx, input, REDO),
} satisfies Partial<Handlers>;
