// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { TaskStepRow } from '@darkroom/contract/task/task';
import { TaskStepsProvider } from '../../../entities/task/steps/use-task-steps.tsx';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { CheckView } from './check-view.tsx';

const LIST = '/api/task/list';
const CHECKED = createTaskRow({
  status: TaskStatus.QC1_START,
  editor: 9,
  edited_by_ids: [9],
  first_qc: 7,
  x1: 12,
});

function Page() {
  const client = useQueryClient();
  const [check, setCheck] = useState<number | 'next'>(CHECKED.task_id);
  return (
    <TaskStepsProvider>
      <button onClick={() => void client.invalidateQueries()}>Look again</button>
      <CheckView
        checkId={check}
        setSearch={({ check: next }) => setCheck(next ?? 'next')}
        undoneResult={null}
        setUndoneResult={() => undefined}
      />
    </TaskStepsProvider>
  );
}

it('a failed start of the next check is shown and can be repeated', async () => {
  const { user, network } = await showPart(<Page />, { permissions: ['npn_review_task', 'npn_qc_pte'] });
  const createEmptyResponse = () => Response.json({ results: [], total_items: 0, total_pages: 0 });
  network.respond('/api/task/history', () => Response.json({ task: CHECKED, events: [] }));
  network.respond(LIST, () => Promise.reject(new TypeError('no network')));
  network.respond('/api/editor/task/update', () =>
    Response.json({ ...CHECKED, status: TaskStatus.QC1_DONE, version: CHECKED.version + 1 }),
  );
  await user.click(await screen.findByRole('button', { name: / P$/ }));
  expect(await screen.findByText('Could not start the next check.')).toBeTruthy();
  network.respond(LIST, createEmptyResponse);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Could not start the next check.')).toBeNull());
});

it('a deleted task is reported, and the typed fault is kept', async () => {
  const { user, network } = await showPart(<Page />, { permissions: ['npn_review_task', 'npn_qc_pte'] });
  network.respond(
    '/api/task/history',
    () => Response.json({ task: CHECKED, events: [] }),
    () => createProblemResponse(404, 'not_found'),
  );
  await user.click(await screen.findByRole('button', { name: / F$/ }));
  await user.type(screen.getByRole('textbox'), 'The horizon is not level');
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Task not found!');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('The horizon is not level');
});

it('a released check names its releaser, and the typed fault is kept', async () => {
  const { user, network } = await showPart(<Page />, {
    permissions: ['npn_review_task', 'npn_qc_pte', 'npn_view_task'],
  });
  const released: Partial<TaskStepRow> = { id: 9, action: 'release_qc', user_id: 5 };
  const row = { ...CHECKED, status: TaskStatus.WAITING_TO_QC, first_qc: null, version: CHECKED.version + 1 };
  network.respond(
    '/api/task/history',
    () => Response.json({ task: CHECKED, events: [] }),
    () => Response.json({ task: row, events: [{ id: 8, action: 'start_qc1', user_id: 7 }, released] }),
  );
  network.respond('/api/user/list', () =>
    Response.json({ 5: { id: 5, username: 'leader.pte', full_name: 'An', active: true } }),
  );
  await user.click(await screen.findByRole('button', { name: / F$/ }));
  await user.type(screen.getByRole('textbox'), 'The horizon is not level');
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  const notice = await screen.findByText('leader.pte released this check.');
  expect(notice.closest('[role="alert"]')?.textContent).toContain('Start the check again');
  expect(screen.getByDisplayValue('The horizon is not level')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Review/ })).toBeTruthy();
});
