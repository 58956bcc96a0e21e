import { portalEndpoints } from '@darkroom/contract/portal';
import { can } from '@darkroom/domain/permission/access';
import type { FirstReads } from '../../../lib/call/first-reads.ts';
import { query } from '../../../lib/call/query.ts';
import { readSearch } from '../../../lib/use-screen-search.ts';
import { ownJobList } from './own-job-search.ts';

/** What a customer's home shows first: their jobs. */
export const readOwnJobsFirst: FirstReads = (client, address, actor) => {
  if (can(actor, portalEndpoints.job.access))
    void client.prefetchQuery(query(portalEndpoints.job, ownJobList.input(readSearch(ownJobList.schema, address))));
};
