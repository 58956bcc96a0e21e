import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { NarrowedBy } from './bare/bare-statements.ts';
import type { Known } from './known.ts';

/** A call that is compared with the same call to the bare server. */
export interface DuelCall {
  readonly id: string;
  /** Caller: a sign-in of the demo bureau. */
  readonly username: string;
  readonly endpoint: Endpoint;
  readonly input: (known: Known) => object;
  readonly bare: { readonly path: string; readonly body: (known: Known, user_id: number) => object };
}

type Narrowed = Partial<Record<NarrowedBy, string | number>>;

const tasks = (
  id: string,
  username: string,
  input: (known: Known) => object,
  narrowed: (known: Known, user_id: number) => Narrowed,
): DuelCall => ({ id, username, endpoint: endpoints.task.list, input, bare: { path: '/tasks', body: narrowed } });
const open = (username: string, narrowed: Narrowed = {}): DuelCall => ({
  id: `counts-${username}`,
  username,
  endpoint: endpoints.task.counts,
  input: () => ({}),
  bare: { path: '/counts', body: () => narrowed },
});

/** A frequent text, and the default page size of a list. */
const HITS = 'harbour';

/**
 * Calls of the goals. The bare server has an easier query where a visibility is complex: an editor's tasks without the pool and the
 * supported tasks.
 */
export const DUELS: readonly DuelCall[] = [
  tasks(
    'tasks-superuser',
    'admin',
    () => ({}),
    () => ({}),
  ),
  tasks(
    'tasks-leader',
    'leader.ots',
    () => ({}),
    () => ({ workstream: 'OTS' }),
  ),
  tasks(
    'tasks-editor',
    'editor.pte',
    () => ({}),
    (_, user_id) => ({ editor: user_id }),
  ),
  tasks(
    'tasks-status',
    'admin',
    () => ({ status: [4] }),
    () => ({ status: 4 }),
  ),
  tasks(
    'tasks-of-editor',
    'admin',
    ({ editor }) => ({ editor: [editor] }),
    ({ editor }) => ({ editor }),
  ),
  tasks(
    'tasks-customer',
    'admin',
    ({ customer2 }) => ({ customer2_id: [customer2] }),
    ({ customer2 }) => ({ customer2 }),
  ),
  tasks(
    'tasks-category',
    'admin',
    ({ category2 }) => ({ service_cat2_id: [category2] }),
    ({ category2 }) => ({ category2 }),
  ),
  tasks(
    'tasks-urgent',
    'admin',
    () => ({ job_priority: 'Urgent' }),
    () => ({ priority: 'Urgent' }),
  ),
  tasks(
    'tasks-two',
    'admin',
    ({ editor, category2 }) => ({ editor: [editor], service_cat2_id: [category2] }),
    ({ editor, category2 }) => ({ editor, category2 }),
  ),
  tasks(
    'text',
    'admin',
    () => ({ text: HITS }),
    () => ({ text: HITS }),
  ),
  {
    id: 'jobs',
    username: 'admin',
    endpoint: endpoints.job.list,
    input: () => ({}),
    bare: { path: '/jobs', body: () => ({}) },
  },
  open('admin'),
  open('leader.ots', { workstream: 'OTS' }),
  open('editor.pte'),
];
