import type { HeldPermission, PermissionRow, GroupRow } from '@darkroom/contract/user/group';
import type { Subject } from '@darkroom/domain/permission/access';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { PERMISSION_DESCRIPTIONS } from '@darkroom/domain/permission/descriptions';
import { findUngrantableCodes, compareCodes, isPortalCode } from '@darkroom/domain/permission/grant';
import { writeAudit } from '../../audit/audit.ts';
import { lockRowVersion, recordChange, type LockedKind, type RecordedKind } from '../../audit/change.ts';
import type { Database } from '../../db/connect.ts';
import { fail, rejectEmptyPatch } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { countLostTasks } from '../task/leaver-handover.service.ts';
import { emitPermissionsChanged } from '../user/user.service.ts';
import {
  findPermissionsByCode,
  deletePermissions,
  findHolderIds,
  insertPermission,
  findGroupsByPermission,
  listPermissions,
  lockPermissions,
  updatePermission,
  type StoredPermission,
  addGroupPermissions,
  deleteGroup,
  findActiveNonSuperusers,
  insertGroup,
  lockGroup,
  readGroups,
  removeGroupPermissions,
  updateGroup,
} from './access.queries.ts';

/** Returns the product's description of a built-in code. */
const getBuiltInDescription = (codename: string): string | undefined =>
  PERMISSION_DESCRIPTIONS[codename as PermissionCode];

const toPermissionRow = (stored: StoredPermission): PermissionRow => ({
  ...stored,
  description: stored.description || (getBuiltInDescription(stored.codename) ?? ''),
  described:
    !stored.built_in || (stored.description !== '' && stored.description !== getBuiltInDescription(stored.codename)),
});

const PERMISSION = {
  entity: 'permission',
  topic: 'permission',
  lock: async (db, id) => (await lockPermissions(db, [id]))[0],
  current: (_ctx, row) => toPermissionRow(row),
  facts: ({ codename, description }) => ({ codename, description }),
} satisfies LockedKind<StoredPermission> & RecordedKind<StoredPermission>;

/** Reads all permissions, the built-in ones first. */
export const readPermissions = async (db: Database): Promise<PermissionRow[]> =>
  (await listPermissions(db)).map(toPermissionRow);

export async function listOwnPermissions({ db, actor }: Ctx): Promise<ResponseOf<'permission.own'>> {
  return { results: (await readPermissions(db)).filter(({ codename }) => actor.permissions.has(codename)) };
}

/** Reads permissions with the groups that have them: all, or those with the given ids in the order of the ids. */
export async function readHeldPermissions(db: Database, ids?: readonly number[]): Promise<HeldPermission[]> {
  const holders = await findGroupsByPermission(db);
  const rows = (await readPermissions(db)).map((row) => ({ ...row, groups: holders.get(row.id) ?? [] }));
  return orderByIds(rows, ids);
}

/** Returns the rows with these ids in the order of the ids, or all rows if there are no ids. */
export function orderByIds<Row extends { id: number }>(
  rows: readonly Row[],
  ids: readonly number[] | undefined,
): Row[] {
  if (!ids) return [...rows];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Refuses unknown codes with their positions in the list. Locks the known ones against deletion. */
export async function rejectUnknownCodes(db: Database, field: string, codes: readonly string[]): Promise<void> {
  const known = new Set((await findPermissionsByCode(db, codes)).map(({ codename }) => codename));
  const errors = codes.flatMap((code, index) =>
    known.has(code) ? [] : [{ field: `${field}.${index}`, code: 'unknown' as const }],
  );
  if (errors.length > 0) throw fail('validation', { errors });
}

export async function createPermission(ctx: Ctx, input: InputFor<'permission.create'>): Promise<PermissionRow> {
  const created = await insertPermission(ctx.db, input);
  return toPermissionRow(await recordChange(ctx, PERMISSION, 'permission.create', undefined, created));
}

/** Changes a description, or renames a permission of the bureau. Its groups then have the new name. */
export async function changePermission(ctx: Ctx, input: InputFor<'permission.update'>): Promise<PermissionRow> {
  const { id, version, ...patch } = input;
  rejectEmptyPatch(patch);
  const before = await lockRowVersion(ctx, PERMISSION, id, version);
  const { codename = before.codename, description = before.description } = input;
  const renamed = codename !== before.codename;
  if (renamed && before.built_in) throw fail('built_in', { field: 'codename' });
  const after = await updatePermission(ctx.db, before.id, { codename, description });
  await recordChange(ctx, PERMISSION, 'permission.update', before, after);
  if (renamed) await emitPermissionsChanged(ctx, await findHolderIds(ctx.db, before.id));
  return toPermissionRow(after);
}

/** Deletes permissions of the bureau, all or none. The refusal names the groups that have one of them. */
export async function removePermissions(
  ctx: Ctx,
  input: InputFor<'permission.delete'>,
): Promise<ResponseOf<'permission.delete'>> {
  const permission_ids = [...new Set(input.permission_ids)];
  const found = await lockPermissions(ctx.db, permission_ids);
  if (found.length < permission_ids.length) throw fail('not_found', { field: 'permission_ids' });
  const builtIn = found.filter((item) => item.built_in).map((item) => item.codename);
  if (builtIn.length > 0) throw fail('built_in', { field: 'permission_ids', detail: builtIn.join(', ') });
  const holders = await findGroupsByPermission(ctx.db);
  const inUse = found.flatMap(({ id, codename }) => {
    const groups = holders.get(id)?.map((group) => group.group_name) ?? [];
    return groups.length > 0 ? [`${codename}: ${groups.join(', ')}`] : [];
  });
  if (inUse.length > 0) throw fail('in_use', { field: 'permission_ids', detail: inUse.join('; ') });
  await deletePermissions(ctx.db, permission_ids);
  await writeAudit(
    ctx,
    found.map((item) => ({
      action: 'permission.delete',
      entity: PERMISSION.entity,
      entity_id: item.id,
      before: PERMISSION.facts(item),
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

/** Lists all groups, and all permissions that a group can have. */
export const listGroups = async ({ db }: Ctx): Promise<ResponseOf<'group.list'>> => ({
  results: await readGroups(db),
  permissions: await readPermissions(db),
});

/** A group in an exported file, with its permissions as rows with the bureau's descriptions. */
export interface ListedGroup extends GroupRow {
  readonly heldPermissions: readonly PermissionRow[];
}

/** Reads groups for an exported file: all of them, or those with the given ids in the order of the ids. */
export async function readListedGroups({ db }: Ctx, ids?: readonly number[]): Promise<ListedGroup[]> {
  const byCode = new Map((await readPermissions(db)).map((permission) => [permission.codename, permission]));
  return orderByIds(await readGroups(db), ids).map((group) => ({
    ...group,
    heldPermissions: group.permissions.flatMap((code) => byCode.get(code) ?? []),
  }));
}

/** Adds a group. Its codes are limited to those of the actor. */
export async function createGroup(ctx: Ctx, input: InputFor<'group.create'>): Promise<GroupRow> {
  const permission_ids = await findGrantableIds(ctx, input.permissions);
  const { id } = await insertGroup(ctx.db, input.group_name);
  await addGroupPermissions(ctx.db, id, permission_ids);
  return recordChange(ctx, GROUP, 'group.create', undefined, await readGroup(ctx, id));
}

/**
 * Changes a group, unless the group has more permissions than the actor (decision 046). Members have the new codes at
 * their next request.
 */
export async function changeGroup(ctx: Ctx, input: InputFor<'group.update'>): Promise<GroupRow> {
  const { group_id, version, ...patch } = input;
  rejectEmptyPatch(patch);
  const before = await lockRowVersion(ctx, GROUP, group_id, version, {
    check: (group) => validateWithinOwnPermissions(ctx, group),
  });
  const { added, removed } = compareCodes(before.permissions, [...new Set(input.permissions ?? before.permissions)]);
  if (added.length > 0) await addGroupPermissions(ctx.db, before.id, await findGrantableIds(ctx, added));
  if (removed.length > 0) await removeGroupPermissions(ctx.db, before.id, removed);
  await updateGroup(ctx.db, before.id, input.group_name ?? before.group_name);
  const after = await recordChange(ctx, GROUP, 'group.update', before, await readGroup(ctx, before.id));
  if (added.length + removed.length > 0) {
    const members = after.members.map((member) => member.id);
    await emitPermissionsChanged(ctx, members);
  }
  return after;
}

/** Counts the tasks that members could not continue without these codes. A change of a group reassigns nothing (decision 067). */
export async function countTasksLostByGroup(
  ctx: Ctx,
  input: InputFor<'group.impact'>,
): Promise<ResponseOf<'group.impact'>> {
  const { permissions } = await readGroup(ctx, input.group_id);
  await rejectUnknownCodes(ctx.db, 'codes', input.codes);
  const lostCodes = new Set(input.codes);
  const toSubject = (codes: readonly string[]): Subject => ({
    account: 'staff',
    is_superuser: false,
    permissions: new Set(codes),
  });
  return countLostTasks(ctx, await findActiveNonSuperusers(ctx.db, input.group_id), {
    before: toSubject(permissions),
    after: toSubject(permissions.filter((code) => !lostCodes.has(code))),
  });
}

export async function removeGroup(
  ctx: Ctx,
  { group_id }: InputFor<'group.delete'>,
): Promise<ResponseOf<'group.delete'>> {
  const before = await lockRowVersion(ctx, GROUP, group_id, undefined);
  validateWithinOwnPermissions(ctx, before);
  const members = before.members.length;
  if (members > 0) {
    const detail = `The group has ${members} ${members === 1 ? 'member' : 'members'}.`;
    throw fail('in_use', { field: 'group_id', detail, current: { members } });
  }
  await deleteGroup(ctx.db, group_id);
  await recordChange(ctx, GROUP, 'group.delete', before, undefined);
  return { group_id };
}

// A group that has more permissions than the actor cannot be changed.
function validateWithinOwnPermissions({ actor }: Ctx, { permissions }: GroupRow): void {
  const ungrantable = findUngrantableCodes(actor, permissions);
  if (ungrantable.length > 0) throw fail('beyond_own_rights', { field: 'group_id', detail: ungrantable.join(', ') });
}

async function readGroup(ctx: Ctx, id: number): Promise<GroupRow> {
  const [group] = await readGroups(ctx.db, id);
  if (!group) throw fail('not_found');
  return group;
}

/**
 * Finds the ids of codes that the actor can grant. Refuses unknown codes, customer codes and codes that the actor
 * lacks, by name.
 */
async function findGrantableIds({ db, actor }: Ctx, codes: readonly string[]): Promise<number[]> {
  const uniqueCodes = [...new Set(codes)];
  const found = await findPermissionsByCode(db, uniqueCodes);
  const known = new Set(found.map((item) => item.codename));
  const errors = codes.flatMap((code, index) => {
    const reason = !known.has(code) ? 'unknown' : isPortalCode(code) ? 'customer_permission' : null;
    return reason ? [{ field: `permissions.${index}`, code: reason }] : [];
  });
  if (errors.length > 0) throw fail('validation', { errors });
  const ungrantable = findUngrantableCodes(actor, uniqueCodes);
  if (ungrantable.length > 0) throw fail('beyond_own_rights', { field: 'permissions', detail: ungrantable.join(', ') });
  return found.map((item) => item.id);
}
