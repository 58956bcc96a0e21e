import type { HeldPermission, PermissionRow } from '@darkroom/contract/user/group';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { PERMISSION_DESCRIPTIONS } from '@darkroom/domain/permission/descriptions';
import { audit } from '../../audit/audit.ts';
import { lockSeenRow, recordChange, type LockedKind, type RecordedKind } from '../../audit/change.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, refuseNothing } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { rightsChanged } from '../user/user.service.ts';
import { findCodes } from './group.queries.ts';
import {
  deletePermissions,
  holdersOf,
  insertPermission,
  listHolders,
  listPermissions,
  lockPermissions,
  updatePermission,
  type StoredPermission,
} from './permission.queries.ts';

/** What the product calls a code of its own. */
const productWords = (codename: string): string | undefined => PERMISSION_DESCRIPTIONS[codename as PermissionCode];

const rowOf = (stored: StoredPermission): PermissionRow => ({
  ...stored,
  described: !stored.built_in || (stored.description !== '' && stored.description !== productWords(stored.codename)),
});

const PERMISSION = {
  entity: 'permission',
  topic: 'permission',
  lock: async (db, id) => (await lockPermissions(db, [id]))[0],
  current: (_ctx, row) => rowOf(row),
  facts: ({ codename, description }) => ({ codename, description }),
} satisfies LockedKind<StoredPermission> & RecordedKind<StoredPermission>;

/** Every permission there is, the built-in ones first. */
export const readPermissions = async (db: Database): Promise<PermissionRow[]> => (await listPermissions(db)).map(rowOf);

/** Those the caller holds. */
export async function listOwnPermissions({ db, actor }: Ctx): Promise<AnswerOf<'permission.own'>> {
  return { results: (await readPermissions(db)).filter(({ codename }) => actor.permissions.has(codename)) };
}

/** All of them with the groups that hold them; some, in an order, when ids are given. */
export async function readHeldPermissions(db: Database, ids?: readonly number[]): Promise<HeldPermission[]> {
  const holders = await listHolders(db);
  const rows = (await readPermissions(db)).map((row) => ({ ...row, groups: holders.get(row.id) ?? [] }));
  return inOrder(rows, ids);
}

/** The rows with these ids, in their order; all of them when none are named. */
export function inOrder<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[] | undefined): Row[] {
  if (!ids) return [...rows];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Refuses a list in which codes stand that do not exist, each in its place; those that do are kept from being deleted meanwhile. */
export async function refuseUnknownCodes(db: Database, field: string, codes: readonly string[]): Promise<void> {
  const known = new Set((await findCodes(db, codes)).map(({ codename }) => codename));
  const wrong = codes.flatMap((code, at) =>
    known.has(code) ? [] : [{ field: `${field}.${at}`, code: 'unknown' as const }],
  );
  if (wrong.length > 0) throw fail('validation', { errors: wrong });
}

/** Adds a permission of the bureau's own. */
export async function createPermission(ctx: Ctx, input: InputFor<'permission.create'>): Promise<PermissionRow> {
  const made = await insertPermission(ctx.db, input);
  return rowOf(await recordChange(ctx, PERMISSION, 'permission.create', undefined, made));
}

/** Describes a permission anew, or renames one of the bureau's own: whoever holds it then holds it under its new name. */
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

/** Deletes permissions of the bureau's own, all or none. A code that a group holds is not deleted: the refusal names the groups. */
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
