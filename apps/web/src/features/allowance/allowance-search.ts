import { allowanceEndpoints } from '@darkroom/contract/allowance/allowance';
import { oneOf } from '@darkroom/contract/fields';
import { monthOf, type Day, type Month } from '@darkroom/domain/calendar/day';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

const { year: _year, month: _month, staff_id: _staff, ...listFilter } = allowanceEndpoints.list.input.shape;
const month = () =>
  z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional();

/** Members in a month of allowances. The month is not a filter: the default is this month. */
export const allowanceList = listSearch(
  {
    ...listFilter,
    team_id: z.array(z.int().min(1)).max(200).optional(),
    group_id: z.array(z.int().min(1)).max(200).optional(),
  },
  {
    screenState: {
      month: month(),
      /** Member whose month is open next to the list. */
      person: z.int().min(1).optional(),
      /** `all` shows the months of all members. The default is the user's own month. */
      by: z.literal('all').optional(),
      layer: oneOf(['meal_fee', 'parking_fee', 'online_fee']).default('meal_fee'),
      /** Open closing panel of the month. */
      closing: z.literal(1).optional(),
    },
  },
);

export type AllowanceSearch = SearchOf<typeof allowanceList>;
export type SetAllowanceSearch = SetSearch<AllowanceSearch>;

/** Returns the month of the URL parameters. The default is the month of `today`. */
export const monthOfSearch = (search: Pick<AllowanceSearch, 'month'>, today: Day): Month =>
  search.month ?? monthOf(today);
