import type { CategoryUses } from '@darkroom/contract/category';
import type { CategoryType } from '@darkroom/domain/category/tree';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Rows of service types, categories 1 and categories 2. */
export interface ServiceTypeRow {
  id: number;
  name: string;
  workstream: Workstream;
  version: number;
}
export interface Cat1Row {
  id: number;
  name: string;
  service_type_id: number;
  version: number;
}
export interface Cat2Row {
  id: number;
  name: string;
  cat1_id: number;
  level: number;
  enabled: boolean;
  estimate_minutes: number;
  version: number;
}
export interface CategoryRows {
  service_type: ServiceTypeRow;
  cat1: Cat1Row;
  cat2: Cat2Row;
}

export const TABLES = {
  service_type: 'service_type',
  cat1: 'service_cat1',
  cat2: 'service_cat2',
} as const satisfies Record<CategoryType, string>;

const COLUMNS: Record<CategoryType, ReturnType<typeof sql>> = {
  service_type: sql`id, name, workstream, version`,
  cat1: sql`id, name, service_type_id, version`,
  cat2: sql`id, name, cat1_id, level, enabled, estimate_minutes, version`,
};

export async function listLevel<T extends CategoryType>(db: Database, type: T): Promise<CategoryRows[T][]> {
  const { rows } = await sql<CategoryRows[T]>`
    select ${COLUMNS[type]} from ${sql.table(TABLES[type])} order by id`.execute(db);
  return rows;
}

/** Locks the catalogue for changes. They are rare, and each can affect several levels. */
export const lockCatalogue = (db: Database) => sql`select pg_advisory_xact_lock(7002)`.execute(db);

/** Locks the catalogue and reads a record. */
export async function lockCategory<T extends CategoryType>(
  db: Database,
  type: T,
  id: number,
): Promise<CategoryRows[T] | undefined> {
  await lockCatalogue(db);
  return findCategory(db, type, id);
}

export async function findCategory<T extends CategoryType>(
  db: Database,
  type: T,
  id: number,
): Promise<CategoryRows[T] | undefined> {
  const { rows } = await sql<CategoryRows[T]>`
    select ${COLUMNS[type]} from ${sql.table(TABLES[type])} where id = ${id}`.execute(db);
  return rows[0];
}

/** Returns true if another record of the level uses the name. A category 2 is compared within its category 1. */
export async function isNameTaken(db: Database, type: CategoryType, name: string, cat1_id?: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(TABLES[type])}
     where lower(name) = lower(${name}) ${type === 'cat2' ? sql`and cat1_id = ${cat1_id}` : sql``}`.execute(db);
  return rows.length > 0;
}

/**
 * Finds categories 2 with the same key, such as `A` with `B.C` and `A.B` with `C` (spec §3), as pairs of names. Empty
 * if all are unique.
 */
export async function findDuplicateKey(db: Database): Promise<{ cat1: string; cat2: string }[]> {
  const { rows } = await sql<{ pairs: { cat1: string; cat2: string }[] }>`
    select json_agg(json_build_object('cat1', c1.name, 'cat2', c2.name) order by c2.id) as pairs
      from service_cat2 c2 join service_cat1 c1 on c1.id = c2.cat1_id
     group by c1.name || '.' || c2.name having count(*) > 1 limit 1`.execute(db);
  return rows[0]?.pairs ?? [];
}

export async function insertCategory<T extends CategoryType>(
  db: Database,
  type: T,
  row: Omit<CategoryRows[T], 'id' | 'version'>,
): Promise<CategoryRows[T]> {
  const fields = Object.entries(row);
  const { rows } = await sql<CategoryRows[T]>`
    insert into ${sql.table(TABLES[type])} (${sql.join(fields.map(([field]) => sql.ref(field)))})
    values (${sql.join(fields.map(([, value]) => value))}) returning ${COLUMNS[type]}`.execute(db);
  return rows[0]!;
}

export async function updateCategory<T extends CategoryType>(
  db: Database,
  type: T,
  id: number,
  patch: Partial<CategoryRows[T]>,
): Promise<CategoryRows[T]> {
  const fields = Object.entries(patch).map(([field, value]) => sql`${sql.ref(field)} = ${value}`);
  const { rows } = await sql<CategoryRows[T]>`
    update ${sql.table(TABLES[type])} set ${sql.join([...fields, sql`version = version + 1`])}
     where id = ${id} returning ${COLUMNS[type]}`.execute(db);
  return rows[0]!;
}

export const deleteCategoryRow = (db: Database, type: CategoryType, id: number) =>
  sql`delete from ${sql.table(TABLES[type])} where id = ${id}`.execute(db);

/** Selects the category 2 itself, or all categories 2 below a record. */
const selectCategories2Below = (type: CategoryType, id: number) => {
  switch (type) {
    case 'service_type':
      return sql`select c2.id from service_cat2 c2 join service_cat1 c1 on c1.id = c2.cat1_id where c1.service_type_id = ${id}`;
    case 'cat1':
      return sql`select c2.id from service_cat2 c2 where c2.cat1_id = ${id}`;
    case 'cat2':
      return sql`select c2.id from service_cat2 c2 where c2.id = ${id}`;
    default: {
      const never: never = type;
      return never;
    }
  }
};

/** Prevents new orders below a record until this transaction ends, and waits for orders in progress. */
export const lockOrders = (db: Database, type: CategoryType, id: number) =>
  sql`select 1 from service_cat2 where id in (${selectCategories2Below(type, id)}) order by id for update`.execute(db);

/** Counts the uses of a record: lower levels, and orders, prices and requests below it. */
export async function countUses(db: Database, type: CategoryType, id: number): Promise<CategoryUses> {
  const { rows } = await sql<CategoryUses>`
    with categories as (${selectCategories2Below(type, id)})
    select
      ${type === 'service_type' ? sql`(select count(*) from service_cat1 where service_type_id = ${id})` : sql`0`}::int as cat1,
      ${type === 'cat2' ? sql`0` : sql`(select count(*) from categories)`}::int as cat2,
      (select count(*) from job_detail where service_cat2_id in (select id from categories))::int as job_details,
      (select count(*) from customer_price where service_cat2_id in (select id from categories))::int as customer_prices,
      ${type === 'service_type' ? sql`(select count(*) from customer_request where service_type_id = ${id})` : sql`0`}::int
        as customer_requests,
      (select count(distinct quote_id) from quote_line where service_cat2_id in (select id from categories))::int as quotes`.execute(
    db,
  );
  return rows[0]!;
}
