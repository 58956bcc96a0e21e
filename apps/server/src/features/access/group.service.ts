import type { GroupRow, PermissionRow } from '@darkroom/contract/user/group';
import type { Subject } from '@darkroom/domain/permission/access';
import { beyondRights, codeChanges, isPortalCode } from '@darkroom/domain/permission/grant';
import { lockSeenRow, recordChange, type LockedKind, type RecordedKind } from '../../audit/change.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, refuseNothing } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { countLosing } from '../task/handover.service.ts';
import { rightsChanged } from '../user/user.service.ts';
import {
  addCodes,
  deleteGroup,
  findBoundMembers,
  findCodes,
  insertGroup,
  lockGroup,
  readGroups,
  removeCodes,
  updateGroup,
} from './group.queries.ts';
import { inOrder, readPermissions, refuseUnknownCodes } from './permission.service.ts';

const GROUP: LockedKind<GroupRow> & RecordedKind<GroupRow> = {
  entity: 'staff_group',
  topic: 'group',
  lock: lockGroup,
  facts: ({ group_name, permissions }) => ({ group_name, permissions }),
};

/** Every group, and everything a group can hold. */
export const listGroups = async ({ db }: Ctx): Promise<AnswerOf<'group.list'>> => ({
  results: await readGroups(db),
  permissions: await readPermissions(db),
});

/** A group of a file, with what it holds as rows of their own, which say what the bureau calls them. */
export interface ListedGroup extends GroupRow {
  readonly held: readonly PermissionRow[];
}

/** Groups for a file: some of them, in an order, when ids are given. */
export async function readListedGroups({ db }: Ctx, ids?: readonly number[]): Promise<ListedGroup[]> {
  const byCode = new Map((await readPermissions(db)).map((permission) => [permission.codename, permission]));
  return inOrder(await readGroups(db), ids).map((group) => ({
    ...group,
    held: group.permissions.flatMap((code) => byCode.get(code) ?? []),
  }));
}

/** Adds a group of what its maker holds. */
export async function createGroup(ctx: Ctx, input: InputFor<'group.create'>): Promise<GroupRow> {
  const permission_ids = await grantable(ctx, input.permissions);
  const { id } = await insertGroup(ctx.db, input.group_name);
  await addCodes(ctx.db, id, permission_ids);
  return recordChange(ctx, GROUP, 'group.create', undefined, await groupNow(ctx, id));
}

/** Changes a group. A group that holds more than the actor does cannot be changed (decision 046). Members notice at their next request. */
export async function changeGroup(ctx: Ctx, input: InputFor<'group.update'>): Promise<GroupRow> {
  const { group_id, version, ...patch } = input;
  refuseNothing(patch);
  const before = await lockSeenRow(ctx, GROUP, group_id, version, { check: (group) => checkWithin(ctx, group) });
  const { added, removed } = codeChanges(before.permissions, [...new Set(input.permissions ?? before.permissions)]);
  if (added.length > 0) await addCodes(ctx.db, before.id, await grantable(ctx, added));
  if (removed.length > 0) await removeCodes(ctx.db, before.id, removed);
  await updateGroup(ctx.db, before.id, input.group_name ?? before.group_name);
  const after = await recordChange(ctx, GROUP, 'group.update', before, await groupNow(ctx, before.id));
  if (added.length + removed.length > 0) {
    const members = after.members.map((member) => member.id);
    await rightsChanged(ctx, members);
  }
  return after;
}

/** What would be left in the hands of a group's members if it lost these codes: a change of a group hands nothing over (decision 067). */
export async function readLosing(ctx: Ctx, input: InputFor<'group.losing'>): Promise<AnswerOf<'group.losing'>> {
  const { permissions } = await groupNow(ctx, input.group_id);
  await refuseUnknownCodes(ctx.db, 'codes', input.codes);
  const lost = new Set(input.codes);
  const holding = (codes: readonly string[]): Subject => ({
    account: 'staff',
    is_superuser: false,
    permissions: new Set(codes),
  });
  return countLosing(ctx, await findBoundMembers(ctx.db, input.group_id), {
    before: holding(permissions),
    after: holding(permissions.filter((code) => !lost.has(code))),
  });
}

/** Deletes a group nobody is in. */
export async function removeGroup(ctx: Ctx, { group_id }: InputFor<'group.delete'>): Promise<AnswerOf<'group.delete'>> {
  const before = await lockSeenRow(ctx, GROUP, group_id, undefined);
  checkWithin(ctx, before);
  if (before.members.length > 0) throw fail('in_use', { field: 'group_id', detail: String(before.members.length) });
  await deleteGroup(ctx.db, group_id);
  await recordChange(ctx, GROUP, 'group.delete', before, undefined);
  return { group_id };
}

// Nobody changes a group that holds more than they do.
function checkWithin({ actor }: Ctx, { permissions }: GroupRow): void {
  const beyond = beyondRights(actor, permissions);
  if (beyond.length > 0) throw fail('beyond_own_rights', { field: 'group_id', detail: beyond.join(', ') });
}

async function groupNow(ctx: Ctx, id: number): Promise<GroupRow> {
  const [group] = await readGroups(ctx.db, id);
  if (!group) throw fail('not_found');
  return group;
}

/** The ids of codes the actor may hand out; refused, with the codes named, when one is unknown, a customer's, or beyond their rights. */
async function grantable({ db, actor }: Ctx, codes: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(codes)];
  const found = await findCodes(db, wanted);
  const known = new Set(found.map((one) => one.codename));
  const wrong = codes.flatMap((code, at) => {
    const why = !known.has(code) ? 'unknown' : isPortalCode(code) ? 'for_customers' : null;
    return why ? [{ field: `permissions.${at}`, code: why }] : [];
  });
  if (wrong.length > 0) throw fail('validation', { errors: wrong });
  const beyond = beyondRights(actor, wanted);
  if (beyond.length > 0) throw fail('beyond_own_rights', { field: 'permissions', detail: beyond.join(', ') });
  return found.map((one) => one.id);
}
