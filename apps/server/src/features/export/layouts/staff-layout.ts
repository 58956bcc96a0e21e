import type { Member, WholeMember } from '@darkroom/contract/staff';
import type { Team } from '@darkroom/contract/team';
import { layoutOf, type Cell, type CellKind, type Column, type Look } from '../files/cells.ts';

type Value<Row> = (row: Row, look: Look) => Cell;

const column = <Row>(title: string, kind: CellKind, width: number, value: Value<Row>): Column<Row> => ({
  title,
  kind,
  width,
  value,
});

const group: Value<Member> = (row, { words }) => {
  if (row.is_superuser) return words('staff:superuser');
  return row.group_id === null ? words('common:unknown') : row.group_name;
};
const teams: Value<Member> = (row) => row.teams.map((team) => team.team_name).join(', ');
const status: Value<Member> = (row, { words }) => words(`staff:status.${row.working_status}`);

const MEMBER: readonly Column<Member>[] = [
  column('field:staff_id', 'text', 12, (row) => row.staff_id),
  column('field:full_name', 'text', 26, (row) => row.full_name),
  column('field:last_name', 'text', 20, (row) => row.last_name),
  column('field:first_name', 'text', 12, (row) => row.first_name),
  column('field:username', 'text', 16, (row) => row.username),
  column('field:active', 'text', 14, (row, { words }) => words(`staff:account.${row.active}`)),
  column('field:group_id', 'text', 20, group),
  column('field:teams', 'text', 24, teams),
  column('field:gender', 'text', 10, (row, { words }) => row.gender && words(`staff:gender.${row.gender}`)),
  column('field:birthday', 'day', 12, (row) => row.birthday),
  column('field:phone_number', 'text', 14, (row) => row.phone_number),
  column('field:email', 'text', 30, (row) => row.email),
  column('field:position', 'text', 22, (row) => row.position),
  column('field:department', 'text', 16, (row) => row.department),
  column('field:workplace', 'text', 16, (row) => row.workplace),
  column('field:working_status', 'text', 18, status),
  column('field:staff.start_time', 'day', 12, (row) => row.start_time),
  column('field:staff.end_time', 'day', 12, (row) => row.end_time),
];

const PAY: readonly Column<WholeMember>[] = [
  column('field:salary_1', 'count', 14, (row) => row.salary_1),
  column('field:salary_2', 'count', 14, (row) => row.salary_2),
];

const RESIDENCE: readonly Column<WholeMember>[] = [
  column('field:residence_id', 'text', 16, (row) => row.residence_id),
  column('field:residence_created_at', 'day', 14, (row) => row.residence_created_at),
  column('field:residence_created_by', 'text', 28, (row) => row.residence_created_by),
  column('field:residence_address', 'text', 40, (row) => row.residence_address),
  column('field:address', 'text', 40, (row) => row.address),
];

/** Excel: everything of a member but pay and residence. */
export const memberSheet = layoutOf<Member>(MEMBER, (row) => [row]);
/** Excel: everything. */
export const wholeMemberSheet = layoutOf<WholeMember>([...MEMBER, ...PAY, ...RESIDENCE], (row) => [row]);

const PRINT: readonly Column<Member>[] = [
  column('field:staff_id', 'text', 10, (row) => row.staff_id),
  column('field:full_name', 'text', 24, (row) => row.full_name),
  column('field:username', 'text', 14, (row) => row.username),
  column('field:group_id', 'text', 18, group),
  column('field:teams', 'text', 20, teams),
  column('field:position', 'text', 20, (row) => row.position),
  column('field:working_status', 'text', 14, status),
  column('field:phone_number', 'text', 12, (row) => row.phone_number),
  column('field:email', 'text', 26, (row) => row.email),
  column('field:staff.start_time', 'day', 12, (row) => row.start_time),
];

/** Paper: what the list shows. */
export const memberPrint = layoutOf<Member>(PRINT, (row) => [row]);
/** Paper, with what people are paid. */
export const wholeMemberPrint = layoutOf<WholeMember>([...PRINT, ...PAY], (row) => [row]);

const people: Value<Team> = (row, { names }) => row.members.map((id) => names.user(id)).join(', ');
/** Teams, in Excel and on paper. */
export const teamLayout = layoutOf<Team>(
  [
    column('field:team_name', 'text', 26, (row) => row.team_name),
    column('field:leader_id', 'text', 26, (row) => row.leader_name),
    column('field:member_count', 'count', 16, (row) => row.member_count),
    column('field:members', 'text', 80, people),
  ],
  (row) => [row],
);
