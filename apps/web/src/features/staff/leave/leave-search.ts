import { id } from '@darkroom/contract/fields';
import { monthOf } from '@darkroom/domain/calendar/day';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

/** URL parameters of the days off: the month, and the open days or the member of new ones. */
export const leaveSearch = listSearch(
  {},
  {
    screenState: {
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
        .optional(),
      leave: id().optional(),
      add: id().optional(),
    },
  },
);

export type LeaveSearch = SearchOf<typeof leaveSearch>;
export type SetLeaveSearch = SetSearch<LeaveSearch>;

/** Returns the URL parameters that open these days off. */
export const toLeaveLink = ({ id: leave, first_day }: { id: number; first_day: string }) => ({
  leave,
  month: monthOf(first_day),
});
