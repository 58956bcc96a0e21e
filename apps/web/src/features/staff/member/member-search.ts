import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

export const memberList = listSearch(staffEndpoints.list.input.shape, {
  screenState: {
    /** Member whose record is open. 0: a new one. */
    member: z.int().min(0).optional(),
    edit: z.literal(1).optional(),
  },
});

export type MemberSearch = SearchOf<typeof memberList>;
export type SetMemberSearch = SetSearch<MemberSearch>;

/** Returns the input of the list. Sorting by pay needs permission. */
export function toListInput(search: MemberSearch, canViewPay: boolean) {
  const input = memberList.input(search);
  return /salary/.test(input.sort) && !canViewPay ? { ...input, sort: 'staff_id' as const } : input;
}
