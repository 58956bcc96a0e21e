import type { AuditEntity } from '@darkroom/contract/audit';
import { getHistory, HISTORIES, type HistoryEntity } from '@darkroom/contract/history';
import type { Fields } from '@darkroom/contract/field-tables/field';
import { AUDIT_FIELDS } from '@darkroom/contract/field-tables/histories';
import { findChanges, type FieldChange, type HistoryValue } from '@darkroom/domain/history/changes';
import { can, type Subject } from '@darkroom/domain/permission/access';
import { getVisibleBoards } from '@darkroom/domain/request/access';
import { REQUEST_BOARDS } from '@darkroom/domain/request/status';
import type { Actor } from '@darkroom/domain/task/decide';
import { getTaskVisibility } from '@darkroom/domain/task/visibility';
import { toListResponse } from '../../db/list/page.ts';
import { exactTotal } from '../../db/list/total.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { canSeeTask } from '../task/task-access.service.ts';
import { findCustomerAccounts, findHistory, findRequestBoard, findRequestOfQuote } from './history.queries.ts';

/** Fields whose value is never shown, even if a service has stored it by mistake. */
const SECRET_FIELDS = /password|hash|token|secret/i;
/** Fields that only show that something else changed. The field tables have no label for such keys. */
const IGNORED_FIELDS: readonly string[] = ['id', 'version'];

/** Visibility rules of records: the rule of the record's list, applied to one record. */
const VISIBILITY_RULES: Partial<Record<HistoryEntity, (ctx: Ctx, entity_id: string) => Promise<boolean>>> = {
  task: (ctx, entity_id) => canSeeTask(ctx, Number(entity_id)),
  customer_request: canViewRequest,
  quote: async (ctx, entity_id) => {
    const request_id = await findRequestOfQuote(ctx.db, entity_id);
    return request_id !== undefined && canViewRequest(ctx, String(request_id));
  },
};

async function canViewRequest(ctx: Ctx, entity_id: string): Promise<boolean> {
  const boards = getVisibleBoards(ctx.actor);
  if (boards.length === REQUEST_BOARDS.length) return true;
  const row = await findRequestBoard(ctx.db, entity_id);
  return row !== undefined && boards.includes(row.board);
}

/** Rules for the fields of a kind of record: those that the reader cannot see, and those that no history shows. */
export function getFieldRules(actor: Subject, entity: AuditEntity | null, isOwn = false) {
  const fields: Fields = entity === null ? {} : AUDIT_FIELDS[entity];
  const hidden = isOwn
    ? []
    : Object.keys(fields).filter((field) => fields[field]?.secret && !can(actor, fields[field].secret));
  const keys = Object.keys(fields).filter((field) => fields[field]?.kind === 'key');
  const noise = [
    ...IGNORED_FIELDS,
    ...keys,
    ...((entity && isHistoryEntity(entity) && getHistory(entity).leaveOut) || []),
  ];
  const omitted = new Set([...hidden, ...noise]);
  return {
    fields,
    hidden,
    noise,
    /** Finds the changes that the reader can see. */
    findVisibleChanges: (before: HistoryValue, after: HistoryValue): FieldChange[] =>
      findChanges(before, after, (field) => omitted.has(field)).filter(({ field }) => !SECRET_FIELDS.test(field)),
  };
}

export const isHistoryEntity = (entity: AuditEntity): entity is HistoryEntity => entity in HISTORIES;

/** True if the reader can view every record of a kind, so that no single record must be checked. */
export function canViewAll(actor: Actor, entity: AuditEntity): boolean {
  if (!isHistoryEntity(entity)) return true;
  if (!can(actor, getHistory(entity).access)) return false;
  if (entity === 'task') return getTaskVisibility(actor).everything;
  const isOnBoard = entity === 'customer_request' || entity === 'quote';
  return !isOnBoard || getVisibleBoards(actor).length === REQUEST_BOARDS.length;
}

/** Returns entries with the names of the customer accounts in them. The page knows the names of staff. */
export async function addCustomerNames<E extends { actor: number | null; changes: readonly FieldChange[] }>(
  ctx: Ctx,
  entries: readonly E[],
  getFields: (entry: E) => Fields,
): Promise<(E & { named: Record<string, string> })[]> {
  const getUserIds = (entry: E) => [
    entry.actor,
    ...entry.changes.flatMap(({ field, before, after }) => {
      const known = getFields(entry)[field];
      if (known?.kind !== 'record' || known.of !== 'user') return [];
      return [before, after].filter((value) => typeof value === 'number');
    }),
  ];
  const customers = await findCustomerAccounts(ctx.db, [...new Set(entries.flatMap(getUserIds))]);
  return entries.map((entry) => ({
    ...entry,
    named: Object.fromEntries(
      getUserIds(entry).flatMap((id) => {
        const name = id === null ? undefined : customers.get(id);
        return name === undefined ? [] : [[String(id), name]];
      }),
    ),
  }));
}

/**
 * Lists the history of a record from the audit (quality 26), for all users who can read the record. Fields that they
 * cannot see are left out.
 */
export async function listHistory(ctx: Ctx, input: InputFor<'history.list'>): Promise<ResponseOf<'history.list'>> {
  const { entity, page, page_size } = input;
  const entity_id = String(input.entity_id);
  const { access, own } = getHistory(entity);
  const isOwn = own !== undefined && can(ctx.actor, own) && entity_id.split(' ')[0] === String(ctx.actor.user_id);
  if (!isOwn && !can(ctx.actor, access)) throw fail('forbidden');
  const canViewRecord = VISIBILITY_RULES[entity];
  if (canViewRecord && !(await canViewRecord(ctx, entity_id))) return toListResponse([], exactTotal(0), page_size);

  const { fields, hidden, noise, findVisibleChanges } = getFieldRules(ctx.actor, entity, isOwn);
  const reading = { entity, entity_id, hidden, never: SECRET_FIELDS.source, noise };
  const { rows, total } = await findHistory(ctx.db, reading, { page, page_size });
  const entries = rows.map(({ actor_id, before, after, touched_hidden, ...row }) => ({
    ...row,
    actor: actor_id,
    // The note on a hidden change is hidden too.
    note: touched_hidden ? null : row.note,
    changes: findVisibleChanges(before, after),
  }));
  return toListResponse(await addCustomerNames(ctx, entries, () => fields), exactTotal(total), page_size);
}
