import { STAFF } from '@darkroom/contract/field-tables/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { getNewMemberSchema, memberFields, staffEndpoints } from '@darkroom/contract/staff/staff';
import { dayOf } from '@darkroom/domain/calendar/day';
import { canViewPrivate } from '@darkroom/domain/staff/staff';
import { getText, type ImportKind, runCall } from '../record-import/import-kind.ts';
import { readTeams } from '../team/team.service.ts';
import { findMembers, findMembersByStaffId, listGroupChoices } from './staff.queries.ts';
import { addMember, removeNewMember, updateMember } from './staff.service.ts';

/** Import of members. The Staff ID finds an existing member. */
export const MEMBER_IMPORT: ImportKind = {
  fields: STAFF,
  keys: ['staff_id'],
  shape: (ctx) => ({ ...memberFields, ...getNewMemberSchema(ctx.actor, dayOf(ctx.now)).shape }),
  names: async (ctx) => ({
    group_id: (await listGroupChoices(ctx.db)).map(({ id, group_name }) => [id, group_name]),
    teams: (await readTeams(ctx)).results.map(({ id, team_name }) => [id, team_name]),
  }),
  find: async (ctx, [row]) => {
    const [found] = await findMembersByStaffId(ctx.db, getText(row ?? {}, 'staff_id'));
    if (!found) return [null];
    const [member] = await findMembers(ctx.db, [found.id], canViewPrivate(ctx.actor));
    return member ? [{ ...member, values: { ...member, teams: member.teams.map(({ id }) => id) } }] : [null];
  },
  save: async (ctx, [row]) => {
    const { found, changed, values } = row!;
    if (!found) {
      const { member, ...signIn } = await runCall(ctx, staffAccountEndpoints.add, addMember, values);
      const { id, version, username, full_name } = member;
      return [{ id, version, signIn: { username, full_name, ...signIn } }];
    }
    if (Object.keys(changed).length === 0) return [found];
    const input = { id: found.id, version: found.version, ...changed };
    return [await runCall(ctx, staffEndpoints.update, updateMember, input)];
  },
  remove: (ctx, { id, version }) => removeNewMember(ctx, id, version),
};
