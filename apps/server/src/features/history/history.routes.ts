import type { Handlers } from '../../http/handlers.ts';
import { listHistory } from './history.service.ts';

export const historyRoutes = {
  'history.list': listHistory,
} satisfies Partial<Handlers>;
