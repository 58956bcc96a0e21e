import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { id } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

/** URL parameters of the customer's requests: filters, the open request and the form of a new one. */
export const portalRequestList = listSearch(portalRequestEndpoints.listRequests.input.shape, {
  screenState: { request: id().optional(), form: z.literal('new').optional() },
});

export type PortalRequestSearch = SearchOf<typeof portalRequestList>;
export type SetPortalRequestSearch = SetSearch<PortalRequestSearch>;

/** Returns the search of the job page that shows one job, opened. */
export const toJobSearch = (prod_id: string, job_id: number | null): { text: string; open: number[] } => ({
  text: prod_id,
  open: job_id === null ? [] : [job_id],
});
