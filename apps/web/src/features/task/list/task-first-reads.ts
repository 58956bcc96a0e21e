import { taskEndpoints } from '@darkroom/contract/task';
import { can } from '@darkroom/domain/permission/access';
import type { FirstReads } from '../../../lib/call/first-reads.ts';
import { pageQuery, query } from '../../../lib/call/query.ts';
import { readLookups } from '../../../lib/session/lookups.ts';
import { readSearch } from '../../../lib/use-screen-search.ts';
import { listInput, taskList } from './task-search.ts';
import { tabOf } from './task-tabs.ts';

/** What the task page shows first: its list, the counts of its tabs, and what these name things by. */
export const readTasksFirst: FirstReads = (client, address, actor) => {
  const search = readSearch(taskList.schema, address);
  // The check view has a list of its own.
  if (search.check !== undefined || !can(actor, taskEndpoints.list.access)) return;
  void client.prefetchQuery(pageQuery(taskEndpoints.list, listInput(search, tabOf(search, actor))));
  void client.prefetchQuery(query(taskEndpoints.counts, {}));
  readLookups(client, actor);
};
