import { portalEndpoints } from '@darkroom/contract/portal';
import { can } from '@darkroom/domain/permission/access';
import type { FirstReads } from '../../../lib/call/first-reads.ts';
import { query } from '../../../lib/call/query.ts';
import { readSearch } from '../../../lib/use-screen-search.ts';
import { ownJobList } from './own-job-search.ts';

/** What a customer's home shows first: their jobs, and what these name customers and prices by. */
export const readOwnJobsFirst: FirstReads = (client, address, actor) => {
  if (!can(actor, portalEndpoints.job.access)) return;
  void client.prefetchQuery(query(portalEndpoints.job, ownJobList.input(readSearch(ownJobList.schema, address))));
  void client.prefetchQuery(query(portalEndpoints.customer2, {}));
  void client.prefetchQuery(query(portalEndpoints.catalogue, {}));
};
