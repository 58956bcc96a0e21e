import type { InputOf } from '@darkroom/contract/endpoint';
import { REQUEST_SORTS, type requestEndpoints } from '@darkroom/contract/request';
import type { SavedView } from '@darkroom/contract/view';
import { REQUEST_BOARDS, REQUEST_STATUSES, REQUEST_TYPES, type RequestStatus } from '@darkroom/domain/request/status';
import { z } from 'zod';
import { viewOf } from '../../ui/saved-views/saved-view-search.ts';

const ids = () => z.array(z.int().min(1)).max(200).optional();
const day = () =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional();
const sorts = REQUEST_SORTS.flatMap((field) => [field, `-${field}`] as const);

/** What narrows board and list alike; named as the call names it. */
const common = {
  type: z.array(z.enum(REQUEST_TYPES)).max(5).optional(),
  customer0_id: ids(),
  customer1_id: ids(),
  created_from: day(),
  created_to: day(),
  text: z
    .union([z.string().max(100), z.number()])
    .transform((text) => String(text))
    .optional(),
};

/** Everything of the request screen that lives in its address (quality 3). */
export const requestSearch = z.object({
  ...common,
  show: z.enum(['board', 'list']).default('board'),
  /** The board one looks at; of the list, the one it is narrowed to. */
  board: z.enum(REQUEST_BOARDS).optional(),
  /** What the list is narrowed to; on a phone, the one column of the board in sight. */
  status: z.array(z.enum(REQUEST_STATUSES)).max(4).optional(),
  column: z.enum(REQUEST_STATUSES).default('NEED_REVIEW'),
  /** The open request. */
  request: z.int().min(1).optional(),
  sort: z.enum(sorts as [(typeof sorts)[number], ...(typeof sorts)[number][]]).default('-created_at'),
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(200).default(50),
  /** The saved view one came by. */
  view: z.int().positive().optional(),
  /** Columns a view brings: `status,subject,!job`. */
  columns: z.string().max(400).optional(),
});

export type RequestSearch = z.output<typeof requestSearch>;
/** Changes a part of the address. */
export type SetRequestSearch = (patch: Partial<z.input<typeof requestSearch>>, options?: { replace?: boolean }) => void;
export type ListInput = InputOf<typeof requestEndpoints.list>;

const COMMON = Object.keys(common) as (keyof typeof common)[];

/** No filter at all: what "Clear" leaves. */
export const NO_FILTERS = {
  type: undefined,
  customer0_id: undefined,
  customer1_id: undefined,
  created_from: undefined,
  created_to: undefined,
  text: undefined,
} satisfies { [K in keyof typeof common]: undefined };

const isSet = (value: unknown) => value !== undefined && value !== '';
export const isNarrowed = (search: RequestSearch): boolean => COMMON.some((name) => isSet(search[name]));
export const isFiltered = (search: RequestSearch): boolean =>
  isNarrowed(search) || isSet(search.board) || isSet(search.status);

const filterOf = (search: RequestSearch): ListInput =>
  Object.fromEntries(COMMON.flatMap((name) => (isSet(search[name]) ? [[name, search[name]]] : [])));

/** The list call this address asks for. */
export const listInput = (search: RequestSearch): ListInput => ({
  ...filterOf(search),
  ...(search.board ? { board: search.board } : {}),
  ...(search.status?.length ? { status: search.status } : {}),
  sort: search.sort,
  page: search.page,
  page_size: search.page_size,
});

/** One column of a board: what waits longest first, what was done last first. */
export const columnInput = (
  search: RequestSearch,
  board: NonNullable<RequestSearch['board']>,
  status: RequestStatus,
  page_size: number,
): ListInput => ({
  ...filterOf(search),
  board,
  status: [status],
  sort: status === 'DONE' ? '-status_since' : 'status_since',
  page_size,
});

/** What a saved view keeps: how it is shown, filters, order and columns, as they stand in the address. */
export function viewSearch(search: RequestSearch): SavedView['search'] {
  const { request: _open, view: _view, page: _page, page_size: _size, column: _column, show, sort, ...rest } = search;
  return viewOf({
    ...rest,
    show: show === 'board' ? undefined : show,
    sort: sort === '-created_at' ? undefined : sort,
  });
}
