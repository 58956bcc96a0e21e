import type { Endpoint } from '@darkroom/contract/endpoint';
import { can, type Subject } from '@darkroom/domain/permission/access';
import { GROUPS, type GroupName } from '@darkroom/server/testing/groups';
import { PEOPLE } from '../demo/tables/people-table.ts';

/** A caller: the first person of each group of the demo bureau, and a customer of each kind. */
export interface Role {
  readonly name: GroupName | 'Customer' | 'Customer 0';
  readonly username: string;
  readonly subject: Subject;
}

/** Every group of the demo bureau, the superuser first. All staff is in one of them. */
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

/** Returns the roles that have permission for a list and rows in it. Staff has no rows in the portal. */
export const getRoles = (endpoint: Endpoint): readonly Role[] =>
  ROLES.filter(
    ({ subject }) =>
      can(subject, endpoint.access) &&
      (subject.account === 'customer' || !endpoint.path.startsWith('/api/customer-portal/')),
  );
