import { ids } from '@darkroom/contract/fields';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';

/** URL parameters of the customer's jobs: filters, open jobs and the request form: `wrong-12`, `again-12`. */
export const portalJobList = listSearch(portalEndpoints.job.input.shape, {
  screenState: { open: ids().default([]), form: z.string().max(40).optional() },
});

export type PortalJobSearch = SearchOf<typeof portalJobList>;
export type SetPortalJobSearch = SetSearch<PortalJobSearch>;

/** Parses the kind of the open request form and its job. */
export function parseForm(form: string | undefined): { kind: 'wrong' | 'again'; job_id: number } | null {
  const [, kind, job_id] = /^(wrong|again)-(\d+)$/.exec(form ?? '') ?? [];
  return kind === 'wrong' || kind === 'again' ? { kind, job_id: Number(job_id) } : null;
}
