import { customerEndpoints } from '@darkroom/contract/customer/customer';
import { ids } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';

export const customerList = listSearch(customerEndpoints.detailList.input.shape, {
  screenState: {
    open: ids().default([]),
    /** The open form: `new`, `new-3` below a customer 0, `edit-12`. */
    form: z
      .string()
      .regex(/^(new|new-\d{1,9}|edit-\d{1,9})$/)
      .optional(),
  },
});

export type CustomerSearch = SearchOf<typeof customerList>;
export type SetCustomerSearch = SetSearch<CustomerSearch>;

export type OpenCustomerForm = { kind: 'new'; cus_id0: number | null } | { kind: 'edit'; cus_id1: number };

export function parseOpenCustomerForm(form: string | undefined): OpenCustomerForm | null {
  const [, kind, id] = /^(new|edit)(?:-(\d+))?$/.exec(form ?? '') ?? [];
  if (kind === 'new') return { kind, cus_id0: id ? Number(id) : null };
  return kind === 'edit' && id ? { kind, cus_id1: Number(id) } : null;
}
