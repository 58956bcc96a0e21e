// @vitest-environment happy-dom
import type { TaskStepRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { getMyVersion } from '../calls/task-cache.ts';
import { TaskForm } from './task-form.tsx';

const UPDATE = '/api/admin/task/update';
const THEN = '2026-11-20T03:00:00.000Z';
/** Completed after a rework that two people rechecked. */
const TASK = createTaskRow({
  status: TaskStatus.COMPLETED,
  x1: 12,
  end_time: THEN,
  rework_quantity: 2,
  rework_notes: 'The sky again',
  rework_qc_1: 8,
  rework_qc_2: 9,
  rework_at: THEN,
  rework_by: 1,
});

async function showForm(task = TASK, events: Partial<TaskStepRow>[] = []) {
  const openedTaskIds: number[] = [];
  function Form() {
    const client = useQueryClient();
    return (
      <TaskForm
        task={task}
        sub_prod_id={task.sub_prod_id}
        onClose={() => undefined}
        onSaved={() => openedTaskIds.push(getMyVersion(client, TASK.task_id))}
      />
    );
  }
  const { user, network, update } = await showPart(null, { permissions: ['npn_change_task', 'npn_do_any_task'] });
  network.respond('/api/task/history', () => Response.json({ task, events, archived: null }));
  update(<Form />);
  await screen.findByLabelText('Task Status');
  const choose = async (status: string) => {
    await user.click(screen.getByLabelText('Task Status'));
    await user.paste(status);
    await user.click(await screen.findByTitle(status));
  };
  const type = async (label: string, text: string) => {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  const listSentBodies = () => network.calls.filter(({ path }) => path === UPDATE).map(({ body }) => body);
  return { user, network, choose, type, save, listSentBodies, openedTaskIds };
}

describe('the edit form of a task', () => {
  it('the form keeps the rechecks of an earlier rework when no new one starts', async () => {
    const { network, choose, type, save, listSentBodies } = await showForm();
    network.respond(UPDATE, () => Response.json({ ...TASK, version: 4 }));
    await choose('Done Rework');
    await choose('Completed');
    await type('Notes', 'Mind the window');
    await type('Reason', 'as said');
    await save();
    await waitFor(() => expect(listSentBodies()).toHaveLength(1));
    expect(Object.keys(listSentBodies()[0] as object).toSorted()).toEqual(['notes', 'reason', 'task_id', 'version']);
  });

  it('the form shows the current fault and keeps it when other fields change', async () => {
    const faulty = createTaskRow({ ...TASK, status: TaskStatus.QC1_FAULTS_FOUND, fault_stage: 1 });
    const { network, type, save, listSentBodies } = await showForm(faulty, [
      { id: 4, action: 'qc1_fault', at: THEN, fault_kinds: ['halo'], fault_note: 'The sky has a halo' },
      { id: 5, action: 'admin_update', at: THEN, fault_kinds: ['lean'], fault_note: 'All lean left' },
    ]);
    network.respond(UPDATE, () => Response.json({ ...faulty, version: 4 }));
    expect(screen.getByLabelText<HTMLInputElement>('Fault Note').value).toBe('All lean left');
    await type('Notes', 'Mind the window');
    await type('Reason', 'as said');
    await save();
    await waitFor(() => expect(listSentBodies()).toHaveLength(1));
    expect(Object.keys(listSentBodies()[0] as object).toSorted()).toEqual(['notes', 'reason', 'task_id', 'version']);
  });

  it('a rework starts with open rechecks, whatever was selected before', async () => {
    const { network, choose, type, save, listSentBodies } = await showForm();
    network.respond(UPDATE, () => Response.json({ ...TASK, version: 4 }));
    await choose('Rework');
    await choose('Done Rework');
    await type('Reason', 'as said');
    await save();
    await waitFor(() => expect(listSentBodies()).toHaveLength(1));
    expect(listSentBodies()[0]).toMatchObject({ status: 14, rework_qc_1: null, rework_qc_2: null });
  });

  it('the form asks once when a rework quantity is below the delivered quantity', async () => {
    const rework = createTaskRow({
      ...TASK,
      status: TaskStatus.REWORK,
      x1: 10,
      quantity_before_rework: 10,
      rework_quantity: 3,
    });
    const { user, network, type, save, listSentBodies } = await showForm(rework);
    network.respond(
      UPDATE,
      () => createProblemResponse(422, 'below_delivered', { counted: 3, delivered: 10 }),
      () => Response.json({ ...rework, x1: 3, version: 4 }),
    );
    await screen.findByText('Whole task, previously 10');
    await user.clear(screen.getByLabelText('x1'));
    await type('x1', '3');
    await type('Reason', 'as said');
    await save();
    await screen.findByText(/7 fewer pieces are billed/);
    const [question] = screen.getAllByRole('dialog').slice(-1);
    await user.click(within(question!).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(listSentBodies()).toHaveLength(2));
    expect(listSentBodies()).toMatchObject([{ x1: 3 }, { x1: 3, fewer: true }]);
  });

  it('the page treats its own save as its own change', async () => {
    const { network, type, save, openedTaskIds } = await showForm();
    network.respond(UPDATE, () => Response.json({ ...TASK, version: 4 }));
    await type('Reason', 'as said');
    await type('Notes', 'Mind the window');
    await save();
    await waitFor(() => expect(openedTaskIds).toEqual([4]));
  });
});
