import { id, ids, sortBy, text } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

/** The screen filters this list in the browser. */
export const groupList = listSearch(
  {
    text: text().optional(),
    permission: text(64).optional(),
    sort: sortBy(['group_name', 'members', 'permissions']).default('group_name'),
  },
  {
    screenState: {
      /** The open group, or `new` while a group is added. */
      form: z.union([id(), z.literal('new')]).optional(),
      /** Group that a new group is copied from. */
      from: id().optional(),
      compare: ids(2).optional(),
    },
  },
);

export type GroupSearch = SearchOf<typeof groupList>;
export type SetGroupSearch = SetSearch<GroupSearch>;
