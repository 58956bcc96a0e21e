import { jobEndpoints } from '@darkroom/contract/job';
import { can } from '@darkroom/domain/permission/access';
import type { FirstReads } from '../../../lib/call/first-reads.ts';
import { pageQuery } from '../../../lib/call/query.ts';
import { readLookups } from '../../../lib/session/lookups.ts';
import { readSearch } from '../../../lib/use-screen-search.ts';
import { jobList } from './job-search.ts';

/** What the job page shows first: its list, and what that names things by. */
export const readJobsFirst: FirstReads = (client, address, actor) => {
  if (can(actor, jobEndpoints.list.access))
    void client.prefetchQuery(pageQuery(jobEndpoints.list, jobList.input(readSearch(jobList.schema, address))));
  readLookups(client, actor);
};
