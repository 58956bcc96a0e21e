import { AUDIT_ENTITIES, type AuditEntity, type AUDIT_KINDS } from '@darkroom/contract/audit';
import type { HistoryValue } from '@darkroom/domain/history/changes';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { rejectUnknownFilters, toLikePattern, type Condition } from '../../db/list/condition.ts';
import type { Listing } from '../../db/list/page.ts';
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
  if (text) {
    const note = sql`a.note is not null and fold_text(a.note) like ${toLikePattern(text)}
      and (a.entity is null or a.entity <> all(${unreadable}::text[]))`;
    const record = sql`a.entity = any(${AUDIT_ENTITIES}::text[]) and a.entity_id = ${text.replace(/^#/, '')}`;
    where.push(sql`((${note}) or (${record}) or a.address = ${text})`);
  }
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
