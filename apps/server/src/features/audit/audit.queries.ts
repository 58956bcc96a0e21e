import { AUDIT_ENTITIES, type AuditEntity, type AUDIT_KINDS } from '@darkroom/contract/audit';
import { isIP } from 'node:net';
import type { HistoryValue } from '@darkroom/domain/history/changes';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { joinConditions, rejectUnknownFilters, toLikePattern, type Condition } from '../../db/list/condition.ts';
import type { Listing, PageQuery } from '../../db/list/page.ts';
import type { InputFor } from '../../http/handlers.ts';

export type AuditFilter = Omit<InputFor<'audit.list'>, 'page' | 'page_size'>;

export interface AuditRow {
  id: number;
  at: string;
  actor: number | null;
  subject: number | null;
  kind: (typeof AUDIT_KINDS)[number];
  action: string;
  entity: AuditEntity | null;
  entity_id: string | null;
  before: HistoryValue;
  after: HistoryValue;
  note: string | null;
  token_name: string | null;
  address: string | null;
}

/** The expression of the index `audit_by_kind`. */
const KIND = sql<string>`audit_kind(a.action, a.entity, a.note, a.before, a.after)`;

/** Shortest text that the index of notes finds. */
const MIN_NOTE_TEXT = 3;

/** Returns the condition of the search: a whole address, a whole record id, or part of a note. */
function searchCondition(text: string, unreadable: readonly AuditEntity[]): Condition {
  if (isIP(text)) return sql`a.address = ${text}`;
  const record = sql<boolean>`(a.entity = any(${AUDIT_ENTITIES}::text[]) and a.entity_id = ${text.replace(/^#/, '')})`;
  if (text.length < MIN_NOTE_TEXT || text.startsWith('#')) return record;
  return sql`(${record} or (a.note is not null and fold_text(a.note) like ${toLikePattern(text)}
    and (a.entity is null or a.entity <> all(${unreadable}::text[]))))`;
}

/**
 * Returns the query of a list with few rows. They are found first and then sorted. Otherwise the database can expect
 * more rows, and read the whole audit in its order to find them.
 */
export const findThenSort = ({ where, ...query }: PageQuery): PageQuery => ({
  ...query,
  from: sql`(select a.id, a.at from audit a ${joinConditions(where)} offset 0) a`,
  where: [sql`true`],
});

/** Returns the list of the audit. Notes about records of the `unreadable` kinds are not searched. */
export function auditListing(filter: AuditFilter, unreadable: readonly AuditEntity[]): Listing {
  const { actor, entity, kind, at_from, at_to, text, ...rest } = filter;
  rejectUnknownFilters(rest);
  const where: Condition[] = [];
  if (actor?.length) where.push(sql`a.actor_id = any(${actor}::int[])`);
  if (entity?.length) where.push(sql`a.entity = any(${entity}::text[])`);
  if (kind?.length) where.push(sql`${KIND} = any(${kind}::text[])`);
  // Days are in Bangkok time (spec §1).
  if (at_from) where.push(sql`a.at >= (${at_from}::date)::timestamp at time zone 'Asia/Bangkok'`);
  if (at_to) where.push(sql`a.at < (${at_to}::date + 1)::timestamp at time zone 'Asia/Bangkok'`);
  if (text) where.push(searchCondition(text, unreadable));
  const query = {
    from: sql`audit a`,
    key: sql.ref('a.id'),
    where,
    order: [
      [sql.ref('a.at'), true],
      [sql.ref('a.id'), true],
    ],
  } as const;
  return { query, total: [{ rows: query }] };
}

/** Finds audit rows in the order of the ids. */
export async function findAuditRows(db: Database, ids: readonly number[]): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select a.id, a.at, a.actor_id as actor, a.subject_id as subject, ${KIND} as kind, a.action, a.entity, a.entity_id,
           a.before, a.after, a.note, a.through as token_name, a.address
      from unnest(${ids}::bigint[]) with ordinality as page (id, position)
      join audit a on a.id = page.id order by page.position`.execute(db);
  return rows;
}
