import type { Handlers } from '../../http/handlers.ts';
import { listCustomers } from './customer.queries.ts';

export const customerRoutes = {
  'customer.list': ({ db }) => listCustomers(db),
} satisfies Partial<Handlers>;
