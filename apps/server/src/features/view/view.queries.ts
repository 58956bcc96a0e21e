import { MAX_PREFERENCES, type ListedView, type SavedView } from '@darkroom/contract/view';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

const columns = sql`id, version, owner_id, team_id, screen, name, search`;

/** A user who reads views. True if they can delete views of each team whose views they see. */
export interface Viewer {
  readonly user_id: number;
  readonly managesAllTeams: boolean;
}

/** Selects the teams whose views a user sees: their own, and those they lead. */
const selectTeamsOf = (user_id: number) => sql`
  select team_id from team_member where staff_id = ${user_id} union all select id from team where leader_id = ${user_id}`;

/**
 * Returns the condition for views that a user can delete: their own, and visible ones of teams they manage. Authors can
 * leave (decision 150).
 */
const canDelete = ({ user_id, managesAllTeams }: Viewer) => sql<boolean>`(owner_id = ${user_id}
  or team_id in (select id from team where leader_id = ${user_id}) or ${managesAllTeams} and team_id in (${selectTeamsOf(user_id)}))`;

/** Lists the user's own views of a screen, and those of their teams. */
export async function listViews(db: Database, viewer: Viewer, screen: string): Promise<ListedView[]> {
  const { user_id } = viewer;
  const { rows } = await sql<ListedView>`
    select ${columns}, ${canDelete(viewer)} as can_delete from saved_view
     where screen = ${screen} and (owner_id = ${user_id} or team_id in (${selectTeamsOf(user_id)}))
     order by name, id`.execute(db);
  return rows;
}

export async function findView(db: Database, id: number, owner_id: number): Promise<SavedView | undefined> {
  const { rows } = await sql<SavedView>`
    select ${columns} from saved_view where id = ${id} and owner_id = ${owner_id} for update`.execute(db);
  return rows[0];
}

/** Counts a user's views, and the views shared with a team. */
export async function countViews(db: Database, owner_id: number, team_id: number | null) {
  const { rows } = await sql<{ own: number; shared: number }>`
    select count(*) filter (where owner_id = ${owner_id}) as own, count(*) filter (where team_id = ${team_id}) as shared
      from saved_view where owner_id = ${owner_id} or team_id = ${team_id}`.execute(db);
  return rows[0]!;
}

type NewView = Pick<SavedView, 'screen' | 'name' | 'team_id' | 'search'>;

export async function insertView(db: Database, owner_id: number, view: NewView): Promise<SavedView> {
  const { rows } = await sql<SavedView>`
    insert into saved_view (owner_id, screen, name, team_id, search)
    values (${owner_id}, ${view.screen}, ${view.name}, ${view.team_id}, ${JSON.stringify(view.search)}::jsonb)
    returning ${columns}`.execute(db);
  return rows[0]!;
}

export async function updateView(db: Database, id: number, view: NewView): Promise<SavedView> {
  const { rows } = await sql<SavedView>`
    update saved_view set name = ${view.name}, team_id = ${view.team_id}, search = ${JSON.stringify(view.search)}::jsonb, version = version + 1
     where id = ${id} returning ${columns}`.execute(db);
  return rows[0]!;
}

/** Ends the sharing of a team's views. The views stay with their owners. */
export const endSharing = (db: Database, team_id: number) =>
  sql`update saved_view set team_id = null, version = version + 1 where team_id = ${team_id}`.execute(db);

/** Deletes a view and returns it. Returns undefined if it is missing or the user cannot delete it. */
export async function deleteView(db: Database, id: number, viewer: Viewer): Promise<SavedView | undefined> {
  const { rows } = await sql<SavedView>`
    delete from saved_view where id = ${id} and ${canDelete(viewer)} returning ${columns}`.execute(db);
  return rows[0];
}

/** Returns true for a member or leader of a team. */
export async function isInTeam(db: Database, team_id: number, staff_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from team_member where team_id = ${team_id} and staff_id = ${staff_id}
    union all select from team where id = ${team_id} and leader_id = ${staff_id}`.execute(db);
  return rows.length > 0;
}

export const listPreferences = (db: Database, user_id: number) =>
  db.selectFrom('user_preference').select(['key', 'value']).where('user_id', '=', user_id).execute();

/** Stores a preference. Returns false above the limit. */
export async function saveViewPreference(db: Database, user_id: number, key: string, value: unknown): Promise<boolean> {
  const { rows } = await sql`
    insert into user_preference (user_id, key, value) select ${user_id}, ${key}, ${JSON.stringify(value)}::jsonb
     where (select count(*) from user_preference where user_id = ${user_id} and key <> ${key}) < ${MAX_PREFERENCES}
    on conflict (user_id, key) do update set value = excluded.value
    returning key`.execute(db);
  return rows.length > 0;
}
