import type { InputOf } from '@darkroom/contract/endpoint';
import { MEMBER_SORTS, type staffEndpoints } from '@darkroom/contract/staff';
import type { SavedView } from '@darkroom/contract/view';
import { GENDERS, WORKING_STATUSES } from '@darkroom/domain/staff/staff';
import { z } from 'zod';
import { viewOf } from '../../../ui/saved-views/saved-view-search.ts';

const ids = () => z.array(z.int().min(1)).max(200).optional();
const words = () => z.array(z.string().max(100)).max(50).optional();
const sorts = MEMBER_SORTS.flatMap((field) => [field, `-${field}`] as const);

/** What narrows the list; named as the call names it, so that it goes out as it stands. */
const filters = {
  text: z.string().max(100).optional(),
  group_id: ids(),
  team_id: ids(),
  working_status: z.array(z.enum(WORKING_STATUSES)).max(10).optional(),
  active: z.boolean().optional(),
  gender: z.enum(GENDERS).optional(),
  department: words(),
  workplace: words(),
};

/** Everything of the member list that lives in its address (quality 3). */
export const memberSearch = z.object({
  ...filters,
  /** The member whose record is open; 0 while a new one is written. */
  member: z.int().min(0).optional(),
  /** It stands open to be changed. */
  edit: z.literal(1).optional(),
  sort: z.enum(sorts as [(typeof sorts)[number], ...(typeof sorts)[number][]]).default('staff_id'),
  page: z.int().min(1).max(1_000_000).default(1),
  page_size: z.int().min(1).max(200).default(50),
  /** The saved view one came by. */
  view: z.int().positive().optional(),
  /** Columns a view brings. */
  columns: z.string().max(400).optional(),
});

export type MemberSearch = z.output<typeof memberSearch>;
/** Changes some of the address. */
export type SetMemberSearch = (patch: Partial<z.input<typeof memberSearch>>, options?: { replace?: boolean }) => void;

/** No filter at all: what "Clear" leaves. */
export const NO_FILTERS = Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])) as {
  [K in keyof typeof filters]: undefined;
};

export const isFiltered = (search: MemberSearch): boolean =>
  (Object.keys(filters) as (keyof typeof filters)[]).some((name) => search[name] !== undefined && search[name] !== '');

/** What a saved view keeps: filters, order and columns, as they stand in the address. */
export function viewSearch(search: MemberSearch): SavedView['search'] {
  const { member: _member, edit: _edit, view: _view, page: _page, page_size: _size, sort, ...rest } = search;
  return viewOf({ ...rest, sort: sort === 'staff_id' ? undefined : sort });
}

/** The list call this address asks for; an order by pay only from who may see it. */
export function listInput(search: MemberSearch, seesPay: boolean): InputOf<typeof staffEndpoints.list> {
  const { member: _member, edit: _edit, view: _view, columns: _columns, text, sort, ...rest } = search;
  return { ...rest, sort: /salary/.test(sort) && !seesPay ? 'staff_id' : sort, ...(text ? { text } : {}) };
}
