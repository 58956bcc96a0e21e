// @vitest-environment happy-dom
import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { TaskNotes } from './task-notes.tsx';

const row = createTaskRow({ task_id: 5, version: 3, notes: 'As ordered' });
const createNewerTask = (changes: Partial<TaskRow>): TaskRow => ({ ...row, ...changes });

async function showAndWrite() {
  const part = await showPart(<TaskNotes row={row} />, { permissions: ['npn_change_task_note'] });
  const { user, network } = part;
  await user.click(await screen.findByRole('button', { name: 'Edit notes' }));
  const box = screen.getByRole('textbox');
  await user.clear(box);
  await user.paste('Mine');
  const listSentBodies = () =>
    network.calls.filter(({ path }) => path === taskEndpoints.updateNotes.path).map(({ body }) => body);
  return { ...part, listSentBodies };
}

it('typed notes replace another user’s notes only after the user selects them', async () => {
  const { user, network, update, listSentBodies } = await showAndWrite();
  update(<TaskNotes row={createNewerTask({ version: 4, notes: 'Theirs' })} />);
  await screen.findByText('Theirs');
  network.respond(taskEndpoints.updateNotes.path, () => Response.json({ ...row, version: 5, notes: 'Mine' }));
  await user.click(screen.getByRole('button', { name: 'Use mine' }));
  await waitFor(() => expect(listSentBodies()).toEqual([{ task_id: 5, version: 4, notes: 'Mine' }]));
});

it('typed notes are saved although the task has had another step', async () => {
  const { user, network, listSentBodies } = await showAndWrite();
  const { sub_prod_id: _, ...task } = createNewerTask({ version: 4 });
  network.respond(
    taskEndpoints.updateNotes.path,
    () => createProblemResponse(409, 'stale', { current: task }),
    () => Response.json({ ...task, version: 5, notes: 'Mine' }),
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listSentBodies().map((body) => (body as { version: number }).version)).toEqual([3, 4]));
});
