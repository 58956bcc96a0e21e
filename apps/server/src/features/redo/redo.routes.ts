import type { Handlers } from '../../http/handlers.ts';
import { deleteRedo, listRedo, updateRedo } from './redo.service.ts';

export const redoRoutes = {
  'redo.list': listRedo,
  'redo.update': updateRedo,
  'redo.delete': deleteRedo,
} satisfies Partial<Handlers>;
