// @vitest-environment happy-dom
import type { TaskRow, TaskStepRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { TaskStepsProvider, useTaskSteps } from './use-task-steps.tsx';

const ACT = '/api/editor/task/update';
const createFault = (id: number, at: string, fault_note: string) =>
  ({ id, action: 'qc1_fault', user_id: 5, at, fault_kinds: ['halo'], fault_note }) as TaskStepRow;
const EVENTS = [
  createFault(1, '2026-11-20T02:00:00Z', 'The sky has a halo'),
  createFault(2, '2026-11-22T02:00:00Z', 'Still grey'),
];
const REWORKED = { rework_quantity: 3, rework_notes: 'Bluer, please', rework_at: '2026-11-21T02:00:00Z' };

const Press = ({ row, action }: { row: TaskRow; action: TaskAction }) => {
  const { pressStep: begin } = useTaskSteps();
  const client = useQueryClient();
  return (
    <>
      <button onClick={() => begin(row, action)}>Press</button>
      <button onClick={() => void client.invalidateQueries()}>Note of a change</button>
    </>
  );
};

async function openStepDialog(row: TaskRow, action: TaskAction) {
  const shown = await showPart(<p>nothing yet</p>, {
    permissions: ['npn_done_task', 'npn_editor_pte', 'npn_qc_pte', 'npn_review_task'],
  });
  shown.network.respond('/api/task/history', () => Response.json({ task: row, events: EVENTS, archived: null }));
  shown.network.respond(ACT, () => Response.json({ ...row, version: row.version + 1 }));
  shown.update(
    <TaskStepsProvider>
      <Press row={row} action={action} />
    </TaskStepsProvider>,
  );
  await shown.user.click(await screen.findByRole('button', { name: 'Press' }));
  const listSentBodies = () => shown.network.calls.filter(({ path }) => path === ACT);
  return { ...shown, listSentBodies, dialog: within(await screen.findByRole('dialog')) };
}

it('the resolve form shows the found fault', async () => {
  const { dialog } = await openStepDialog(createTaskRow({ status: TaskStatus.QC1_FAULTS_FOUND, x1: 12 }), 'resolve');
  const faultRegion = within(await dialog.findByRole('region', { name: 'Earlier faults' }));
  expect(faultRegion.getByText('The sky has a halo')).toBeTruthy();
  expect(faultRegion.getAllByText('halo')).toHaveLength(2);
});

it('an emptied quantity is refused as invalid and not sent', async () => {
  const { dialog, user, listSentBodies } = await openStepDialog(
    createTaskRow({ status: TaskStatus.PROCESSING, x1: 12 }),
    'set_quantity',
  );
  await user.clear(dialog.getByRole('spinbutton'));
  await user.click(dialog.getByRole('button', { name: 'Set Quantity' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Please enter a valid number!');
  expect(listSentBodies()).toEqual([]);
});

it('the rework form shows notes, quantity and faults of a later recheck', async () => {
  const { dialog } = await openStepDialog(
    createTaskRow({ status: TaskStatus.REWORK, x1: 12, ...REWORKED }),
    'rework_done',
  );
  await dialog.findByText('Still grey');
  expect(dialog.getByText('Bluer, please')).toBeTruthy();
  expect(dialog.getByText('Rework Quantity').nextSibling?.textContent).toBe('3');
  expect(dialog.queryByText('The sky has a halo')).toBeNull();
});

it('a recheck passes only after the rework notes were shown', async () => {
  const row = createTaskRow({ status: TaskStatus.DONE_REWORK, editor: 9, edited_by_ids: [9], x1: 12, ...REWORKED });
  const { dialog, user, listSentBodies } = await openStepDialog(row, 'recheck');
  expect(dialog.getByText('Bluer, please')).toBeTruthy();
  expect(listSentBodies()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Pass recheck' }));
  await screen.findByText('Recheck of P-11-1 passed');
  expect(listSentBodies()).toMatchObject([{ body: { action: 'recheck', task_id: 41 } }]);
});

describe("other users' changes under an open step form", () => {
  const REWORK = createTaskRow({ status: TaskStatus.REWORK, x1: 12, ...REWORKED });
  const OTHERWISE = { ...REWORK, version: 4, rework_quantity: 5, rework_notes: 'Darker, please' };
  const CHECKED = createTaskRow({ status: TaskStatus.DONE_REWORK, editor: 9, edited_by_ids: [9], x1: 12, ...REWORKED });
  const setTime = (now: number) => {
    vi.spyOn(performance, 'now').mockReturnValue(now);
    onTestFinished(() => void vi.restoreAllMocks());
  };
  const respondStale = (current: TaskRow) => () => createProblemResponse(409, 'stale', { current });

  it('a change is shown at once, and an early press applies to the earlier task', async () => {
    const { dialog, network, user, listSentBodies } = await openStepDialog(REWORK, 'rework_done');
    await dialog.findByText('Still grey');
    // The time is fixed, so that slow machines pass too.
    setTime(performance.now());
    network.respond('/api/task/history', () => Response.json({ task: OTHERWISE, events: EVENTS, archived: null }));
    network.respond(ACT, respondStale(OTHERWISE), () => Response.json({ ...OTHERWISE, version: 5 }));
    fireEvent.click(screen.getByText('Note of a change'));
    const conflictNotice = within(await dialog.findByRole('status'));
    conflictNotice.getByText('Someone else changed P-11-1. It is still Rework.');
    conflictNotice.getByText('3 → 5');
    conflictNotice.getByText('Bluer, please → Darker, please');
    conflictNotice.getByText('Check it before you continue.');
    expect(dialog.getAllByText('Rework Quantity')[0]?.nextSibling?.textContent).toBe('5');
    await user.type(dialog.getByRole('textbox'), 'Done so');
    await user.click(dialog.getByRole('button', { name: 'Submit rework' }));
    await dialog.findByText('What you typed is kept. Try your step again, or close.');
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(listSentBodies()).toHaveLength(2));
    expect(listSentBodies().map(({ body }) => (body as { version: number }).version)).toEqual([3, 4]);
  });

  it('a press applies to the changed task after time to read', async () => {
    const { dialog, network, user, listSentBodies } = await openStepDialog(REWORK, 'rework_done');
    await dialog.findByText('Still grey');
    network.respond('/api/task/history', () => Response.json({ task: OTHERWISE, events: EVENTS, archived: null }));
    fireEvent.click(screen.getByText('Note of a change'));
    await dialog.findByRole('status');
    setTime(performance.now() + 2000);
    await user.click(dialog.getByRole('button', { name: 'Submit rework' }));
    await waitFor(() => expect(listSentBodies()).toMatchObject([{ body: { version: 4 } }]));
  });

  it("the notice names another QC's first recheck, and typed text only if there is any", async () => {
    const { dialog, network, user, listSentBodies } = await openStepDialog(CHECKED, 'recheck');
    network.respond(ACT, respondStale({ ...CHECKED, version: 4, rework_qc_1: 2 }), () => Response.json(CHECKED));
    await user.click(dialog.getByRole('button', { name: 'Pass recheck' }));
    await dialog.findByText('#2 has made the first recheck of P-11-1. Yours would be the second.');
    dialog.getByText('Try your step again, or close.');
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(listSentBodies()).toHaveLength(2));
  });

  it('a step of another user has no button, and typed text is kept', async () => {
    const { dialog, network, user } = await openStepDialog(REWORK, 'rework_done');
    await user.type(dialog.getByRole('textbox'), 'Done so');
    network.respond(ACT, respondStale({ ...REWORK, version: 4, status: TaskStatus.DONE_REWORK }));
    await user.click(dialog.getByRole('button', { name: 'Submit rework' }));
    await dialog.findByText('P-11-1 has changed. It is now Done Rework.');
    dialog.getByText('This step is no longer possible. What you typed is kept until you close.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Try again' }).disabled).toBe(true);
  });
});
