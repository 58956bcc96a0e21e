import { id, oneOf, sortBy, text } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

const AREAS = [
  'work',
  'task',
  'redo',
  'category',
  'customer',
  'request',
  'member',
  'access',
  'allowance',
  'portal',
  'own',
] as const;

/** The list of permissions, which the screen narrows by itself. */
export const permissionList = listSearch(
  {
    text: text().optional(),
    area: oneOf(AREAS).optional(),
    sort: sortBy(['area', 'codename', 'groups']).default('area'),
  },
  {
    beside: {
      /** The one whose reach is shown. */
      open: id().optional(),
      /** The one that is being described, or one that is being made. */
      form: z.union([id(), z.literal('new')]).optional(),
    },
  },
);

export type PermissionSearch = SearchOf<typeof permissionList>;
export type SetPermissionSearch = SetSearch<PermissionSearch>;
