import type { Endpoint } from '@darkroom/contract/endpoint';
import { can, type Subject } from '@darkroom/domain/permission/access';
import { GROUPS, type GroupName } from '../seed/groups.ts';
import { PEOPLE } from '../seed/tables/people-table.ts';

/** Somebody who asks: the first of the demo bureau's people in each group. */
export interface Role {
  readonly name: GroupName;
  readonly username: string;
  readonly subject: Subject;
}

/** Every group of the demo bureau, the superuser first: all staff there is works in one of them. */
export const ROLES: readonly Role[] = (Object.keys(GROUPS) as GroupName[]).map((name) => {
  const person = PEOPLE.find(({ group }) => group === name);
  if (!person) throw new Error(`Nobody in the demo bureau is ${name}.`);
  return {
    name,
    username: person.username,
    subject: { account: 'staff', is_superuser: name === 'Superuser', permissions: new Set(GROUPS[name]) },
  };
});

/** Those who may ask for a list. */
export const rolesOf = (endpoint: Endpoint): readonly Role[] =>
  ROLES.filter(({ subject }) => can(subject, endpoint.access));
