import { AUDIT_ENTITIES, type AuditEntity, type AuditEntry } from '@darkroom/contract/audit';
import { AUDIT_FIELDS } from '@darkroom/contract/field-tables/histories';
import type { HistoryValue } from '@darkroom/domain/history/changes';
import { readPage, toListResponse, type Listing } from '../../db/list/page.ts';
import { readTotal } from '../../db/list/total.ts';
import type { Ctx } from '../../http/context.ts';
import type { InputFor, ResponseOf } from '../../http/handlers.ts';
import { addCustomerNames, canViewAll, getFieldRules } from '../history/history.service.ts';
import { auditListing, findAuditRows, findThenSort, type AuditFilter, type AuditRow } from './audit.queries.ts';

/** Fields that name a record, the most specific first. */
const NAME_FIELDS = [
  'prod_id',
  'sub_prod_id',
  'full_name',
  'cus2_name',
  'cus1_name',
  'cus0_name',
  'team_name',
  'group_name',
  'codename',
  'subject',
  'name',
  'key',
  'username',
];

/** Fields with the record whose screen shows a record, by kind. */
const PARENT_FIELDS: { readonly [E in AuditEntity]?: string } = {
  job_detail: 'job_id',
  customer_price: 'cus_id1',
  quote: 'request_id',
};

/** Returns the list of the audit for a reader. */
export const readAuditListing = (ctx: Ctx, filter: AuditFilter): Listing => {
  const isUnreadable = (entity: AuditEntity) =>
    !canViewAll(ctx.actor, entity) || getFieldRules(ctx.actor, entity).hidden.length > 0;
  return auditListing(filter, AUDIT_ENTITIES.filter(isUnreadable));
};

/** Reads entries of the audit in the order of the ids, with the values that the caller can see. */
export async function readAuditEntries(ctx: Ctx, ids: readonly number[]): Promise<AuditEntry[]> {
  const entries = (await findAuditRows(ctx.db, ids)).map((row) => toEntry(ctx, row));
  return addCustomerNames(ctx, entries, ({ entity }) => (entity === null ? {} : AUDIT_FIELDS[entity]));
}

const isObject = (value: HistoryValue): value is { [key: string]: HistoryValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toEntry({ actor }: Ctx, { before, after, ...row }: AuditRow): Omit<AuditEntry, 'named'> {
  const entity = AUDIT_ENTITIES.find((known) => known === row.entity) ?? null;
  const record = { ...(isObject(before) ? before : {}), ...(isObject(after) ? after : {}) };
  const canView = entity === null || canViewAll(actor, entity);
  const { hidden, findVisibleChanges } = getFieldRules(actor, entity);
  const isHiddenChanged = hidden.some(
    (field) =>
      JSON.stringify(isObject(before) ? before[field] : null) !== JSON.stringify(isObject(after) ? after[field] : null),
  );
  const name = NAME_FIELDS.map((field) => record[field]).find((value) => typeof value === 'string' && value !== '');
  const parent = entity && record[PARENT_FIELDS[entity] ?? ''];
  return {
    ...row,
    entity,
    record_name: canView && typeof name === 'string' ? name : null,
    parent_id: typeof parent === 'number' ? parent : null,
    // The note on a hidden change is hidden too.
    note: canView && !isHiddenChanged ? row.note : null,
    changes: canView ? findVisibleChanges(before, after) : [],
    hidden: !canView || isHiddenChanged,
  };
}

/** Lists all changes, sign-ins and refusals, newest first. */
export async function listAudit(
  ctx: Ctx,
  { page, page_size, ...filter }: InputFor<'audit.list'>,
): Promise<ResponseOf<'audit.list'>> {
  const { query, total: parts } = readAuditListing(ctx, filter);
  const total = await readTotal(ctx.db, parts);
  const isShort = !total.least && query.where.length > 0;
  const listing = { query: isShort ? findThenSort(query) : query, total: parts };
  const { ids } = await readPage(ctx.db, listing, { page, page_size }, total);
  return toListResponse(await readAuditEntries(ctx, ids), total, page_size);
}
