import type { Team } from '@darkroom/contract/staff/team';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

// Former members stay in their teams for a possible return. They are neither counted nor named (decision 066).
const selectTeam = sql`
  select t.id, t.version, t.team_name, t.leader_id, l.full_name as leader_name,
         coalesce(m.members, '{}') as members, coalesce(cardinality(m.members), 0) as member_count
    from team t
    left join user_account l on l.id = t.leader_id and l.active
    left join lateral (
      select array_agg(u.id order by u.full_name, u.id) as members
        from team_member tm join user_account u on u.id = tm.staff_id and u.active where tm.team_id = t.id) m on true`;

export async function listTeams(db: Database): Promise<Team[]> {
  const { rows } = await sql<Team>`${selectTeam} order by t.team_name, t.id`.execute(db);
  return rows;
}

export async function findTeam(db: Database, id: number): Promise<Team | undefined> {
  const { rows } = await sql<Team>`${selectTeam} where t.id = ${id}`.execute(db);
  return rows[0];
}

/** Lists the teams of a leader in the common lock order. Locks them on request. */
export const listTeamsOfLeader = (db: Database, leader_id: number) =>
  db
    .selectFrom('team')
    .select(['id', 'version', 'team_name'])
    .where('leader_id', '=', leader_id)
    .orderBy('id')
    .execute();

export async function lockTeam(db: Database, id: number): Promise<Team | undefined> {
  await sql`select 1 from team where id = ${id} for update`.execute(db);
  return findTeam(db, id);
}

export async function insertTeam(db: Database, team: { team_name: string; leader_id: number | null }): Promise<number> {
  const { id } = await db.insertInto('team').values(team).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const updateTeamRow = (
  db: Database,
  id: number,
  change: { team_name?: string | undefined; leader_id?: number | null | undefined },
) =>
  db
    .updateTable('team')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const deleteTeamRow = (db: Database, id: number) => db.deleteFrom('team').where('id', '=', id).execute();

/** Finds which of these people have no active staff account. */
export async function findInactiveStaff(db: Database, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select wanted as id from unnest(${ids}::int[]) wanted
     where not exists (select from user_account u join staff s on s.id = u.id where u.id = wanted and u.active)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

export const insertMembers = (db: Database, team_id: number, ids: readonly number[]) =>
  sql`insert into team_member (team_id, staff_id) select ${team_id}::int, id from unnest(${ids}::int[]) id
      on conflict do nothing`.execute(db);

/** Removes people from a team, except from their only one. Returns the exceptions. */
export async function deleteMembers(db: Database, team_id: number, ids: readonly number[]): Promise<number[]> {
  // Locks the people, so that a parallel request cannot remove their other team.
  await sql`select 1 from staff where id = any(${ids}::int[]) order by id for no key update`.execute(db);
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::int[]) id
     where not exists (select from team_member tm where tm.staff_id = id and tm.team_id <> ${team_id})`.execute(db);
  if (rows.length) return rows.map((row) => row.id);
  await sql`delete from team_member where team_id = ${team_id} and staff_id = any(${ids}::int[])`.execute(db);
  return [];
}
