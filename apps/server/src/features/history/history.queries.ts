import type { HistoryEntity } from '@darkroom/contract/history';
import type { HistoryValue } from '@darkroom/domain/history/changes';
import type { RequestBoard } from '@darkroom/domain/request/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { joinConditions, type Condition } from '../../db/list/condition.ts';

export interface HistoryRow {
  id: number;
  at: string;
  actor_id: number | null;
  action: string;
  note: string | null;
  token_name: string | null;
  before: HistoryValue;
  after: HistoryValue;
  /** True if the row changed a field that this reader cannot see. */
  touched_hidden: boolean;
}

export interface HistoryQuery {
  entity: HistoryEntity;
  entity_id: string;
  /** Top-level fields that this reader cannot see, by name and pattern, and fields that alone are not a change. */
  hidden: readonly string[];
  never: string;
  noise: readonly string[];
}

const selectFields = (name: 'before' | 'after') =>
  sql`case when jsonb_typeof(${sql.ref(`a.${name}`)}) = 'object' then ${sql.ref(`a.${name}`)} else '{}'::jsonb end`;

/** Returns the condition that a row changed a matching field. */
const changesField = (fieldCondition: Condition): Condition => sql`exists (
  select 1 from jsonb_object_keys(${selectFields('before')} || ${selectFields('after')}) k
   where coalesce(a.before -> k, 'null') is distinct from coalesce(a.after -> k, 'null') and ${fieldCondition})`;

/** Finds the audit rows of a record that this reader can see, newest first: total number and one page. */
export async function findHistory(
  db: Database,
  { entity, entity_id, hidden, never, noise }: HistoryQuery,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const isHidden: Condition = sql`(k = any(${hidden}::text[]) or k ~* ${never})`;
  const isVisible: Condition = sql`not ${isHidden} and not (k = any(${noise}::text[]))`;
  const where = joinConditions([
    sql`a.entity = ${entity}`,
    sql`a.entity_id = ${entity_id}`,
    sql`(${changesField(isVisible)} or not ${changesField(isHidden)})`,
  ]);
  const count = await sql<{ n: number }>`select count(*) as n from audit a ${where}`.execute(db);
  const { rows } = await sql<HistoryRow>`
    select a.id, a.at, a.actor_id, a.action, a.note, a.through as token_name, a.before, a.after, ${changesField(isHidden)} as touched_hidden
      from audit a ${where} order by a.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  return { rows, total: count.rows[0]?.n ?? 0 };
}

/** Finds the board of a customer's request. Returns undefined if it does not exist. */
export const findRequestBoard = (db: Database, id: string) =>
  db
    .selectFrom('customer_request')
    .select('board')
    .$narrowType<{ board: RequestBoard }>()
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst();

/** Finds the request of a quote by the quote's id in the audit. */
export async function findRequestOfQuote(db: Database, id: string): Promise<number | undefined> {
  if (!/^\d{1,9}$/.test(id)) return undefined;
  const row = await db.selectFrom('quote').select('request_id').where('id', '=', Number(id)).executeTakeFirst();
  return row?.request_id;
}

/** Finds the names of those accounts that belong to customers. */
export async function findCustomerAccounts(
  db: Database,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('user_account')
    .select(['id', 'full_name'])
    .where('account', '=', 'customer')
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ id, full_name }) => [id, full_name]));
}
