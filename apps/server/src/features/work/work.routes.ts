import type { Handlers } from '../../http/handlers.ts';
import { readPeople, readWork } from './work.service.ts';

export const workRoutes = { 'work.list': readWork, 'work.people': readPeople } satisfies Partial<Handlers>;
