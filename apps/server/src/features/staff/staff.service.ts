import { listSecretFields } from '@darkroom/contract/field-tables/field';
import { STAFF } from '@darkroom/contract/field-tables/staff';
import { type Member, type WholeMember, type MemberWork, MAX_AVATAR_BYTES } from '@darkroom/contract/staff/staff';
import { dayOf } from '@darkroom/domain/calendar/day';
import { can, hasPermission, anyOf } from '@darkroom/domain/permission/access';
import { findUngrantableCodes } from '@darkroom/domain/permission/grant';
import {
  ACCOUNT_FIELDS,
  findMemberErrors,
  splitName,
  suggestStaffId,
  canViewPrivate,
  canViewPrivateOf,
} from '@darkroom/domain/staff/staff';
import { suggestUsername } from '@darkroom/domain/text/username';
import { Readable } from 'node:stream';
import { writeAudit } from '../../audit/audit.ts';
import { lockRowVersion, type LockedKind } from '../../audit/change.ts';
import type { Database } from '../../db/connect.ts';
import { type Listing, toListResponse, readPage } from '../../db/list/page.ts';
import type { Download } from '../../http/response/download.ts';
import { fail, rejectEmptyPatch } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { handOverLostTasks, findOpenWork } from '../task/leaver-handover.service.ts';
import { handOverTeams, findTeamsOfLeader } from '../team/team.service.ts';
import {
  changeAccount,
  validateGrants,
  rejectMorePrivileged,
  createOneTimePassword,
  listUsernames,
  addAccount,
  closeAccount,
  reopenAccount,
  removeUnusedAccount,
} from '../user/account.service.ts';
import { drawPicture } from './picture.ts';
import {
  findMembers,
  insertStaff,
  listGroupChoices,
  listStaffIds,
  listChoiceTexts,
  lockMember,
  memberConditions,
  memberPage,
  replaceTeams,
  updateStaff,
  type MemberFilter,
  findAvatar,
} from './staff.queries.ts';

const canViewMembers = anyOf('npn_view_member', 'npn_view_staff_info');

/** Reads one member, with pay and residence if the caller can see them (domain §1, §7). */
export async function readMember(ctx: Ctx, { id }: InputFor<'staff.info'>): Promise<Member> {
  if (id !== ctx.actor.user_id && !can(ctx.actor, canViewMembers)) throw fail('forbidden');
  return readVisibleMember(ctx, id);
}

/** Locks a member for a change. A caller with an old version gets the member as they can see it. */
export const MEMBER: LockedKind<WholeMember> = {
  lock: lockMember,
  current: (ctx, { id }) => readVisibleMember(ctx, id),
};

/** Reads a member as the caller can see it. */
export async function readVisibleMember(ctx: Ctx, id: number): Promise<Member> {
  // A token is not the user: it needs pay and residence in its scope (decision 138).
  const withPrivate = ctx.actor.apiToken ? canViewPrivate(ctx.actor) : canViewPrivateOf(ctx.actor, id);
  const [member] = await findMembers(ctx.db, [id], withPrivate);
  if (!member && id === ctx.actor.user_id)
    throw fail('not_found', { errors: [{ field: 'id', code: 'own_record_missing' }] });
  if (!member) throw fail('not_found');
  return member;
}

/** Returns the list of members of a filter, in an order. Invisible fields cannot be sorted by (quality 18). */
export function memberListing(
  ctx: Ctx,
  { sort, ...filter }: MemberFilter & { sort: InputFor<'staff.list'>['sort'] },
): Listing {
  if (/salary/.test(sort) && !canViewPrivate(ctx.actor)) throw fail('private_fields', { field: 'sort' });
  const query = memberPage(memberConditions(filter), sort);
  return { query, total: [{ rows: query }] };
}

/**
 * Lists members, a page at a time. Without permission for everyone's pay, the list hides all pay, even the caller's
 * own.
 */
export async function listMembers(ctx: Ctx, input: InputFor<'staff.list'>): Promise<ResponseOf<'staff.list'>> {
  const { page, page_size, ...listFilter } = input;
  const { ids, total } = await readPage(ctx.db, memberListing(ctx, listFilter), { page, page_size });
  return toListResponse(await findMembers(ctx.db, ids, canViewPrivate(ctx.actor)), total, page_size);
}

/** Reads members without pay and residence, for every reader of the list. */
export const readMembers = (db: Database, ids: readonly number[]): Promise<Member[]> => findMembers(db, ids, false);
/** Reads whole members, for callers with permission for everyone's pay. */
export const readWholeMembers = async (db: Database, ids: readonly number[]): Promise<WholeMember[]> =>
  (await findMembers(db, ids, true)) as WholeMember[];

export async function readChoices(ctx: Ctx): Promise<ResponseOf<'staff.choices'>> {
  const groups = await listGroupChoices(ctx.db);
  const { actor } = ctx;
  return {
    groups: groups.map(({ codes, ...group }) => ({
      ...group,
      within: findUngrantableCodes(actor, codes).length === 0,
    })),
    ...(await listChoiceTexts(ctx.db)),
  };
}

// A caller without permission for everyone's pay and residence cannot write these fields, and the form leaves them out.
function rejectPrivateFields(ctx: Ctx, input: Partial<Record<string, unknown>>): void {
  if (canViewPrivate(ctx.actor)) return;
  const privateFields = listSecretFields(STAFF).filter((field) => input[field] !== undefined);
  if (privateFields.length)
    throw fail('private_fields', { errors: privateFields.map((field) => ({ field, code: 'private_fields' })) });
}

/** Suggests a free staff ID and username for the form of a new member. */
export async function suggestMember(ctx: Ctx, input: InputFor<'staff.suggest'>): Promise<ResponseOf<'staff.suggest'>> {
  return {
    staff_id: suggestStaffId(await listStaffIds(ctx.db)),
    username: suggestUsername(input.full_name, new Set(await listUsernames(ctx))),
  };
}

/** Adds a member with an account and a one-time password (shown once). */
export async function addMember(ctx: Ctx, input: InputFor<'staff.add'>): Promise<ResponseOf<'staff.add'>> {
  rejectPrivateFields(ctx, input);
  const { username, full_name, is_superuser = false, teams, first_name, last_name, ...staff } = input;
  await validateGrants(ctx, null, { group_id: staff.group_id ?? null, is_superuser });
  const names = first_name || last_name ? { first_name, last_name } : splitName(full_name);
  const user_id = await addAccount(ctx, { username, full_name, is_superuser });
  await insertStaff(ctx.db, { ...staff, ...names, id: user_id });
  await replaceTeams(ctx.db, user_id, teams);
  const [after] = (await findMembers(ctx.db, [user_id], true)) as [WholeMember];
  await writeAudit(ctx, {
    action: 'staff.add',
    entity: 'staff',
    entity_id: user_id,
    subject_id: user_id,
    after: toHistoryFields(after),
  });
  await emitMemberChanged(ctx, user_id, teams);
  // Hashing is slow, so it comes last, after the check for a duplicate staff ID.
  return { member: await readVisibleMember(ctx, user_id), ...(await createOneTimePassword(ctx, user_id, 'account')) };
}

/** Removes a member whom an import added, while no one has used the account or changed the record (decision 172). */
export async function removeNewMember(ctx: Ctx, id: number, version: number): Promise<void> {
  const before = await lockRowVersion(ctx, MEMBER, id, version);
  await removeUnusedAccount(ctx, id);
  const entry = { action: 'staff.delete', entity: 'staff' as const, entity_id: id, subject_id: id };
  await writeAudit(ctx, { ...entry, before: toHistoryFields(before) });
  await emitMemberChanged(ctx, id, getTeamIds(before));
}

/** Changes the given fields of a member. */
export async function updateMember(ctx: Ctx, input: InputFor<'staff.update'>): Promise<Member> {
  const { id, version, tasks, editors, ...change } = input;
  rejectEmptyPatch(change);
  rejectPrivateFields(ctx, change);
  const before = await lockRowVersion(ctx, MEMBER, id, version);
  const errors = findMemberErrors(change, before, dayOf(ctx.now));
  if (errors.length) throw fail('validation', { errors });
  const { username, full_name, is_superuser, teams, ...staff } = change;
  const grants = {
    group_id: staff.group_id === undefined ? before.group_id : staff.group_id,
    is_superuser: is_superuser ?? before.is_superuser,
  };
  const accountFields = ACCOUNT_FIELDS.filter(
    (field) => change[field] !== undefined && change[field] !== before[field],
  );
  if (accountFields.length) await rejectMorePrivileged(ctx, id, accountFields);
  await validateGrants(ctx, before, grants);
  const account = { username, full_name, is_superuser };
  if (Object.values(account).some((value) => value !== undefined) || staff.group_id !== undefined) {
    await changeAccount(ctx, id, account);
  }
  await updateStaff(ctx.db, id, staff);
  if (teams) await replaceTeams(ctx.db, id, teams);
  // Work outside the new permissions is handed over in the same step (decision 067).
  if (accountFields.some((field) => field === 'group_id' || field === 'is_superuser') || tasks.length)
    await handOverLostTasks(ctx, id, { tasks, editors });
  return recordMember(ctx, 'staff.update', before, teams ? [...teams, ...before.teams.map((team) => team.id)] : []);
}

/** Records the changed fields of a member, and notifies the screens with the member or these teams. */
export async function recordMember(
  ctx: Ctx,
  action: string,
  before: WholeMember,
  teams: readonly number[],
): Promise<Member> {
  const { id } = before;
  const [after] = (await findMembers(ctx.db, [id], true)) as [WholeMember];
  const [beforeFields, afterFields] = [toHistoryFields(before), toHistoryFields(after)];
  const changed = Object.keys(afterFields).filter(
    (key) => JSON.stringify(beforeFields[key]) !== JSON.stringify(afterFields[key]),
  );
  const pickChanged = (all: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, all[key]]));
  const entry = { action, entity: 'staff' as const, entity_id: id, subject_id: id };
  await writeAudit(ctx, { ...entry, before: pickChanged(beforeFields), after: pickChanged(afterFields) });
  await emitMemberChanged(ctx, id, teams);
  return readVisibleMember(ctx, id);
}

// Names instead of numbers: the history outlives groups and teams.
const toHistoryFields = ({ id: _id, version: _version, group_id, teams, ...fields }: WholeMember) =>
  ({
    ...fields,
    // The API's word for "none" stays out of the history.
    group_name: group_id === null ? null : fields.group_name,
    teams: teams.map((team) => team.team_name),
  }) as Record<string, unknown>;

/** Notifies the open screens that can show the member. */
async function emitMemberChanged(ctx: Ctx, id: number, teams: readonly number[]): Promise<void> {
  await emit(ctx, 'staff', [id]);
  if (teams.length) await emit(ctx, 'team', teams);
}

/** Returns true if the caller can set the member's picture: their own, or any with change_member. */
export const canChangePicture = (ctx: Ctx, id: number): boolean =>
  id === ctx.actor.user_id || hasPermission(ctx.actor, 'npn_change_member');

/** Reads the open tasks and led teams of a member who leaves. */
export async function readOpenWork(ctx: Ctx, { staff_id }: InputFor<'staff.tasksInProgress'>): Promise<MemberWork> {
  const [member] = await findMembers(ctx.db, [staff_id], false);
  if (!member) throw fail('not_found', { field: 'staff_id' });
  return { tasks: await findOpenWork(ctx, staff_id), teams: await findTeamsOfLeader(ctx.db, staff_id) };
}

/**
 * Deactivates a leaver (decision 067): ends sessions and hands tasks and teams over in one transaction. The work must
 * equal the work that the actor saw.
 */
export async function deactivateMember(ctx: Ctx, input: InputFor<'staff.delete'>): Promise<Member> {
  const { staff_id } = input;
  if (staff_id === ctx.actor.user_id) throw fail('not_yourself', { field: 'staff_id' });
  const before = await lockRowVersion(ctx, MEMBER, staff_id, input.version, { field: 'staff_id' });
  if (input.end_time && before.start_time && input.end_time < before.start_time) {
    throw fail('validation', { errors: [{ field: 'end_time', code: 'before_start' }] });
  }
  await closeAccount(ctx, staff_id);
  await handOverLostTasks(ctx, staff_id, input, await findTeamsOfLeader(ctx.db, staff_id));
  await handOverTeams(ctx, staff_id, new Map(input.leaders.map((leader) => [leader.team_id, leader.leader_id])));
  const end_time = input.end_time ?? before.end_time ?? dayOf(ctx.now);
  await updateStaff(ctx.db, staff_id, { working_status: 'Left', end_time });
  return recordMember(ctx, 'staff.delete', before, getTeamIds(before));
}

/** Activates a former member with their last group, a one-time password, and no last day. */
export async function activateMember(
  ctx: Ctx,
  input: InputFor<'staff.activate'>,
): Promise<ResponseOf<'staff.activate'>> {
  const { staff_id } = input;
  const before = await lockRowVersion(ctx, MEMBER, staff_id, input.version, { field: 'staff_id' });
  const oneTimePassword = await reopenAccount(ctx, staff_id);
  await updateStaff(ctx.db, staff_id, { working_status: 'Working', end_time: null });
  return { member: await recordMember(ctx, 'staff.activate', before, getTeamIds(before)), ...oneTimePassword };
}

const getTeamIds = ({ teams }: WholeMember): number[] => teams.map((team) => team.id);

/** Sets a member's picture, re-encoded, or removes it (decision 068). */
export async function setAvatar(ctx: Ctx, input: InputFor<'staff.setAvatar'>): Promise<Member> {
  const { id, version } = input;
  if (!canChangePicture(ctx, id)) throw fail('forbidden');
  const avatar = input.avatar === null ? null : await readUploadedPicture(input.avatar);
  const before = await lockRowVersion(ctx, MEMBER, id, version);
  await updateStaff(ctx.db, id, { avatar, avatar_type: avatar && 'image/webp' });
  const after = await recordMember(ctx, 'staff.setAvatar', before, []);
  // The member's own menu shows it, in all their sessions.
  await emit(ctx, 'session', [id], [id]);
  return after;
}

async function readUploadedPicture(base64: string): Promise<Buffer> {
  const createError = (code: 'not_an_image' | 'image_too_large') =>
    fail('validation', { errors: [{ field: 'avatar', code }] });
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw createError('not_an_image');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_AVATAR_BYTES) throw createError('image_too_large');
  const picture = await drawPicture(bytes);
  if (typeof picture === 'string') throw createError(picture);
  return picture;
}

/** Sends a picture to any signed-in member of staff: names and faces are visible to all of them. */
export async function sendAvatar(ctx: Ctx, { id, key }: InputFor<'staff.avatar'>): Promise<Download> {
  const row = await findAvatar(ctx.db, id, key);
  if (!row?.avatar || !row.avatar_type) throw fail('not_found');
  const file_name = `${id}.${row.avatar_type.replace('image/', '')}`;
  return { file_name, media_type: row.avatar_type, body: Readable.from([row.avatar]), isInline: true };
}
