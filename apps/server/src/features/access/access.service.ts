import type { HeldPermission, PermissionRow, GroupRow } from '@darkroom/contract/user/group';
import type { Subject } from '@darkroom/domain/permission/access';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { PERMISSION_DESCRIPTIONS } from '@darkroom/domain/permission/descriptions';
import { beyondRights, codeChanges, isPortalCode } from '@darkroom/domain/permission/grant';
import { audit } from '../../audit/audit.ts';
import { lockSeenRow, recordChange, type LockedKind, type RecordedKind } from '../../audit/change.ts';
import type { Database } from '../../db/connect.ts';
import { fail, refuseNothing } from '../../http/answer/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { countLosing } from '../task/handover.service.ts';
import { rightsChanged } from '../user/user.service.ts';
import {
  findCodes,
  deletePermissions,
  holdersOf,
  insertPermission,
  listHolders,
  listPermissions,
  lockPermissions,
  updatePermission,
  type StoredPermission,
  addCodes,
  deleteGroup,
  findBoundMembers,
  insertGroup,
  lockGroup,
  readGroups,
  removeCodes,
  updateGroup,
} from './access.queries.ts';

/** Description of a built-in code in the product. */
const productWords = (codename: string): string | undefined => PERMISSION_DESCRIPTIONS[codename as PermissionCode];

const rowOf = (stored: StoredPermission): PermissionRow => ({
  ...stored,
  description: stored.description || (productWords(stored.codename) ?? ''),
  described: !stored.built_in || (stored.description !== '' && stored.description !== productWords(stored.codename)),
});

const PERMISSION = {
  entity: 'permission',
  topic: 'permission',
  lock: async (db, id) => (await lockPermissions(db, [id]))[0],
  current: (_ctx, row) => rowOf(row),
  facts: ({ codename, description }) => ({ codename, description }),
} satisfies LockedKind<StoredPermission> & RecordedKind<StoredPermission>;

/** All permissions, the built-in ones first. */
export const readPermissions = async (db: Database): Promise<PermissionRow[]> => (await listPermissions(db)).map(rowOf);

/** Permissions of the caller. */
export async function listOwnPermissions({ db, actor }: Ctx): Promise<AnswerOf<'permission.own'>> {
  return { results: (await readPermissions(db)).filter(({ codename }) => actor.permissions.has(codename)) };
}

/** Permissions with the groups that hold them: all of them, or those with the given ids in the order of the ids. */
export async function readHeldPermissions(db: Database, ids?: readonly number[]): Promise<HeldPermission[]> {
  const holders = await listHolders(db);
  const rows = (await readPermissions(db)).map((row) => ({ ...row, groups: holders.get(row.id) ?? [] }));
  return inOrder(rows, ids);
}

/** Rows with these ids in the order of the ids, or all rows without ids. */
export function inOrder<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[] | undefined): Row[] {
  if (!ids) return [...rows];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Refuses unknown codes with their positions in the list. Locks the known ones against deletion. */
export async function refuseUnknownCodes(db: Database, field: string, codes: readonly string[]): Promise<void> {
  const known = new Set((await findCodes(db, codes)).map(({ codename }) => codename));
  const wrong = codes.flatMap((code, at) =>
    known.has(code) ? [] : [{ field: `${field}.${at}`, code: 'unknown' as const }],
  );
  if (wrong.length > 0) throw fail('validation', { errors: wrong });
}

/** Adds a permission of the bureau. */
export async function createPermission(ctx: Ctx, input: InputFor<'permission.create'>): Promise<PermissionRow> {
  const made = await insertPermission(ctx.db, input);
  return rowOf(await recordChange(ctx, PERMISSION, 'permission.create', undefined, made));
}

/** Changes a description, or renames a permission of the bureau. Its holders keep it under the new name. */
export async function changePermission(ctx: Ctx, input: InputFor<'permission.update'>): Promise<PermissionRow> {
  const { id, version, ...patch } = input;
  refuseNothing(patch);
  const before = await lockSeenRow(ctx, PERMISSION, id, version);
  const { codename = before.codename, description = before.description } = input;
  const renamed = codename !== before.codename;
  if (renamed && before.built_in) throw fail('built_in', { field: 'codename' });
  const after = await updatePermission(ctx.db, before.id, { codename, description });
  await recordChange(ctx, PERMISSION, 'permission.update', before, after);
  if (renamed) await rightsChanged(ctx, await holdersOf(ctx.db, before.id));
  return rowOf(after);
}

/** Deletes permissions of the bureau, all or none. The refusal names the groups that hold one of them. */
export async function removePermissions(
  ctx: Ctx,
  input: InputFor<'permission.delete'>,
): Promise<AnswerOf<'permission.delete'>> {
  const permission_ids = [...new Set(input.permission_ids)];
  const found = await lockPermissions(ctx.db, permission_ids);
  if (found.length < permission_ids.length) throw fail('not_found', { field: 'permission_ids' });
  const builtIn = found.filter((one) => one.built_in).map((one) => one.codename);
  if (builtIn.length > 0) throw fail('built_in', { field: 'permission_ids', detail: builtIn.join(', ') });
  const holders = await listHolders(ctx.db);
  const held = found.flatMap(({ id, codename }) => {
    const groups = holders.get(id)?.map((group) => group.group_name) ?? [];
    return groups.length > 0 ? [`${codename}: ${groups.join(', ')}`] : [];
  });
  if (held.length > 0) throw fail('in_use', { field: 'permission_ids', detail: held.join('; ') });
  await deletePermissions(ctx.db, permission_ids);
  await audit(
    ctx,
    found.map((one) => ({
      action: 'permission.delete',
      entity: PERMISSION.entity,
      entity_id: one.id,
      before: PERMISSION.facts(one),
    })),
  );
  await emit(ctx, 'permission', permission_ids);
  return { permission_ids };
}

const GROUP: LockedKind<GroupRow> & RecordedKind<GroupRow> = {
  entity: 'staff_group',
  topic: 'group',
  lock: lockGroup,
  facts: ({ group_name, permissions }) => ({ group_name, permissions }),
};

/** All groups, and all permissions that a group can hold. */
export const listGroups = async ({ db }: Ctx): Promise<AnswerOf<'group.list'>> => ({
  results: await readGroups(db),
  permissions: await readPermissions(db),
});

/** A group in an exported file, with its permissions as rows with the bureau's descriptions. */
export interface ListedGroup extends GroupRow {
  readonly held: readonly PermissionRow[];
}

/** Groups for an exported file: all of them, or those with the given ids in the order of the ids. */
export async function readListedGroups({ db }: Ctx, ids?: readonly number[]): Promise<ListedGroup[]> {
  const byCode = new Map((await readPermissions(db)).map((permission) => [permission.codename, permission]));
  return inOrder(await readGroups(db), ids).map((group) => ({
    ...group,
    held: group.permissions.flatMap((code) => byCode.get(code) ?? []),
  }));
}

/** Adds a group. Its codes are limited to those of the actor. */
export async function createGroup(ctx: Ctx, input: InputFor<'group.create'>): Promise<GroupRow> {
  const permission_ids = await grantable(ctx, input.permissions);
  const { id } = await insertGroup(ctx.db, input.group_name);
  await addCodes(ctx.db, id, permission_ids);
  return recordChange(ctx, GROUP, 'group.create', undefined, await groupNow(ctx, id));
}

/** Changes a group, unless it holds more than the actor (decision 046). Members have the new codes at their next request. */
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

/** Counts the tasks that members could not continue without these codes. A change of a group reassigns nothing (decision 067). */
export async function readLosing(ctx: Ctx, input: InputFor<'group.impact'>): Promise<AnswerOf<'group.impact'>> {
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

/** Deletes an empty group. */
export async function removeGroup(ctx: Ctx, { group_id }: InputFor<'group.delete'>): Promise<AnswerOf<'group.delete'>> {
  const before = await lockSeenRow(ctx, GROUP, group_id, undefined);
  checkWithin(ctx, before);
  if (before.members.length > 0) throw fail('in_use', { field: 'group_id', detail: String(before.members.length) });
  await deleteGroup(ctx.db, group_id);
  await recordChange(ctx, GROUP, 'group.delete', before, undefined);
  return { group_id };
}

// A group that holds more than the actor cannot be changed.
function checkWithin({ actor }: Ctx, { permissions }: GroupRow): void {
  const beyond = beyondRights(actor, permissions);
  if (beyond.length > 0) throw fail('beyond_own_rights', { field: 'group_id', detail: beyond.join(', ') });
}

async function groupNow(ctx: Ctx, id: number): Promise<GroupRow> {
  const [group] = await readGroups(ctx.db, id);
  if (!group) throw fail('not_found');
  return group;
}

/** Ids of codes that the actor can grant. Unknown codes, customer codes and codes that the actor lacks are refused by name. */
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
