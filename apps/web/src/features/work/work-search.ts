import { day, oneOf } from '@darkroom/contract/fields';
import { WORK_FIGURES, WORK_SPANS } from '@darkroom/domain/work/work';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

/** Somebody's work by day, week or month. Nothing of it is a filter: without an address it is one's own of this month. */
export const workList = listSearch(
  {},
  {
    beside: {
      /** Whose, for those who lead a workstream. */
      person: z.int().min(1).optional(),
      by: oneOf(WORK_SPANS).default('day'),
      /** A day of the last period; today without one. */
      date: day().optional(),
      /** What the chart shows. */
      figure: oneOf(WORK_FIGURES).default('tasks'),
    },
  },
);

export type WorkSearch = SearchOf<typeof workList>;
export type SetWorkSearch = SetSearch<WorkSearch>;
