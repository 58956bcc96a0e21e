// @vitest-environment happy-dom
import type { SiblingQuantities } from '@darkroom/contract/task/bulk';
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { StepDialog } from '../steps/step-dialog.tsx';

const ROW = createTaskRow({ status: TaskStatus.QC2_DONE, quantity: 10, x1: 4, x2: 0, x3: 0 });

async function showAndComplete(share: Omit<SiblingQuantities, 'task_id'>) {
  const shown = await showPart(<p>nothing yet</p>, { permissions: ['npn_view_task', 'npn_complete_task'] });
  shown.network.respond('/api/task/shares', () => Response.json({ results: [{ task_id: ROW.task_id, ...share }] }));
  shown.update(
    <StepDialog
      row={ROW}
      action="complete"
      send={() => Promise.reject(new Error('nothing is sent here'))}
      onClose={() => undefined}
    />,
  );
  await screen.findByRole('dialog');
  await waitFor(() => expect(shown.network.calls.map(({ path }) => path)).toContain('/api/task/shares'));
}

it('the completion form shows a quantity below the ordered one', async () => {
  await showAndComplete({ tasks: 1, others: 0, uncounted: 0 });
  await screen.findByText('6 fewer than ordered');
});

it('the completion form shows more than ordered, with the other tasks of the order', async () => {
  await showAndComplete({ tasks: 2, others: 8, uncounted: 0 });
  await screen.findByText('2 more than ordered');
});

it('the completion form shows no difference while another task has no quantity', async () => {
  await showAndComplete({ tasks: 2, others: 0, uncounted: 1 });
  expect(screen.queryByText(/than ordered/)).toBeNull();
});
