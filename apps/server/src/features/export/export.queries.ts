import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** A customer 2 with the two levels above it. */
export interface CustomerPath {
  readonly cus0: string;
  readonly cus1: string;
  readonly cus2: string;
}

/** A category 2 with the two levels above it. */
export interface CategoryPath {
  readonly type: string;
  readonly cat1: string;
  readonly cat2: string;
}

/** Level (difficulty) of a category 2. */
export interface WithLevel {
  readonly level: number | null;
}

type WithIds<T> = T & Readonly<Record<`${keyof T & string}_id`, number>>;

/**
 * Finds the usernames of all staff accounts by id. Names of other accounts are null, because the bureau's lists do not
 * show them.
 */
export async function findStaffUsernames(db: Database): Promise<Map<number, string | null>> {
  const rows = await db.selectFrom('user_account').select(['id', 'username', 'account']).execute();
  return new Map(rows.map(({ id, username, account }) => [id, account === 'staff' ? username : null]));
}

/** Finds all customers 2 with their names, by id. */
export async function findCustomers(db: Database): Promise<Map<number, WithIds<CustomerPath>>> {
  const { rows } = await sql<WithIds<CustomerPath>>`
    select c2.id as cus2_id, c1.id as cus1_id, c0.id as cus0_id, c0.name as cus0, c1.name as cus1, c2.name as cus2
      from cus2 c2 join cus1 c1 on c1.id = c2.cus_id1 join cus0 c0 on c0.id = c1.cus_id0`.execute(db);
  return new Map(rows.map((row) => [row.cus2_id, row]));
}

/** Finds all categories 2 with their names and level, by id. */
export async function findCategories(db: Database): Promise<Map<number, WithIds<CategoryPath> & WithLevel>> {
  const { rows } = await sql<WithIds<CategoryPath> & WithLevel>`
    select c2.id as cat2_id, c1.id as cat1_id, st.id as type_id, st.name as type, c1.name as cat1, c2.name as cat2, c2.level
      from service_cat2 c2 join service_cat1 c1 on c1.id = c2.cat1_id join service_type st on st.id = c1.service_type_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.cat2_id, row]));
}

export async function findGroupsAndTeams(db: Database) {
  const { rows } = await sql<{ kind: 'group' | 'team'; id: number; name: string }>`
    select 'group' as kind, id, group_name as name from staff_group
    union all select 'team', id, team_name from team`.execute(db);
  return rows;
}
