import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { BareTaskFilter } from './bare/bare-statements.ts';
import type { KnownRecords } from './known-records.ts';

/** A request that is compared with the same request to the bare server. */
export interface ComparedCall {
  readonly id: string;
  /** Username of the caller in the demo bureau. */
  readonly username: string;
  readonly endpoint: Endpoint;
  readonly input: (known: KnownRecords) => object;
  readonly bare: { readonly path: string; readonly body: (known: KnownRecords, user_id: number) => object };
}

type BareFilter = Partial<Record<BareTaskFilter, string | number>>;

const compareTasks = (
  id: string,
  username: string,
  input: (known: KnownRecords) => object,
  narrowed: (known: KnownRecords, user_id: number) => BareFilter,
): ComparedCall => ({ id, username, endpoint: endpoints.task.list, input, bare: { path: '/tasks', body: narrowed } });
const compareCounts = (username: string, narrowed: BareFilter = {}): ComparedCall => ({
  id: `counts-${username}`,
  username,
  endpoint: endpoints.task.counts,
  input: () => ({}),
  bare: { path: '/counts', body: () => narrowed },
});

/** Text that many jobs contain. */
const FREQUENT_TEXT = 'harbour';

/**
 * Requests of the targets. The bare server has an easier query where a visibility is complex: an editor's tasks without
 * the pool and the supported tasks.
 */
export const COMPARED_CALLS: readonly ComparedCall[] = [
  compareTasks(
    'tasks-superuser',
    'admin',
    () => ({}),
    () => ({}),
  ),
  compareTasks(
    'tasks-leader',
    'leader.ots',
    () => ({}),
    () => ({ workstream: 'OTS' }),
  ),
  compareTasks(
    'tasks-editor',
    'editor.pte',
    () => ({}),
    (_, user_id) => ({ editor: user_id }),
  ),
  compareTasks(
    'tasks-status',
    'admin',
    () => ({ status: [4] }),
    () => ({ status: 4 }),
  ),
  compareTasks(
    'tasks-of-editor',
    'admin',
    ({ editor }) => ({ editor: [editor] }),
    ({ editor }) => ({ editor }),
  ),
  compareTasks(
    'tasks-customer',
    'admin',
    ({ customer2 }) => ({ customer2_id: [customer2] }),
    ({ customer2 }) => ({ customer2 }),
  ),
  compareTasks(
    'tasks-category',
    'admin',
    ({ category2 }) => ({ service_cat2_id: [category2] }),
    ({ category2 }) => ({ category2 }),
  ),
  compareTasks(
    'tasks-urgent',
    'admin',
    () => ({ job_priority: 'Urgent' }),
    () => ({ priority: 'Urgent' }),
  ),
  compareTasks(
    'tasks-two',
    'admin',
    ({ editor, category2 }) => ({ editor: [editor], service_cat2_id: [category2] }),
    ({ editor, category2 }) => ({ editor, category2 }),
  ),
  compareTasks(
    'text',
    'admin',
    () => ({ text: FREQUENT_TEXT }),
    () => ({ text: FREQUENT_TEXT }),
  ),
  {
    id: 'jobs',
    username: 'admin',
    endpoint: endpoints.job.list,
    input: () => ({}),
    bare: { path: '/jobs', body: () => ({}) },
  },
  compareCounts('admin'),
  compareCounts('leader.ots', { workstream: 'OTS' }),
  compareCounts('editor.pte'),
];
