import { id } from '@darkroom/contract/fields';
import { taskEndpoints, TASK_SCOPES } from '@darkroom/contract/task/task';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

// Which list it is stands in the address as the tab: without one it is the first this person has.
const { scope: _tab, ...call } = taskEndpoints.list.input.shape;

/** The lists of tasks. */
export const taskList = listSearch(call, {
  kept: { tab: z.enum(TASK_SCOPES).optional() },
  beside: {
    /** The task whose history is open. */
    task: id().optional(),
    /** The task being checked in the check view, or `next` between two of them; without it there is no check view. */
    check: z.union([id(), z.literal('next')]).optional(),
    /** The assign panel is open. */
    assign: z.boolean().optional(),
  },
  long: true,
});

export type TaskSearch = SearchOf<typeof taskList>;
export type SetTaskSearch = SetSearch<TaskSearch>;
export type TaskTab = (typeof TASK_SCOPES)[number];

/** One's own lists stand in the page, drawn whole: a long page of the floor is not taken along to them. */
const LONGEST_OWN = 200;

/** The lists that can be narrowed. What one has in hand is short and always shown whole: a filter has no place there. */
export const narrows = (tab: TaskTab): boolean => tab === 'all' || tab === 'pool';

/** The first page of one of one's own lists, as it is shown when nothing else is asked for. */
export const ownInput = (scope: 'mine' | 'waiting') => ({ scope, page: 1, page_size: 50 }) as const;

/** The list call this address asks for: every list in the order in which work blocks, unless another one is chosen. */
export function listInput(search: TaskSearch, tab: TaskTab) {
  const { page, page_size, sort = tab === 'all' ? 'blocking' : undefined, ...filter } = taskList.input(search);
  return {
    ...(narrows(tab) ? filter : {}),
    scope: tab,
    page,
    page_size: tab === 'all' ? page_size : Math.min(page_size, LONGEST_OWN),
    ...(sort ? { sort } : {}),
  };
}
