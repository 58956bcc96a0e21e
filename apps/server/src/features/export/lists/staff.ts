import { STAFF, TEAM, GROUP, PERMISSION } from '@darkroom/contract/field-tables/staff';
import type { Member, WholeMember } from '@darkroom/contract/staff/staff';
import type { Team } from '@darkroom/contract/staff/team';
import type { HeldPermission, PermissionRow } from '@darkroom/contract/user/group';
import { PERMISSIONS } from '@darkroom/domain/permission/codes';
import { type ListedGroup, readListedGroups, readHeldPermissions } from '../../access/access.service.ts';
import { memberListing, readMembers, readWholeMembers } from '../../staff/staff.service.ts';
import { readTeamsInOrder } from '../../team/team.service.ts';
import type { ExportedList, FilterOf } from '../exported-list.ts';
import { column, createLayout, type ExportCell, type ExportColumn, type FileLocale } from '../files/cells.ts';
import { recordColumns, fieldColumns } from '../files/field-columns.ts';
import { pagedSource, shortSource } from '../source.ts';

const field = recordColumns(STAFF);

const formatGroup = (row: Member, { words }: FileLocale): ExportCell => {
  if (row.is_superuser) return words('staff:superuser');
  return row.group_id === null ? words('common:unknown') : row.group_name;
};

const MEMBER_COLUMNS: readonly ExportColumn<Member>[] = [
  field('staff_id', 12),
  field('full_name', 26),
  field('last_name', 20),
  field('first_name', 12),
  field('username', 16),
  field('active', 14),
  field('second_factor', 14),
  column('field:group_id', 'text', 20, formatGroup),
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

const PAY_COLUMNS: readonly ExportColumn<WholeMember>[] = [field('salary_1', 14), field('salary_2', 14)];

const RESIDENCE_COLUMNS: readonly ExportColumn<WholeMember>[] = [
  field('residence_id', 16),
  field('residence_created_at', 14),
  field('residence_created_by', 28),
  field('residence_address', 40),
  field('address', 40),
];

/** Excel: all fields of a member except pay and residence. */
const memberSheet = createLayout<Member>(MEMBER_COLUMNS, (row) => [row]);
/** Excel: all fields. */
const wholeMemberSheet = createLayout<WholeMember>([...MEMBER_COLUMNS, ...PAY_COLUMNS, ...RESIDENCE_COLUMNS], (row) => [
  row,
]);

const PRINT_COLUMNS: readonly ExportColumn<Member>[] = [
  field('staff_id', 10),
  field('full_name', 24),
  field('username', 14),
  column('field:group_id', 'text', 18, formatGroup),
  field('teams', 20),
  field('position', 20),
  field('working_status', 14),
  field('phone_number', 12),
  field('email', 26),
  field('start_time', 12),
];

/** PDF: the columns of the list. */
const memberPrint = createLayout<Member>(PRINT_COLUMNS, (row) => [row]);
/** PDF: the columns of the list with pay. */
const wholeMemberPrint = createLayout<WholeMember>([...PRINT_COLUMNS, ...PAY_COLUMNS], (row) => [row]);

const team = recordColumns(TEAM);

/** Teams in Excel and PDF. */
const teamLayout = createLayout<Team>(
  [team('team_name', 26), team('leader_name', 26), team('member_count', 16), team('members', 80)],
  (row) => [row],
);

const AREA_OF = new Map<string, string>(PERMISSIONS.map(({ code, area }) => [code, area]));
const formatArea = (code: string, { words }: FileLocale) => words(`permission:area.${AREA_OF.get(code) ?? 'own'}`);

/** Formats the description of a code: the bureau's description, or else the product's in the language of the file. */
const formatDescription = ({ codename, description, described }: PermissionRow, { words }: FileLocale) =>
  described || !AREA_OF.has(codename) ? description || codename : words(`permission:code.${codename}`);

const permission = recordColumns(PERMISSION);

/** Excel and PDF: a row for each permission. */
const permissionLayout = createLayout<HeldPermission>(
  [
    permission('codename', 28),
    column('field:description', 'text', 48, formatDescription),
    column('permission:field.area', 'text', 20, (row, locale) => formatArea(row.codename, locale)),
    permission('groups', 48),
  ],
  (row) => [row],
);

interface GroupPermission {
  group: ListedGroup;
  /** Null if the group has no permissions. */
  held: PermissionRow | null;
}

const holdingField = fieldColumns(GROUP, ({ group }: GroupPermission) => group);

/** Excel: a row for each permission of each group, to filter by either. */
const groupSheet = createLayout<ListedGroup, GroupPermission>(
  [
    holdingField('group_name', 24),
    column('export:field.members', 'count', 10, ({ group }) => group.members.length),
    column('permission:field.area', 'text', 20, ({ held }, locale) => held && formatArea(held.codename, locale)),
    column('field:codename', 'text', 28, ({ held }) => held && held.codename),
    column('field:description', 'text', 48, ({ held }, locale) => held && formatDescription(held, locale)),
    holdingField('members', 48),
  ],
  // A group without permissions has a row too.
  (group) => (group.heldPermissions.length > 0 ? group.heldPermissions : [null]).map((held) => ({ group, held })),
);

const groupField = recordColumns(GROUP);

/** PDF: a row for each group. */
const groupPrint = createLayout<ListedGroup>(
  [
    groupField('group_name', 18),
    groupField('members', 40),
    column('field:permissions', 'text', 72, ({ heldPermissions }, locale) =>
      heldPermissions.map((permission) => formatDescription(permission, locale)).join('; '),
    ),
  ],
  (row) => [row],
);

/** The member list as a file without pay and residence, for users who cannot see them. */
export const MEMBERS: ExportedList<FilterOf<'export.staff'>, Member> = {
  name: 'staff',
  title: 'staff:title',
  source: pagedSource(memberListing, readMembers),
  xlsx: memberSheet,
  pdf: memberPrint,
};

/** Member list for users who can see pay and residence. */
export const WHOLE_MEMBERS: ExportedList<FilterOf<'export.staff'>, WholeMember> = {
  ...MEMBERS,
  source: pagedSource(memberListing, readWholeMembers),
  xlsx: wholeMemberSheet,
  pdf: wholeMemberPrint,
};

export const TEAMS: ExportedList<FilterOf<'export.teams'>, Team> = {
  name: 'teams',
  title: 'team:title',
  source: shortSource(readTeamsInOrder),
  xlsx: teamLayout,
  pdf: teamLayout,
};

export const HELD_PERMISSIONS: ExportedList<FilterOf<'export.permissions'>, HeldPermission> = {
  name: 'permissions',
  title: 'permission:title',
  source: shortSource((ctx, { permission_ids }) => readHeldPermissions(ctx.db, permission_ids)),
  xlsx: permissionLayout,
  pdf: permissionLayout,
};

export const GROUPS: ExportedList<FilterOf<'export.groups'>, ListedGroup> = {
  name: 'groups',
  title: 'group:title',
  source: shortSource((ctx, { group_ids }) => readListedGroups(ctx, group_ids)),
  xlsx: groupSheet,
  pdf: groupPrint,
};
