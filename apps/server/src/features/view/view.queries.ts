import { MAX_PREFERENCES, type ListedView, type SavedView } from '@darkroom/contract/view';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

const columns = sql`id, version, owner_id, team_id, screen, name, search`;

/** Somebody who looks at views; `everyTeam`: they answer for the views of every team they see them of. */
export interface Viewer {
  readonly user_id: number;
  readonly everyTeam: boolean;
}

/** The teams whose views somebody sees: those they are in, and those they lead. */
const teamsOf = (user_id: number) => sql`
  select team_id from team_member where staff_id = ${user_id} union all select id from team where leader_id = ${user_id}`;

/** Whose views they may remove: their own, and those they see of a team they answer for. Their authors may have left it (decision 150). */
const removable = ({ user_id, everyTeam }: Viewer) => sql<boolean>`(owner_id = ${user_id}
  or team_id in (select id from team where leader_id = ${user_id}) or ${everyTeam} and team_id in (${teamsOf(user_id)}))`;

/** One's own views of a screen, and those shared with a team one is in or leads. */
export async function listViews(db: Database, viewer: Viewer, screen: string): Promise<ListedView[]> {
  const { user_id } = viewer;
  const { rows } = await sql<ListedView>`
    select ${columns}, ${removable(viewer)} as may_delete from saved_view
     where screen = ${screen} and (owner_id = ${user_id} or team_id in (${teamsOf(user_id)}))
     order by name, id`.execute(db);
  return rows;
}

export async function findView(db: Database, id: number, owner_id: number): Promise<SavedView | undefined> {
  const { rows } = await sql<SavedView>`
    select ${columns} from saved_view where id = ${id} and owner_id = ${owner_id} for update`.execute(db);
  return rows[0];
}

/** How many views somebody keeps, and how many are shared with a team. */
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

/** Views shared with a team are shared no more: their owners keep them. */
export const unshare = (db: Database, team_id: number) =>
  sql`update saved_view set team_id = null, version = version + 1 where team_id = ${team_id}`.execute(db);

/** Removes a view and answers what it was; undefined where there is none that they may remove. */
export async function deleteView(db: Database, id: number, viewer: Viewer): Promise<SavedView | undefined> {
  const { rows } = await sql<SavedView>`
    delete from saved_view where id = ${id} and ${removable(viewer)} returning ${columns}`.execute(db);
  return rows[0];
}

/** Whether somebody is in a team, or leads it. */
export async function isInTeam(db: Database, team_id: number, staff_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from team_member where team_id = ${team_id} and staff_id = ${staff_id}
    union all select from team where id = ${team_id} and leader_id = ${staff_id}`.execute(db);
  return rows.length > 0;
}

export const listPreferences = (db: Database, user_id: number) =>
  db.selectFrom('user_preference').select(['key', 'value']).where('user_id', '=', user_id).execute();

/** Keeps a preference; false where it would be one more than somebody keeps. */
export async function keepPreference(db: Database, user_id: number, key: string, value: unknown): Promise<boolean> {
  const { rows } = await sql`
    insert into user_preference (user_id, key, value) select ${user_id}, ${key}, ${JSON.stringify(value)}::jsonb
     where (select count(*) from user_preference where user_id = ${user_id} and key <> ${key}) < ${MAX_PREFERENCES}
    on conflict (user_id, key) do update set value = excluded.value
    returning key`.execute(db);
  return rows.length > 0;
}
