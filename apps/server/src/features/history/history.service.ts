import { getHistory, type HistoryEntity } from '@darkroom/contract/history';
import type { Fields } from '@darkroom/contract/field-tables/field';
import { HISTORY_FIELDS } from '@darkroom/contract/field-tables/histories';
import { findChanges } from '@darkroom/domain/history/changes';
import { can } from '@darkroom/domain/permission/access';
import { getVisibleBoards } from '@darkroom/domain/request/access';
import { REQUEST_BOARDS } from '@darkroom/domain/request/status';
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

/** Finds the account ids in changes. */
const findUserIds = (
  fields: Fields,
  changes: readonly { field: string; before: unknown; after: unknown }[],
): number[] =>
  changes.flatMap(({ field, before, after }) => {
    const known = fields[field];
    if (known?.kind !== 'record' || known.of !== 'user') return [];
    return [before, after].filter((value) => typeof value === 'number');
  });

/**
 * Lists the history of a record from the audit (quality 26), for all users who can read the record. Fields that they
 * cannot see are left out.
 */
export async function listHistory(ctx: Ctx, input: InputFor<'history.list'>): Promise<ResponseOf<'history.list'>> {
  const { entity, page, page_size } = input;
  const entity_id = String(input.entity_id);
  const { access, own, leaveOut = [] } = getHistory(entity);
  const isOwn = own !== undefined && can(ctx.actor, own) && entity_id.split(' ')[0] === String(ctx.actor.user_id);
  if (!isOwn && !can(ctx.actor, access)) throw fail('forbidden');
  const canViewRecord = VISIBILITY_RULES[entity];
  if (canViewRecord && !(await canViewRecord(ctx, entity_id))) return toListResponse([], exactTotal(0), page_size);

  const fields: Fields = HISTORY_FIELDS[entity];
  const hidden = isOwn
    ? []
    : Object.keys(fields).filter((field) => fields[field]?.secret && !can(ctx.actor, fields[field].secret));
  const keys = Object.keys(fields).filter((field) => fields[field]?.kind === 'key');
  const reading = {
    entity,
    entity_id,
    hidden,
    never: SECRET_FIELDS.source,
    noise: [...IGNORED_FIELDS, ...keys, ...leaveOut],
  };
  const { rows, total } = await findHistory(ctx.db, reading, { page, page_size });
  const isOmitted = (field: string) =>
    hidden.includes(field) || SECRET_FIELDS.test(field) || reading.noise.includes(field);
  const entries = rows.map(({ actor_id, before, after, touched_hidden, ...row }) => ({
    ...row,
    actor: actor_id,
    // The note on a hidden change is hidden too.
    note: touched_hidden ? null : row.note,
    changes: findChanges(before, after, isOmitted),
  }));
  const getUserIds = (entry: (typeof entries)[number]) => [entry.actor, ...findUserIds(fields, entry.changes)];
  const customers = await findCustomerAccounts(ctx.db, [...new Set(entries.flatMap(getUserIds))]);
  const results = entries.map((entry) => ({
    ...entry,
    named: Object.fromEntries(
      getUserIds(entry).flatMap((id) => {
        const name = id === null ? undefined : customers.get(id);
        return name === undefined ? [] : [[String(id), name]];
      }),
    ),
  }));
  return toListResponse(results, exactTotal(total), page_size);
}
