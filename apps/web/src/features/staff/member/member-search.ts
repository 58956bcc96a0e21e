import { staffEndpoints } from '@darkroom/contract/staff/staff';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

/** The list of members. */
export const memberList = listSearch(staffEndpoints.list.input.shape, {
  beside: {
    /** The member whose record is open; 0 while a new one is written. */
    member: z.int().min(0).optional(),
    /** It stands open to be changed. */
    edit: z.literal(1).optional(),
  },
});

export type MemberSearch = SearchOf<typeof memberList>;
export type SetMemberSearch = SetSearch<MemberSearch>;

/** The list call this address asks for; an order by pay only from who may see it. */
export function listInput(search: MemberSearch, seesPay: boolean) {
  const input = memberList.input(search);
  return /salary/.test(input.sort) && !seesPay ? { ...input, sort: 'staff_id' as const } : input;
}
