import { id } from '@darkroom/contract/fields';
import { taskEndpoints, TASK_SCOPES } from '@darkroom/contract/task/task';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

// The URL has the list as its tab. Without one, it is the user's first tab.
const { scope: _tab, ...listShape } = taskEndpoints.list.input.shape;

export const taskList = listSearch(listShape, {
  savedState: { tab: z.enum(TASK_SCOPES).optional() },
  screenState: {
    task: id().optional(),
    /** The task in the check view, or `next` between two checks. Without it, the view is closed. */
    check: z.union([id(), z.literal('next')]).optional(),
    assign: z.boolean().optional(),
  },
  long: true,
});

export type TaskSearch = SearchOf<typeof taskList>;
export type SetTaskSearch = SetSearch<TaskSearch>;
export type TaskTab = (typeof TASK_SCOPES)[number];

/** Maximum page size of the user's own lists, which are rendered in full. */
const MAX_MY_PAGE_SIZE = 200;

/** True for lists with filters. The user's own work is short and always shown in full. */
export const hasFilters = (tab: TaskTab): boolean => tab === 'all' || tab === 'pool';

/** Creates the input for the first page of one of the user's own lists with default values. */
export const createMyInput = (scope: 'mine' | 'waiting') => ({ scope, page: 1, page_size: 50 }) as const;

/** Returns the input of the list. Unless the user selects another order, all tasks are sorted by the amount of work that they block. */
export function toListInput(search: TaskSearch, tab: TaskTab) {
  const { page, page_size, sort = tab === 'all' ? 'blocking' : undefined, ...filter } = taskList.input(search);
  return {
    ...(hasFilters(tab) ? filter : {}),
    scope: tab,
    page,
    page_size: tab === 'all' ? page_size : Math.min(page_size, MAX_MY_PAGE_SIZE),
    ...(sort ? { sort } : {}),
  };
}
