import type { Handlers } from '../../http/handlers.ts';
import { addCustomer } from './customer-add.service.ts';
import { deleteCustomer } from './customer-delete.service.ts';
import { updateCustomer } from './customer-update.service.ts';
import { findValues, listCustomers } from './customer.queries.ts';
import { listDetails } from './customer.service.ts';
import { resetLogin, switchLogin } from './login.service.ts';

export const customerRoutes = {
  'customer.list': ({ db }) => listCustomers(db),
  'customer.detailList': listDetails,
  'customer.values': ({ db }) => findValues(db),
  'customer.detailAdd': addCustomer,
  'customer.detailUpdate': updateCustomer,
  'customer.delete': deleteCustomer,
  'customer.switchLogin': switchLogin,
  'customer.resetLogin': resetLogin,
} satisfies Partial<Handlers>;
