import { canViewStaffInfo } from '@darkroom/domain/staff/staff';
import type { WholeMember } from '../staff/staff.ts';
import type { Leave } from '../staff/leave.ts';
import type { Team } from '../staff/team.ts';
import type { GroupRow, HeldPermission } from '../user/group.ts';
import type { FieldsOf } from './field.ts';

const secret = canViewStaffInfo;

/** Fields of a member. Pay and residence are left out without permission (domain §1). */
export const STAFF = {
  id: { kind: 'key' },
  version: { kind: 'key' },
  staff_id: { kind: 'text' },
  full_name: { kind: 'text' },
  first_name: { kind: 'text' },
  last_name: { kind: 'text' },
  username: { kind: 'text' },
  active: { kind: 'flag', words: 'staff:account' },
  is_superuser: { kind: 'flag' },
  second_factor: { kind: 'flag' },
  group_id: { kind: 'record', of: 'group' },
  group_name: { kind: 'text', word: 'group_id' },
  email: { kind: 'text' },
  phone_number: { kind: 'text' },
  gender: { kind: 'word', words: 'staff:gender' },
  birthday: { kind: 'day' },
  avatar: { kind: 'text' },
  teams: { kind: 'record', of: 'team' },
  position: { kind: 'text' },
  department: { kind: 'text' },
  workplace: { kind: 'text' },
  working_status: { kind: 'word', words: 'staff:status' },
  start_time: { kind: 'day', word: 'staff.start_time' },
  end_time: { kind: 'day', word: 'staff.end_time' },
  salary_1: { kind: 'money', whole: true, secret },
  salary_2: { kind: 'money', whole: true, secret },
  address: { kind: 'notes', secret },
  residence_id: { kind: 'text', secret },
  residence_address: { kind: 'notes', secret },
  residence_created_at: { kind: 'day', secret },
  residence_created_by: { kind: 'text', secret },
} as const satisfies FieldsOf<WholeMember>;

export const TEAM = {
  id: { kind: 'key' },
  version: { kind: 'key' },
  team_name: { kind: 'text' },
  leader_id: { kind: 'record', of: 'user' },
  leader_name: { kind: 'text', word: 'leader_id' },
  member_count: { kind: 'count' },
  members: { kind: 'record', of: 'user' },
} as const satisfies FieldsOf<Team>;

export const LEAVE = {
  id: { kind: 'key' },
  version: { kind: 'key' },
  member_id: { kind: 'record', of: 'user', word: 'leave.member_id' },
  first_day: { kind: 'day' },
  last_day: { kind: 'day' },
  part: { kind: 'word', words: 'staff:leaves.part', word: 'leave.part' },
  kind: { kind: 'word', words: 'staff:leaves.kind', word: 'leave.kind' },
} as const satisfies FieldsOf<Leave>;

export const GROUP = {
  id: { kind: 'key' },
  group_name: { kind: 'text' },
  version: { kind: 'key' },
  permissions: { kind: 'word', words: 'permission:code' },
  members: { kind: 'record', of: 'user' },
} as const satisfies FieldsOf<GroupRow>;

export const PERMISSION = {
  id: { kind: 'key' },
  codename: { kind: 'text' },
  description: { kind: 'notes' },
  built_in: { kind: 'key' },
  described: { kind: 'key' },
  version: { kind: 'key' },
  groups: { kind: 'record', of: 'group' },
} as const satisfies FieldsOf<HeldPermission>;
