// @vitest-environment happy-dom
import type { TaskRow } from '@darkroom/contract/task/task';
import { taskBulkEndpoints } from '@darkroom/contract/task/bulk';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { useSelectedTasks } from './use-selected-tasks.ts';

const [FIRST, SECOND, THIRD] = ([1, 2, 3] as const).map((task_id) => createTaskRow({ task_id, status: 1 })) as [
  TaskRow,
  TaskRow,
  TaskRow,
];
const IDS = taskBulkEndpoints.ids.path;

function List({ rows, status = 1 }: { rows: TaskRow[]; status?: 1 | 4 }) {
  const selection = useSelectedTasks(rows, { scope: 'all', status: [status] });
  return (
    <>
      <button onClick={() => selection.select(new Set(rows.map((row) => row.task_id)))}>Choose the page</button>
      <output aria-label="Chosen">{selection.tasks.map((task) => `${task.task_id}: ${task.status}`).join(', ')}</output>
      <p>{selection.elsewhereCount} elsewhere</p>
      <p>{selection.unmatchedCount} left</p>
    </>
  );
}

async function chooseBoth() {
  const shown = await showPart(<List rows={[FIRST, SECOND]} />);
  await shown.user.click(await screen.findByRole('button', { name: 'Choose the page' }));
  expect(screen.getByRole('status', { name: 'Chosen' }).textContent).toBe('1: 1, 2: 1');
  return shown;
}

describe('selected tasks', () => {
  it('a task that is removed from the list is removed from the selection', async () => {
    const { user, network, update } = await chooseBoth();
    network.respond(IDS, () => Response.json({ results: [], total_items: 0 }));
    update(<List rows={[SECOND, THIRD]} />);
    await waitFor(() => expect(screen.getByRole('status', { name: 'Chosen' }).textContent).toBe('2: 1'));
    expect(screen.getByText('1 left')).toBeTruthy();
    expect(network.calls.find(({ path }) => path === IDS)?.body).toMatchObject({ status: [1], task_ids: [1] });
    update(<List rows={[FIRST, SECOND]} />);
    expect(screen.getByRole('status', { name: 'Chosen' }).textContent).toBe('2: 1');
    await user.click(screen.getByRole('button', { name: 'Choose the page' }));
    expect(screen.getByText('0 left')).toBeTruthy();
  });

  it('a task on another page stays selected, updated and reported', async () => {
    const { network, update } = await chooseBoth();
    network.respond(IDS, () => Response.json({ results: [{ ...FIRST, status: 2, version: 2 }], total_items: 1 }));
    update(<List rows={[SECOND, THIRD]} />);
    await waitFor(() => expect(screen.getByRole('status', { name: 'Chosen' }).textContent).toBe('1: 2, 2: 1'));
    expect(screen.getByText('1 elsewhere')).toBeTruthy();
  });

  it('a task that returns to the list is requested again when it is selected again', async () => {
    const { user, network, update } = await chooseBoth();
    network.respond(
      IDS,
      () => Response.json({ results: [], total_items: 0 }),
      () => Response.json({ results: [FIRST], total_items: 1 }),
    );
    const readSelection = () => screen.getByRole('status', { name: 'Chosen' }).textContent;
    update(<List rows={[SECOND, THIRD]} />);
    await waitFor(() => expect(readSelection()).toBe('2: 1'));
    update(<List rows={[FIRST, SECOND]} />);
    await user.click(screen.getByRole('button', { name: 'Choose the page' }));
    update(<List rows={[SECOND, THIRD]} />);
    await waitFor(() => expect(network.calls.filter(({ path }) => path === IDS)).toHaveLength(2));
    expect(readSelection()).toBe('1: 1, 2: 1');
  });

  it('another filter clears the selection', async () => {
    const { network, update } = await chooseBoth();
    update(<List rows={[THIRD]} status={4} />);
    expect(screen.getByRole('status', { name: 'Chosen' }).textContent).toBe('');
    expect(network.calls.filter(({ path }) => path === IDS)).toEqual([]);
  });
});
