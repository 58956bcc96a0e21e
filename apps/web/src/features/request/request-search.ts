import { id } from '@darkroom/contract/fields';
import { requestEndpoints } from '@darkroom/contract/request/request';
import { REQUEST_STATUSES, type RequestStatus } from '@darkroom/domain/request/status';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

/** URL parameters of the requests. On a board, `board` names it and the statuses are columns. */
export const requestList = listSearch(requestEndpoints.list.input.shape, {
  savedState: { show: z.enum(['board', 'list']).default('board') },
  screenState: {
    /** On a phone, the visible column of the board. */
    column: z.enum(REQUEST_STATUSES).default('NEED_REVIEW'),
    request: id().optional(),
    /** 1 while a request is recorded. */
    record: z.literal(1).optional(),
  },
});

export type RequestSearch = SearchOf<typeof requestList>;
export type SetRequestSearch = SetSearch<RequestSearch>;

/** True if a filter of both board and list is set. */
export const hasSharedFilter = (search: RequestSearch): boolean =>
  requestList.isFiltered({ ...search, board: undefined, status: undefined });

/**
 * Returns the input of a board column. Unread messages are first, then complaints in Need Review, then the longest waiting requests, or the
 * newest in Done.
 */
export function toColumnInput(
  search: RequestSearch,
  board: NonNullable<RequestSearch['board']>,
  status: RequestStatus,
  page_size: number,
) {
  const sort = status === 'DONE' ? ('-status_since' as const) : ('status_since' as const);
  const rankInput = { unread_first: true, faults_first: status === 'NEED_REVIEW' };
  return { ...requestList.input(search), board, status: [status], sort, ...rankInput, page: 1, page_size };
}
