import { allowanceEndpoints } from '@darkroom/contract/allowance/allowance';
import { oneOf } from '@darkroom/contract/fields';
import { monthOf, type Day, type Month } from '@darkroom/domain/calendar/day';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

const { year: _year, month: _month, staff_id: _staff, ...listed } = allowanceEndpoints.list.input.shape;
const month = () =>
  z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional();

/** The staff of a month of allowances. Its month is no filter: without one it is this month. */
export const allowanceList = listSearch(
  {
    ...listed,
    team_id: z.array(z.int().min(1)).max(200).optional(),
    group_id: z.array(z.int().min(1)).max(200).optional(),
  },
  {
    beside: {
      month: month(),
      /** Whose month is open beside the list. */
      person: z.int().min(1).optional(),
      /** Everybody's months, for those who keep them; without it one's own. */
      by: z.literal('all').optional(),
      /** What the sheet shows. */
      layer: oneOf(['meal_fee', 'parking_fee', 'online_fee']).default('meal_fee'),
      /** The month is being closed. */
      closing: z.literal(1).optional(),
    },
  },
);

export type AllowanceSearch = SearchOf<typeof allowanceList>;
export type SetAllowanceSearch = SetSearch<AllowanceSearch>;

/** The month an address names, seen from a day. */
export const monthOfSearch = (search: Pick<AllowanceSearch, 'month'>, today: Day): Month =>
  search.month ?? monthOf(today);
