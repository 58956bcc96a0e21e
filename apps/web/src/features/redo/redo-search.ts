import { redoEndpoints } from '@darkroom/contract/request/redo';
import { taskId } from '@darkroom/contract/fields';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

/** The rework list; a saved view keeps its tab with it. */
export const redoList = listSearch(redoEndpoints.list.input.shape, {
  // The task whose story is open.
  beside: { task: taskId().optional() },
  long: true,
});

export type RedoSearch = SearchOf<typeof redoList>;
export type SetRedoSearch = SetSearch<RedoSearch>;
