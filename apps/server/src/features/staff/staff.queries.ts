import { listSecretFields } from '@darkroom/contract/field-tables/field';
import { STAFF } from '@darkroom/contract/field-tables/staff';
import type { Member, WholeMember } from '@darkroom/contract/staff/staff';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { toLikePattern, rejectUnknownFilters, type Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import type { Staff } from '../../db/types.ts';
import type { InputFor } from '../../http/handlers.ts';

const openColumns = sql`
  s.id, s.version, s.staff_id, u.full_name, s.first_name, s.last_name, u.username, u.active, u.is_superuser, s.group_id,
  exists (select from user_factor f where f.user_id = s.id and f.confirmed_at is not null) as second_factor,
  coalesce(g.group_name, 'Unknown') as group_name, s.email, s.phone_number, s.gender, s.birthday, s.avatar_key as avatar,
  (select coalesce(json_agg(json_build_object('id', t.id, 'team_name', t.team_name) order by t.team_name), '[]'::json)
     from team_member m join team t on t.id = m.team_id where m.staff_id = s.id) as teams,
  s."position", s.department, s.workplace, s.working_status, s.start_time, s.end_time`;
// Columns without permission are not read.
const privateColumns = sql.join(listSecretFields(STAFF).map((field) => sql.ref(`s.${field}`)));

const memberTables = sql`staff s join user_account u on u.id = s.id left join staff_group g on g.id = s.group_id`;

/** Finds members in the order of the ids, with or without pay and residence. */
export async function findMembers(db: Database, ids: readonly number[], withPrivate: boolean): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select ${openColumns}${withPrivate ? sql`, ${privateColumns}` : sql``}
      from unnest(${ids}::int[]) with ordinality as page (id, position)
      join ${memberTables} on s.id = page.id order by page.position`.execute(db);
  return rows;
}

/** Finds the account of a Staff ID in any case. */
export const findMembersByStaffId = (db: Database, staff_id: string) =>
  db
    .selectFrom('staff')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['staff_id']), '=', staff_id.toLowerCase()))
    .execute();

/** Locks a member together with the account. */
export async function lockMember(db: Database, id: number): Promise<WholeMember | undefined> {
  const { rows } = await sql`
    select 1 from user_account u join staff s on s.id = u.id where u.id = ${id} for update of u, s`.execute(db);
  if (rows.length === 0) return undefined;
  return (await findMembers(db, [id], true))[0] as WholeMember;
}

const COLUMNS = {
  staff_id: sql`s.staff_id`,
  full_name: sql`u.full_name`,
  username: sql`u.username`,
  group_name: sql`coalesce(g.group_name, '')`,
  birthday: sql`coalesce(s.birthday, '0001-01-01')`,
  start_time: sql`coalesce(s.start_time, '0001-01-01')`,
  salary_1: sql`coalesce(s.salary_1, -1)`,
  salary_2: sql`coalesce(s.salary_2, -1)`,
} satisfies Record<string, RawBuilder<unknown>>;

export function memberPage(where: readonly Condition[], sort: InputFor<'staff.list'>['sort']): PageQuery {
  const descending = sort.startsWith('-');
  const column = COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS];
  return {
    from: memberTables,
    key: sql`s.id`,
    where,
    order: [
      [column, descending],
      [sql`s.id`, descending],
    ],
  };
}

export type MemberFilter = Omit<InputFor<'staff.list'>, 'page' | 'page_size' | 'sort'>;

/** Converts a filter to conditions. The text is searched in public fields only. */
export function memberConditions(filter: MemberFilter): Condition[] {
  const { text, group_id, team_id, working_status, active, gender, department, workplace, ...unhandled } = filter;
  rejectUnknownFilters(unhandled);
  const conditions: Condition[] = [];
  if (text) {
    conditions.push(
      sql`fold_text(concat_ws(' ', s.staff_id, u.full_name, u.username, s.email, s.phone_number)) like ${toLikePattern(text)}`,
    );
  }
  if (group_id?.length) conditions.push(sql`s.group_id = any(${group_id}::int[])`);
  if (team_id?.length) {
    conditions.push(
      sql`exists (select from team_member m where m.staff_id = s.id and m.team_id = any(${team_id}::int[]))`,
    );
  }
  if (working_status?.length) conditions.push(sql`s.working_status = any(${working_status}::text[])`);
  if (active !== undefined) conditions.push(sql`u.active = ${active}`);
  if (gender) conditions.push(sql`s.gender = ${gender}`);
  if (department?.length) conditions.push(sql`s.department = any(${department}::text[])`);
  if (workplace?.length) conditions.push(sql`s.workplace = any(${workplace}::text[])`);
  return conditions;
}

/** Lists the groups with their codes, by name. */
export async function listGroupChoices(db: Database) {
  const { rows } = await sql<{ id: number; group_name: string; codes: string[] }>`
    select g.id, g.group_name, array_remove(array_agg(p.codename), null) as codes
      from staff_group g
      left join group_permission gp on gp.group_id = g.id
      left join permission p on p.id = gp.permission_id
     group by g.id order by g.group_name`.execute(db);
  return rows;
}

/** Lists the current values of members' text fields, each once. */
export async function listChoiceTexts(db: Database) {
  const selectDistinct = (column: string) => sql`
    coalesce((select json_agg(word order by word) from
      (select distinct ${sql.ref(column)} as word from staff where ${sql.ref(column)} <> '') words), '[]'::json)`;
  const { rows } = await sql<{ positions: string[]; departments: string[]; workplaces: string[] }>`
    select ${selectDistinct('position')} as positions, ${selectDistinct('department')} as departments, ${selectDistinct('workplace')} as workplaces`.execute(
    db,
  );
  return rows[0]!;
}

/** Lists all staff IDs, newest member first. */
export async function listStaffIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('staff').select('staff_id').orderBy('id', 'desc').execute();
  return rows.map(({ staff_id }) => staff_id);
}

export const insertStaff = (db: Database, staff: Insertable<Staff>) => db.insertInto('staff').values(staff).execute();

/** Writes columns of a member and always raises the version. */
export const updateStaff = (db: Database, id: number, change: Updateable<Staff>) =>
  db
    .updateTable('staff')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export async function replaceTeams(db: Database, id: number, teams: readonly number[]): Promise<void> {
  await sql`delete from team_member where staff_id = ${id} and team_id <> all(${teams}::int[])`.execute(db);
  await sql`insert into team_member (team_id, staff_id) select distinct team, ${id}::int from unnest(${teams}::int[]) team
            on conflict do nothing`.execute(db);
}

export const findAvatar = (db: Database, id: number, key: string) =>
  db
    .selectFrom('staff')
    .select(['avatar', 'avatar_type'])
    .where('id', '=', id)
    .where('avatar_key', '=', key)
    .executeTakeFirst();
