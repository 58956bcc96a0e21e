import type { SystemLock } from '@darkroom/contract/setting';
import { LOCK_SCREENS, hasMonthLocks, type LockScreen } from '@darkroom/domain/lock/screens';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

const lockColumns = sql`screen_name, month, locked, reason, changed_by, changed_at, version`;

/** Reads the single row of bureau-wide settings. */
export const findSetting = (db: Database) =>
  db.selectFrom('setting').select(['x1', 'x2', 'x3']).executeTakeFirstOrThrow();

export const listMetadata = (db: Database, data_type: string) =>
  db
    .selectFrom('metadata')
    .select(['id', 'key', 'value', 'version'])
    .where('data_type', '=', data_type)
    .orderBy('key')
    .execute();

/** Reads the metadata for due dates: hours and turnarounds, and the holidays of the allowances. */
export const findDueDateMetadata = (db: Database) =>
  db
    .selectFrom('metadata')
    .select(['key', 'value'])
    .where((row) =>
      row.or([
        row.and({ data_type: 'JOB_TASK' }).and('key', 'in', ['calendar', 'turnarounds']),
        row.and({ data_type: 'ALLOWANCE', key: 'holidays' }),
      ]),
    )
    .execute();

/** Finds which of these customers 1 and categories 1 exist. */
export async function findTurnaroundParents(db: Database, cus1: readonly number[], cat1: readonly number[]) {
  const customers = await sql<{ id: number }>`select id from cus1 where id = any(${cus1}::int[])`.execute(db);
  const categories = await sql<{ id: number }>`select id from service_cat1 where id = any(${cat1}::int[])`.execute(db);
  const ids = ({ rows }: { rows: readonly { id: number }[] }) => new Set(rows.map(({ id }) => id));
  return { customers: ids(customers), categories: ids(categories) };
}

/** Lists screen locks. Locks for months of screens without months are left out, because they have no effect. */
export const listLocks = (db: Database, screen_name?: LockScreen) =>
  sql<SystemLock>`
    select ${lockColumns} from system_lock
     where (month is null or screen_name = any(${LOCK_SCREENS.filter(hasMonthLocks)}::text[]))
       ${screen_name ? sql`and screen_name = ${screen_name}` : sql``}
     order by screen_name, month nulls first`.execute(db);

/** Locks and reads the lock of a screen. */
export async function findLock(
  db: Database,
  screen_name: LockScreen,
  month: string | null,
): Promise<SystemLock | undefined> {
  const { rows } = await sql<SystemLock>`
    select ${lockColumns} from system_lock
     where screen_name = ${screen_name} and coalesce(month, '') = ${month ?? ''} for update`.execute(db);
  return rows[0];
}

export async function upsertLock(db: Database, lock: Omit<SystemLock, 'version'>): Promise<SystemLock> {
  const { rows } = await sql<SystemLock>`
    insert into system_lock (screen_name, month, locked, reason, changed_by, changed_at)
    values (${lock.screen_name}, ${lock.month}, ${lock.locked}, ${lock.reason}, ${lock.changed_by}, ${lock.changed_at})
    on conflict (screen_name, coalesce(month, '')) do update
       set locked = excluded.locked, reason = excluded.reason, changed_by = excluded.changed_by, changed_at = excluded.changed_at,
           version = system_lock.version + 1
    returning ${lockColumns}`.execute(db);
  return rows[0]!;
}

export const updateToggle = (db: Database, { x1, x2, x3 }: { x1: boolean; x2: boolean; x3: boolean }) =>
  sql`update setting set x1 = ${x1}, x2 = ${x2}, x3 = ${x3}, version = version + 1`.execute(db);

export const findMetadata = (db: Database, data_type: string, key: string) =>
  db
    .selectFrom('metadata')
    .select(['id', 'key', 'value', 'version'])
    .where('data_type', '=', data_type)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();

export const updateMetadataValue = (db: Database, id: number, value: unknown) =>
  db
    .updateTable('metadata')
    .set((eb) => ({ value: sql<never>`${JSON.stringify(value)}::jsonb`, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(['id', 'key', 'value', 'version'])
    .executeTakeFirstOrThrow();

/** Inserts a new metadata key: an article. */
export const insertMetadata = (db: Database, data_type: string, key: string, value: unknown) =>
  db
    .insertInto('metadata')
    .values({ data_type, key, value: sql<never>`${JSON.stringify(value)}::jsonb` })
    .returning(['id', 'key', 'value', 'version'])
    .executeTakeFirstOrThrow();

export const deleteMetadata = (db: Database, id: number) => db.deleteFrom('metadata').where('id', '=', id).execute();

/** Finds which data of the first steps the bureau has, and its number of jobs up to a limit. */
export async function findStepData(db: Database, maxJobs: number) {
  type StepData = Record<'name' | 'catalogue' | 'customers' | 'groups' | 'members' | 'prices' | 'backup', boolean>;
  const { rows } = await sql<StepData & { jobs: number }>`
    select exists (select from metadata where data_type = 'JOB_TASK' and key = 'mail' and version > 1) as name,
           exists (select from service_cat2) as catalogue, exists (select from cus2) as customers,
           exists (select from staff_group) as groups, exists (select from customer_price) as prices,
           exists (select from user_account where account = 'staff' and not is_superuser) as members,
           exists (select from backup_run) as backup,
           (select count(*)::int from (select from job limit ${maxJobs}) counted) as jobs`.execute(db);
  return rows[0]!;
}
