import type { GroupRow } from '../user/group.ts';
import type { HeldPermission } from '../user/permission.ts';
import type { FieldsOf } from './field.ts';

/** What a group is made of. */
export const GROUP = {
  id: { kind: 'key' },
  group_name: { kind: 'text' },
  version: { kind: 'key' },
  permissions: { kind: 'word', words: 'permission:code' },
  members: { kind: 'record', of: 'user' },
} as const satisfies FieldsOf<GroupRow>;

/** What a permission is made of. */
export const PERMISSION = {
  id: { kind: 'key' },
  codename: { kind: 'text' },
  description: { kind: 'notes' },
  built_in: { kind: 'key' },
  described: { kind: 'key' },
  version: { kind: 'key' },
  groups: { kind: 'record', of: 'group' },
} as const satisfies FieldsOf<HeldPermission>;
