import { STAFF, TEAM } from '@darkroom/contract/field-tables/staff';
import type { Member, WholeMember } from '@darkroom/contract/staff/staff';
import type { Team } from '@darkroom/contract/staff/team';
import { column, layoutOf, type Cell, type Column, type Look } from '../files/cells.ts';
import { columnsOf } from './field-columns.ts';

const field = columnsOf(STAFF);

const group = (row: Member, { words }: Look): Cell => {
  if (row.is_superuser) return words('staff:superuser');
  return row.group_id === null ? words('common:unknown') : row.group_name;
};

const MEMBER: readonly Column<Member>[] = [
  field('staff_id', 12),
  field('full_name', 26),
  field('last_name', 20),
  field('first_name', 12),
  field('username', 16),
  field('active', 14),
  column('field:group_id', 'text', 20, group),
  field('teams', 24),
  field('gender', 10),
  field('birthday', 12),
  field('phone_number', 14),
  field('email', 30),
  field('position', 22),
  field('department', 16),
  field('workplace', 16),
  field('working_status', 18),
  field('start_time', 12),
  field('end_time', 12),
];

const PAY: readonly Column<WholeMember>[] = [field('salary_1', 14), field('salary_2', 14)];

const RESIDENCE: readonly Column<WholeMember>[] = [
  field('residence_id', 16),
  field('residence_created_at', 14),
  field('residence_created_by', 28),
  field('residence_address', 40),
  field('address', 40),
];

/** Excel: everything of a member but pay and residence. */
export const memberSheet = layoutOf<Member>(MEMBER, (row) => [row]);
/** Excel: everything. */
export const wholeMemberSheet = layoutOf<WholeMember>([...MEMBER, ...PAY, ...RESIDENCE], (row) => [row]);

const PRINT: readonly Column<Member>[] = [
  field('staff_id', 10),
  field('full_name', 24),
  field('username', 14),
  column('field:group_id', 'text', 18, group),
  field('teams', 20),
  field('position', 20),
  field('working_status', 14),
  field('phone_number', 12),
  field('email', 26),
  field('start_time', 12),
];

/** Paper: what the list shows. */
export const memberPrint = layoutOf<Member>(PRINT, (row) => [row]);
/** Paper, with what people are paid. */
export const wholeMemberPrint = layoutOf<WholeMember>([...PRINT, ...PAY], (row) => [row]);

const team = columnsOf(TEAM);

/** Teams, in Excel and on paper. */
export const teamLayout = layoutOf<Team>(
  [team('team_name', 26), team('leader_name', 26), team('member_count', 16), team('members', 80)],
  (row) => [row],
);
