// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { createTaskRow } from '../../testing/rows.ts';
import { useBulkActions } from './use-bulk-actions.tsx';

const TASKS = [createTaskRow({ task_id: 1 }), createTaskRow({ task_id: 2, status: TaskStatus.REWORK })];
const undoOffers = { offer: () => undefined, trackPending: () => undefined };

function Assign() {
  const bulkActions = useBulkActions(undoOffers);
  return (
    <>
      <button onClick={() => void bulkActions.run([{ action: 'assign', tasks: TASKS, editor: 7 }])}>Assign</button>
      {bulkActions.dialog}
    </>
  );
}

it('a locked task shows the reason of its lock', async () => {
  const { user, network, update } = await showPart(null, { permissions: ['npn_view_task', 'npn_assign_task'] });
  const reworkLock = { screen_name: 'redo', month: null, locked: true, reason: 'Kiểm kê', changed_by: 1, version: 1 };
  network.respond('/api/settings/system-lock/list', () =>
    Response.json({ results: [{ ...reworkLock, changed_at: '2026-11-20T02:00:00.000Z' }] }),
  );
  network.respond('/api/user/list', () => Response.json({ results: [] }));
  const refused = [{ task_id: 2, code: 'locked', current: TASKS[1] }];
  network.respond('/api/task/bulk', () => Response.json({ done: [TASKS[0]], deleted: [], refused }));
  update(<Assign />);
  await user.click(await screen.findByRole('button', { name: 'Assign' }));
  expect(await screen.findByText(/are locked: Kiểm kê$/)).toBeTruthy();
  expect(screen.getAllByRole('row')).toHaveLength(2);
});
