// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UNDO_MS } from '../../../lib/toast.ts';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { useTaskKeys } from '../list/use-task-keys.ts';
import { TaskStepsProvider, useTaskSteps } from './use-task-steps.tsx';

const ACT = '/api/editor/task/update';
const UNDO = '/api/task/undo';
const FIRST = createTaskRow({ status: TaskStatus.EDITOR_ASSIGNED, start_time: null });
const SECOND = createTaskRow({ ...FIRST, task_id: 42, sub_prod_id: 'P-11-2' });

function List() {
  const { pressStep: begin, undo } = useTaskSteps();
  // A task is open over the list.
  useTaskKeys({ rows: [FIRST, SECOND], cardTask: null, pressStep: begin, isMyList: true, enabled: false });
  return (
    <>
      <button onClick={() => begin(FIRST, 'start')}>Start the first</button>
      <button onClick={() => begin(SECOND, 'start')}>Start the second</button>
      <button onClick={undo}>Take back</button>
    </>
  );
}

async function showList() {
  const { user, network } = await showPart(
    <TaskStepsProvider>
      <List />
    </TaskStepsProvider>,
    { permissions: ['npn_start_task', 'npn_done_task', 'npn_editor_pte'] },
  );
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const listSentBodies = (path: string) => network.calls.filter((call) => call.path === path).map(({ body }) => body);
  return { user, network, press, listSentBodies };
}

/** The user's current task, on their card. */
function Card({ now }: { now: typeof FIRST }) {
  useTaskKeys({ rows: [], cardTask: now, pressStep: () => undefined, isMyList: true, enabled: true });
  return <p>The card</p>;
}

it('a key without its permission reports that and names no other step', async () => {
  const now = createTaskRow({ status: TaskStatus.PROCESSING, editor: 7 });
  const { user, setPermissions: changePermissions } = await showPart(
    <TaskStepsProvider>
      <Card now={now} />
    </TaskStepsProvider>,
    { permissions: ['npn_done_task', 'npn_editor_pte'] },
  );
  await screen.findByText('The card');
  changePermissions(['npn_editor_pte']);
  await user.keyboard('d');
  await screen.findByText(/P-11-1: You do not have permission to do this/);
});

const createStartResponse = () => Response.json({ ...FIRST, status: TaskStatus.PROCESSING, version: 4 });
const createUndoResponse = () => Response.json({ done: [{ ...FIRST, version: 5 }], refused: [], undone_inputs: [] });

describe('Undo of a step', () => {
  it('Undo waits for the response to the last step', async () => {
    const { network, press, listSentBodies } = await showList();
    const respond = network.hold(ACT);
    network.respond(UNDO, createUndoResponse);
    await press('Start the first');
    await press('Take back');
    expect(listSentBodies(UNDO)).toEqual([]);
    respond(createStartResponse());
    await screen.findByText('Undone');
    expect(listSentBodies(UNDO)).toEqual([{ tasks: [{ task_id: 41, version: 4 }] }]);
  });

  it('Undo reverts the step before a refused one', async () => {
    const { network, press, listSentBodies } = await showList();
    network.respond(ACT, createStartResponse, () => createProblemResponse(403, 'forbidden'));
    network.respond(UNDO, createUndoResponse);
    await press('Start the first');
    await screen.findByText(/P-11-1/);
    await press('Start the second');
    await screen.findByText(/You do not have permission to do this/);
    await press('Take back');
    await screen.findByText('Undone');
    expect(listSentBodies(UNDO)).toEqual([{ tasks: [{ task_id: 41, version: 4 }] }]);
  });

  it('Undo works by key over an open task and reports when its time has passed', async () => {
    const { user, network, press, listSentBodies } = await showList();
    network.respond(ACT, createStartResponse);
    await press('Start the first');
    await screen.findByText(/P-11-1/);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + UNDO_MS + 1 });
    onTestFinished(() => void vi.useRealTimers());
    await user.keyboard('u');
    await screen.findByText('The time to undo has passed');
    expect(listSentBodies(UNDO)).toEqual([]);
  });
});
