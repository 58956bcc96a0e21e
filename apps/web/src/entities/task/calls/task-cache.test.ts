import { taskEndpoints } from '@darkroom/contract/task/task';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { keyOf } from '../../../lib/api/query.ts';
import { createTaskRow } from '../../../testing/rows.ts';
import { cacheTasks } from './task-cache.ts';

it('a task that another user took first shows that user as working now', () => {
  const client = createQueryClient();
  const key = keyOf(taskEndpoints.list, { scope: 'all' });
  const waiting = createTaskRow({ status: 4, version: 3, status_since: '2026-11-20T01:00:00.000Z' });
  client.setQueryData(key, { results: [waiting], total_items: 1, total_pages: 1 });
  const getShownTask = () => client.getQueryData<{ results: (typeof waiting)[] }>(key)!.results[0]!;
  const { task_id, editor, second_qc } = waiting;
  const before = Date.now();
  cacheTasks(client, [{ task_id, version: 4, status: 5, editor, first_qc: 7, second_qc }]);
  expect(getShownTask()).toMatchObject({ status: 5, first_qc: 7 });
  expect(Date.parse(getShownTask().status_since)).toBeGreaterThanOrEqual(before);
  // A known start time is shown.
  cacheTasks(client, [{ ...waiting, version: 5, status: 6, status_since: '2026-11-20T02:00:00.000Z' }]);
  expect(getShownTask().status_since).toBe('2026-11-20T02:00:00.000Z');
});
