import type { HeldPermission } from '@darkroom/contract/user/group';
import type { Member, WholeMember } from '@darkroom/contract/staff/staff';
import type { Team } from '@darkroom/contract/staff/team';
import { allowancesOf, keepsAllowances } from '../../allowance/allowance.service.ts';
import { readListedGroups, type ListedGroup, readHeldPermissions } from '../../access/access.service.ts';
import { memberListing, readMembers, readWholeMembers } from '../../staff/staff.service.ts';
import { allowanceEntries, allowanceSheet, allowanceSlip, type AllowanceLine } from '../layouts/allowance-layout.ts';
import { groupPrint, groupSheet, permissionLayout } from '../layouts/access-layout.ts';
import { readTeamsInOrder } from '../../team/team.service.ts';
import { memberPrint, memberSheet, teamLayout, wholeMemberPrint, wholeMemberSheet } from '../layouts/staff-layout.ts';
import { paged, whole } from '../source.ts';
import type { Exported, FilterOf } from '../exported.ts';

/** The member list as a file, for who may not see pay and residence: they are not in it. */
export const MEMBERS: Exported<FilterOf<'export.staff'>, Member> = {
  name: 'staff',
  title: 'staff:title',
  source: paged(memberListing, readMembers),
  xlsx: memberSheet,
  pdf: memberPrint,
};

/** The same for who may see them. */
export const WHOLE_MEMBERS: Exported<FilterOf<'export.staff'>, WholeMember> = {
  ...MEMBERS,
  source: paged(memberListing, readWholeMembers),
  xlsx: wholeMemberSheet,
  pdf: wholeMemberPrint,
};

/** The teams as a file. */
export const TEAMS: Exported<FilterOf<'export.teams'>, Team> = {
  name: 'teams',
  title: 'team:title',
  source: whole(readTeamsInOrder),
  xlsx: teamLayout,
  pdf: teamLayout,
};

/** What a file of one person is called by: their username, or their number where a file's name cannot hold that. */
const fileWordOf = (person: { username: string; staff_id: number } | undefined): string | undefined =>
  person && (/^[\w.-]+$/.test(person.username) ? person.username : String(person.staff_id));

/** A month of allowances as a file: totals and entries, or a slip for each person; a closed month as it was closed. */
export const ALLOWANCES: Exported<FilterOf<'export.allowances'>, AllowanceLine> = {
  name: 'allowances',
  title: 'allowance:title',
  period: ({ year, month }) => `${year}-${String(month).padStart(2, '0')}`,
  source: async (ctx, filter) => {
    const { rows, month } = await allowancesOf(ctx, { ...filter, page: 1, page_size: 1 });
    return {
      total: rows.length,
      pieces: () => [rows.map((row) => ({ row, month }))],
      keptSince: month.closed_at,
      whose: filter.staff_id !== undefined || !keepsAllowances(ctx) ? fileWordOf(rows[0]) : undefined,
    };
  },
  xlsx: allowanceSheet,
  pdf: allowanceSheet,
  beside: [{ title: 'allowance:file.entries', xlsx: allowanceEntries }],
  slip: allowanceSlip,
};

/** The permissions as a file. */
export const PERMISSIONS: Exported<FilterOf<'export.permissions'>, HeldPermission> = {
  name: 'permissions',
  title: 'permission:title',
  source: whole((ctx, { permission_ids }) => readHeldPermissions(ctx.db, permission_ids)),
  xlsx: permissionLayout,
  pdf: permissionLayout,
};

/** The groups as a file. */
export const GROUPS: Exported<FilterOf<'export.groups'>, ListedGroup> = {
  name: 'groups',
  title: 'group:title',
  source: whole((ctx, { group_ids }) => readListedGroups(ctx, group_ids)),
  xlsx: groupSheet,
  pdf: groupPrint,
};
