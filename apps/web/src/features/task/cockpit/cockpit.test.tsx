// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { TaskStepsProvider } from '../../../records/task/steps/use-task-steps.tsx';
import { showPart } from '../../../testing/part.tsx';
import { taskRowOf } from '../../../testing/rows.ts';
import { Cockpit } from './cockpit.tsx';

const LIST = '/api/task/list';
const CHECKED = taskRowOf({
  status: TaskStatus.QC1_START,
  editor: 9,
  edited_by: [9],
  first_qc: 7,
  x1: 12,
});

function Page() {
  const [check, setCheck] = useState<number | 'next'>(CHECKED.task_id);
  return (
    <TaskStepsProvider>
      <Cockpit
        check={check}
        setSearch={({ check: next }) => setCheck(next ?? 'next')}
        taken={null}
        setTaken={() => undefined}
      />
    </TaskStepsProvider>
  );
}

it('after a verdict it says that the next check could not be begun, and tries again', async () => {
  const { user, network } = await showPart(<Page />, { permissions: ['npn_review_task', 'npn_qc_pte'] });
  const nothing = () => Response.json({ results: [], total_items: 0, total_pages: 0 });
  network.answer('/api/task/history', () => Response.json({ task: CHECKED, events: [] }));
  network.answer(LIST, () => Promise.reject(new TypeError('no network')));
  network.answer('/api/editor/task/update', () =>
    Response.json({ ...CHECKED, status: TaskStatus.QC1_DONE, version: CHECKED.version + 1 }),
  );
  await user.click(await screen.findByRole('button', { name: / P$/ }));
  expect(await screen.findByText('The next check could not be begun.')).toBeTruthy();
  network.answer(LIST, nothing);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('The next check could not be begun.')).toBeNull());
});
