// @vitest-environment happy-dom
import type { TaskRow } from '@darkroom/contract/task';
import type { TaskEventRow } from '@darkroom/contract/task-event';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { taskRowOf } from '../../../testing/rows.ts';
import { TaskStepsProvider, useTaskSteps } from './use-task-steps.tsx';

const ACT = '/api/editor/task/update';
const fault = (id: number, at: string, fault_note: string) =>
  ({ id, action: 'qc1_fault', user_id: 5, at, fault_kinds: ['halo'], fault_note }) as TaskEventRow;
const EVENTS = [fault(1, '2026-11-20T02:00:00Z', 'The sky has a halo'), fault(2, '2026-11-22T02:00:00Z', 'Still grey')];
const REWORKED = { rework_quantity: 3, rework_notes: 'Bluer, please', rework_at: '2026-11-21T02:00:00Z' };

const Press = ({ row, action }: { row: TaskRow; action: TaskAction }) => {
  const { begin } = useTaskSteps();
  return <button onClick={() => begin(row, action)}>Press</button>;
};

async function press(row: TaskRow, action: TaskAction) {
  const shown = await showPart(<p>nothing yet</p>, {
    permissions: ['npn_done_task', 'npn_editor_pte', 'npn_qc_pte', 'npn_review_task'],
  });
  shown.network.answer('/api/task/history', () => Response.json({ task: row, events: EVENTS, archived: null }));
  shown.network.answer(ACT, () => Response.json({ ...row, version: row.version + 1 }));
  shown.update(
    <TaskStepsProvider>
      <Press row={row} action={action} />
    </TaskStepsProvider>,
  );
  await shown.user.click(await screen.findByRole('button', { name: 'Press' }));
  const sent = () => shown.network.asked.filter(({ path }) => path === ACT);
  return { ...shown, sent, dialog: within(await screen.findByRole('dialog')) };
}

it('a fault is resolved in sight of what was found', async () => {
  const { dialog } = await press(taskRowOf({ status: TaskStatus.QC1_FAULTS_FOUND, x1: 12 }), 'resolve');
  const found = within(await dialog.findByRole('region', { name: 'Faults found so far' }));
  expect(found.getByText('The sky has a halo')).toBeTruthy();
  expect(found.getAllByText('halo')).toHaveLength(2);
});

it('rework is handed on in sight of what the customer said, of how many, and of what a recheck found since', async () => {
  const { dialog } = await press(taskRowOf({ status: TaskStatus.REWORK, x1: 12, ...REWORKED }), 'rework_done');
  await dialog.findByText('Still grey');
  expect(dialog.getByText('Bluer, please')).toBeTruthy();
  expect(dialog.getByText('Rework quantity').nextSibling?.textContent).toBe('3');
  expect(dialog.queryByText('The sky has a halo')).toBeNull();
});

it('a recheck passes only once what the customer said was shown', async () => {
  const row = taskRowOf({ status: TaskStatus.DONE_REWORK, editor: 9, edited_by: [9], x1: 12, ...REWORKED });
  const { dialog, user, sent } = await press(row, 'recheck');
  expect(dialog.getByText('Bluer, please')).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Recheck passed' }));
  await screen.findByText('Recheck of P-11-1 passed');
  expect(sent()).toMatchObject([{ body: { action: 'recheck', task_id: 41 } }]);
});
