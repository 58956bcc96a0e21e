import type { Team } from '@darkroom/contract/staff/team';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { lockRowVersion, recordChange, type LockedKind, type RecordedKind } from '../../audit/change.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, rejectEmptyPatch } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { unshareViews } from '../view/view.service.ts';
import {
  deleteMembers,
  deleteTeamRow,
  findInactiveStaff,
  findTeam,
  insertMembers,
  insertTeam,
  listTeamsOfLeader,
  listTeams,
  lockTeam,
  updateTeamRow,
} from './team.queries.ts';

const TEAM: LockedKind<Team> & RecordedKind<Team> = {
  entity: 'team',
  topic: 'team',
  lock: lockTeam,
  facts: ({ team_name, leader_id, members }) => ({ team_name, leader_id, members }),
};

/** Reads all teams (spec §7 team/list). */
export const readTeams = async ({ db }: Ctx): Promise<{ results: Team[] }> => ({ results: await listTeams(db) });

/** Reads teams whose name or leader contains a text, in an order. */
export async function readTeamsInOrder(
  { db }: Ctx,
  { text = '', sort }: InputFor<'export.teams'>['filter'],
): Promise<Team[]> {
  const found = (await listTeams(db)).filter((team) =>
    foldedMatch(`${team.team_name} ${team.leader_name ?? ''}`, text),
  );
  if (sort.endsWith('member_count')) found.sort((a, b) => a.member_count - b.member_count);
  return sort.startsWith('-') ? found.reverse() : found;
}

export const findTeamsOfLeader = (db: Database, user_id: number) => listTeamsOfLeader(db, user_id);

/** Adds a team. Its leader can be outside the team. */
export async function addTeam(ctx: Ctx, { members, ...team }: InputFor<'team.add'>): Promise<Team> {
  await validatePeople(ctx, team.leader_id, members);
  const id = await insertTeam(ctx.db, team);
  await insertMembers(ctx.db, id, members);
  return recordTeamChange(ctx, 'team.add', id, undefined, members);
}

/** Changes a team's name, leader or members. Members stay if it is their only team. */
export async function updateTeam(ctx: Ctx, input: InputFor<'team.update'>): Promise<Team> {
  const { id, version, members, ...change } = input;
  rejectEmptyPatch({ ...change, members });
  const before = await lockRowVersion(ctx, TEAM, id, version);
  const added = members?.filter((member) => !before.members.includes(member)) ?? [];
  const removed = members ? before.members.filter((member) => !members.includes(member)) : [];
  await validatePeople(ctx, change.leader_id === before.leader_id ? null : (change.leader_id ?? null), added);
  await updateTeamRow(ctx.db, id, change);
  await insertMembers(ctx.db, id, added);
  const lastTeamMembers = await deleteMembers(ctx.db, id, removed);
  if (lastTeamMembers.length) throw fail('validation', { errors: [{ field: 'members', code: 'last_team' }] });
  return recordTeamChange(ctx, 'team.update', id, before, [...added, ...removed]);
}

/** Deletes a team, unless a member has no other team (domain §7). Views shared with it become private. */
export async function deleteTeam(
  ctx: Ctx,
  { id, version }: InputFor<'team.delete'>,
): Promise<ResponseOf<'team.delete'>> {
  const before = await lockRowVersion(ctx, TEAM, id, version);
  const lastTeamMembers = await deleteMembers(ctx.db, id, before.members);
  if (lastTeamMembers.length) throw fail('member_without_team', { field: 'id', detail: lastTeamMembers.join(', ') });
  await unshareViews(ctx.db, id);
  await deleteTeamRow(ctx.db, id);
  await recordChange(ctx, TEAM, 'team.delete', before, undefined);
  await emit(ctx, 'setting', []);
  if (before.members.length) await emit(ctx, 'staff', before.members);
  return { id };
}

/** Gives the teams of a leader to others, or to none. */
export async function handOverTeams(
  ctx: Ctx,
  user_id: number,
  leaders: ReadonlyMap<number, number | null>,
): Promise<void> {
  for (const { id } of await listTeamsOfLeader(ctx.db, user_id)) {
    const leader_id = leaders.get(id) ?? null;
    await validatePeople(ctx, leader_id, []);
    const before = await findTeam(ctx.db, id);
    await updateTeamRow(ctx.db, id, { leader_id });
    await recordTeamChange(ctx, 'team.update', id, before, []);
  }
}

// Leaders and members must be active.
async function validatePeople(ctx: Ctx, leader_id: number | null, members: readonly number[]): Promise<void> {
  const leaders = leader_id === null ? [] : [leader_id];
  const unknown = new Set(await findInactiveStaff(ctx.db, [...leaders, ...members]));
  const errors = [
    ...(leaders.some((leader) => unknown.has(leader)) ? [{ field: 'leader_id', code: 'unknown' }] : []),
    ...(members.some((member) => unknown.has(member)) ? [{ field: 'members', code: 'unknown' }] : []),
  ];
  if (errors.length) throw fail('validation', { errors });
}

async function recordTeamChange(
  ctx: Ctx,
  action: 'team.add' | 'team.update',
  id: number,
  before: Team | undefined,
  people: readonly number[],
): Promise<Team> {
  const after = await findTeam(ctx.db, id);
  if (!after) throw fail('not_found');
  await recordChange(ctx, TEAM, action, before, after);
  if (people.length) await emit(ctx, 'staff', people);
  return after;
}
