import { CUSTOMER_SORTS, type customerEndpoints } from '@darkroom/contract/customer';
import type { InputOf } from '@darkroom/contract/endpoint';
import type { SavedView } from '@darkroom/contract/view';
import { CONTRACT_STATUSES, CUSTOMER_TIERS } from '@darkroom/domain/customer/enums';
import { z } from 'zod';
import { viewOf } from '../../ui/saved-views/saved-view-search.ts';

const sorts = CUSTOMER_SORTS.flatMap((field) => [field, `-${field}`] as const);

/** What narrows the list; named as the call names it, so that it goes out as it stands. */
const filters = {
  // A name of digits alone is read as a number by the router.
  text: z
    .union([z.string(), z.number()])
    .transform((text) => String(text).slice(0, 100))
    .optional(),
  cus_id0: z.array(z.int().min(1)).max(200).optional(),
  /** One customer alone: what a link to it shows. */
  cus_id1: z.int().min(1).optional(),
  tier: z.array(z.enum(CUSTOMER_TIERS)).max(4).optional(),
  contract_status: z.enum(CONTRACT_STATUSES).optional(),
  country: z.array(z.string().min(1).max(100)).max(100).optional(),
  has_login: z.boolean().optional(),
};

/** Everything of the customer screen that lives in its address (quality 3). */
export const customerSearch = z.object({
  ...filters,
  page: z.int().min(1).default(1),
  page_size: z.int().min(1).max(200).default(50),
  sort: z.enum(sorts as [(typeof sorts)[number], ...(typeof sorts)[number][]]).default('name'),
  /** Opened customers 1. */
  open: z.array(z.int().min(1)).max(200).default([]),
  /** The open form: `new`, `new-3` below a customer 0, `edit-12`. */
  form: z
    .string()
    .regex(/^(new|new-\d{1,9}|edit-\d{1,9})$/)
    .optional(),
  /** The saved view one came by. */
  view: z.int().positive().optional(),
  /** Columns a view brings: `tier,country,!jobs`. */
  columns: z.string().max(400).optional(),
});

export type CustomerSearch = z.output<typeof customerSearch>;
export type CustomerSearchPatch = Partial<z.input<typeof customerSearch>>;
export type SetCustomerSearch = (patch: CustomerSearchPatch, options?: { replace?: boolean }) => void;

/** No filter at all: what "Clear" leaves. */
export const NO_FILTERS = Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])) as {
  [K in keyof typeof filters]: undefined;
};

const isSet = (value: unknown) => value !== undefined && value !== '';

export const isFiltered = (search: CustomerSearch): boolean =>
  (Object.keys(filters) as (keyof typeof filters)[]).some((name) => isSet(search[name]));

/** What a saved view keeps: filters, order and columns, as they stand in the address. */
export function viewSearch(search: CustomerSearch): SavedView['search'] {
  const { open: _open, form: _form, view: _view, page: _page, page_size: _size, sort, ...rest } = search;
  return viewOf({ ...rest, sort: sort === 'name' ? undefined : sort });
}

/** The list call this address asks for. Opened rows and forms are no part of it. */
export function listInput(search: CustomerSearch): InputOf<typeof customerEndpoints.detailList> {
  const { open: _open, form: _form, view: _view, columns: _columns, text, ...rest } = search;
  return { ...rest, ...(text ? { text } : {}) };
}

export type OpenForm = { kind: 'new'; cus_id0: number | null } | { kind: 'edit'; cus_id1: number };

/** Which form stands open, read from the address. */
export function openForm(form: string | undefined): OpenForm | null {
  const [, kind, id] = /^(new|edit)(?:-(\d+))?$/.exec(form ?? '') ?? [];
  if (kind === 'new') return { kind, cus_id0: id ? Number(id) : null };
  return kind === 'edit' && id ? { kind, cus_id1: Number(id) } : null;
}
