import type { Handlers } from '../../http/handlers.ts';
import { countAppeals, decideAppeal, listAppeals, makeAppeal } from './appeal.service.ts';

export const appealRoutes = {
  'appeal.list': listAppeals,
  'appeal.waiting': countAppeals,
  'appeal.make': makeAppeal,
  'appeal.decide': decideAppeal,
} satisfies Partial<Handlers>;
