import { id, ids, sortBy, text } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

/** The list of groups, which the screen narrows by itself. */
export const groupList = listSearch(
  {
    text: text().optional(),
    /** Groups that hold this code. */
    permission: text(64).optional(),
    sort: sortBy(['group_name', 'members', 'permissions']).default('group_name'),
  },
  {
    beside: {
      /** The group that is open, or one that is being made. */
      form: z.union([id(), z.literal('new')]).optional(),
      /** The group a new one starts from. */
      from: id().optional(),
      /** Two groups side by side. */
      compare: ids(2).optional(),
    },
  },
);

export type GroupSearch = SearchOf<typeof groupList>;
export type SetGroupSearch = SetSearch<GroupSearch>;
