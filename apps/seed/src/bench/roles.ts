import type { Endpoint } from '@darkroom/contract/endpoint';
import { can, type Subject } from '@darkroom/domain/permission/access';
import { GROUPS, type GroupName } from '@darkroom/server/testing/groups';
import { PEOPLE } from '../demo/tables/people-table.ts';

/** Somebody who asks: the first of the demo bureau's people in each group, and a customer of each kind. */
export interface Role {
  readonly name: GroupName | 'Customer' | 'Customer 0';
  readonly username: string;
  readonly subject: Subject;
}

/** Every group of the demo bureau, the superuser first: all staff there is works in one of them. */
const STAFF: readonly Role[] = (Object.keys(GROUPS) as GroupName[]).map((name) => {
  const person = PEOPLE.find(({ group }) => group === name);
  if (!person) throw new Error(`Nobody in the demo bureau is ${name}.`);
  return {
    name,
    username: person.username,
    subject: { account: 'staff', is_superuser: name === 'Superuser', permissions: new Set(GROUPS[name]) },
  };
});

const customer = (...codes: string[]): Subject => ({
  account: 'customer',
  is_superuser: false,
  permissions: new Set(['npn_customer', ...codes]),
});

const CUSTOMERS: readonly Role[] = [
  { name: 'Customer', username: 'customer.lumen-sydney', subject: customer() },
  { name: 'Customer 0', username: 'customer0.lumen', subject: customer('npn_customer_0') },
];

export const ROLES: readonly Role[] = [...STAFF, ...CUSTOMERS];

/** Those who may ask for a list, and have something in it: of the portal's, staff are bound to no customer. */
export const rolesOf = (endpoint: Endpoint): readonly Role[] =>
  ROLES.filter(
    ({ subject }) =>
      can(subject, endpoint.access) &&
      (subject.account === 'customer' || !endpoint.path.startsWith('/api/customer-portal/')),
  );
