import type { Handlers } from '../../http/handlers.ts';
import { readWork } from './work.service.ts';

export const workRoutes = { 'work.list': readWork } satisfies Partial<Handlers>;
