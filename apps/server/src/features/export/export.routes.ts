import type { Handlers } from '../../http/handlers.ts';
import { exportJobs, exportRedo, exportTasks } from './export.service.ts';

export const exportRoutes = {
  'export.jobs': exportJobs,
  'export.tasks': exportTasks,
  'export.redo': exportRedo,
} satisfies Partial<Handlers>;
