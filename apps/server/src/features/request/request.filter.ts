import type { RequestBoard } from '@darkroom/domain/request/status';
import { sql } from 'kysely';
import { toLikePattern, rejectUnknownFilters, type Condition } from '../../db/list/condition.ts';
import type { PageQuery } from '../../db/list/page.ts';
import type { InputFor } from '../../http/handlers.ts';

export type RequestFilter = Omit<InputFor<'request.list'>, 'page' | 'page_size' | 'sort' | keyof FirstGroups>;

/** Groups of requests that come first in every order. */
export interface FirstGroups {
  unread_first?: boolean | undefined;
  faults_first?: boolean | undefined;
}

/** Returns the conditions for all columns and boards, under which the totals are counted. */
export function requestConditions(filter: RequestFilter, boards: readonly RequestBoard[]): Condition[] {
  const where: Condition[] = [sql`r.board = any(${boards}::text[])`];
  const {
    id,
    type,
    customer0_id: c0,
    customer1_id: c1,
    created_from: from,
    created_to: to,
    unread,
    text,
    ...rest
  } = filter;
  const { board: _board, status: _status, ...unhandled } = rest;
  rejectUnknownFilters(unhandled);
  if (id) where.push(sql`r.id = ${id}`);
  if (type?.length) where.push(sql`r.type = any(${type}::text[])`);
  if (c0?.length) where.push(sql`r.cus_id1 in (select c1.id from cus1 c1 where c1.cus_id0 = any(${c0}::int[]))`);
  if (c1?.length) where.push(sql`r.cus_id1 = any(${c1}::int[])`);
  // Days are in Bangkok time (spec §1).
  if (from) where.push(sql`r.created_at >= (${from}::date)::timestamp at time zone 'Asia/Bangkok'`);
  if (to) where.push(sql`r.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Bangkok'`);
  if (unread !== undefined) where.push(unread ? sql`r.bureau_unread > 0` : sql`r.bureau_unread = 0`);
  if (text) where.push(sql`r.search_text like ${toLikePattern(text)}`);
  return where;
}

/** Returns the conditions of a board and its column. */
export function columnConditions({ board, status }: RequestFilter): Condition[] {
  const where: Condition[] = [];
  if (board) where.push(sql`r.board = ${board}`);
  // A single column is read in the order of its index.
  if (status?.length === 1) where.push(sql`r.status = ${status[0]}`);
  else if (status?.length) where.push(sql`r.status = any(${status}::text[])`);
  return where;
}

const id = sql.ref('r.id');
const COLUMNS = {
  created_at: sql.ref('r.created_at'),
  status_since: sql.ref('r.status_since'),
  subject: sql.ref('r.subject'),
};

const UNREAD = sql`(r.bureau_unread > 0)`;
const FAULT = sql`(r.type = 'FAULTS')`;

export function requestPage(
  where: readonly Condition[],
  { sort, unread_first, faults_first }: Pick<InputFor<'request.list'>, 'sort'> & FirstGroups,
): PageQuery {
  const isDescending = sort.startsWith('-');
  const sortField = isDescending ? sort.slice(1) : sort;
  // Unread requests first, then newest first. The reverse order has read ones first, then oldest first.
  if (sortField === 'unread') {
    return {
      from: sql`customer_request r`,
      key: id,
      where,
      order: [
        [UNREAD, isDescending],
        [COLUMNS.created_at, isDescending],
        [id, isDescending],
      ],
    };
  }
  const column = COLUMNS[sortField as keyof typeof COLUMNS];
  return {
    from: sql`customer_request r`,
    key: id,
    where,
    order: [
      ...(unread_first ? [[UNREAD, true] as const] : []),
      // Only unreviewed requests have this order, and they are few, so it needs no index.
      ...(faults_first ? [[FAULT, true] as const] : []),
      [column, isDescending],
      [id, isDescending],
    ],
  };
}
