// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { BulkActions } from './bulk-actions.tsx';

it('the delete button is first, farthest from the assign button', async () => {
  const selected = [
    createTaskRow({ task_id: 1, status: TaskStatus.TO_DO }),
    createTaskRow({ task_id: 2, status: TaskStatus.EDITOR_ASSIGNED }),
  ];
  await showPart(
    <BulkActions selected={selected} pending={false} run={() => Promise.resolve()} onHandOver={() => undefined} />,
    {
      permissions: ['npn_delete_task', 'npn_assign_task', 'npn_view_all_tasks'],
    },
  );
  const buttons = await screen.findAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent?.split(' ')[0])).toEqual(['Delete', 'Reject', 'Hand']);
});
