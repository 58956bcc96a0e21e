// @vitest-environment happy-dom
import type { TaskRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { cacheMyTasks } from '../../../entities/task/calls/task-cache.ts';
import { TaskStepsProvider } from '../../../entities/task/steps/use-task-steps.tsx';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { CardQuantityFields } from '../card-quantity-fields.tsx';
import { useQuantityDrafts } from './use-quantity-drafts.ts';

const ACT = '/api/editor/task/update';
const TASK = createTaskRow({ x1: 1 });
const NEXT = createTaskRow({ task_id: 71, status: TaskStatus.EDITOR_ASSIGNED });

/** The card of one task, and buttons for changes that other users make. */
function Card({ task }: { task: TaskRow }) {
  const client = useQueryClient();
  const [row, setRow] = useState<TaskRow>(task);
  const quantityDrafts = useQuantityDrafts(row);
  const changed = { ...row, x1: 5, version: row.version + 1 };
  return (
    <>
      <CardQuantityFields row={row} quantityDrafts={quantityDrafts} canTakeFocus={() => false} />
      <button onClick={() => quantityDrafts.pressStep(row, 'done')}>Done</button>
      <button onClick={() => quantityDrafts.pressStep(row, 'start')}>Start {row.task_id}</button>
      <button onClick={() => setRow(NEXT)}>Next task</button>
      <button onClick={() => setRow(changed)}>Others count 5</button>
      <button
        onClick={() => {
          cacheMyTasks(client, [changed]);
          setRow(changed);
        }}
      >
        I correct it to 5
      </button>
    </>
  );
}

async function showCard(task = TASK) {
  const { user, network } = await showPart(
    <TaskStepsProvider>
      <Card task={task} />
    </TaskStepsProvider>,
    { permissions: ['npn_start_task', 'npn_done_task', 'npn_editor_pte'] },
  );
  const findField = () => screen.findByRole<HTMLInputElement>('spinbutton');
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
  const type = async (count: string) => {
    await user.clear(await findField());
    await user.type(await findField(), count);
  };
  const listSentBodies = () => network.calls.filter(({ path }) => path === ACT).map(({ body }) => body);
  const expectQuantity = (count: string) => waitFor(async () => expect((await findField()).value).toBe(count));
  return { network, press, type, listSentBodies, expectQuantity };
}

const REWORK = createTaskRow({
  status: TaskStatus.REWORK,
  x1: 10,
  quantity_before_rework: 10,
  rework_quantity: 3,
  rework_notes: 'Bluer',
});

const createSavedResponse = (x1: number) => Response.json({ ...TASK, x1, version: TASK.version + 1 });

describe('quantities typed on the card', () => {
  it('the field is empty at first, and Enter without a quantity asks for one', async () => {
    const { network, press } = await showCard(createTaskRow());
    const field = await screen.findByRole<HTMLInputElement>('spinbutton');
    expect([field.value, field.placeholder]).toEqual(['', '']);
    network.respond(ACT, () =>
      createProblemResponse(422, 'invalid_quantity', {
        errors: [{ field: 'x1', code: 'invalid_quantity', message: '' }],
      }),
    );
    await press('Done');
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid Quantity!Enter how many are done.');
  });

  it('the task’s share is offered only after it is loaded', async () => {
    const shown = await showPart(<p>nothing yet</p>, { permissions: ['npn_done_task', 'npn_editor_pte'] });
    const releaseShares = shown.network.hold('/api/task/shares');
    shown.update(
      <TaskStepsProvider>
        <Card task={createTaskRow({ quantity: 12 })} />
      </TaskStepsProvider>,
    );
    await screen.findByText('12 ordered');
    expect(screen.queryByRole('button', { name: /^All 12|ordered$/ })).toBeNull();
    const { task_id } = TASK;
    releaseShares(Response.json({ results: [{ task_id, tasks: 2, others: 8, uncounted: 0 }] }));
    await screen.findByRole('button', { name: 'Done with 4 of the 12 ordered' });
  });

  it('an emptied quantity is refused without a request', async () => {
    const { press, type, listSentBodies, expectQuantity } = await showCard();
    await type('a1,2');
    await expectQuantity('12');
    await userEvent.clear(await screen.findByRole('spinbutton'));
    for (const name of ['Set Quantity', 'Done']) {
      await press(name);
      expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid number!');
    }
    expect(listSentBodies()).toEqual([]);
  });

  it('the ordered quantity does not replace a typed one', async () => {
    const { listSentBodies } = await showCard();
    const field = await screen.findByRole('spinbutton');
    field.focus();
    const user = userEvent.setup();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect((await screen.findByRole('alert')).textContent).toContain('A quantity is entered');
    expect(listSentBodies()).toEqual([]);
  });

  it('a rework uses the whole quantity, and a lower quantity needs one confirmation', async () => {
    const { network, press, type, listSentBodies, expectQuantity } = await showCard(REWORK);
    expect(
      (await screen.findByRole('spinbutton', { description: 'Whole task, previously 10 · Rework Quantity 3' })).tagName,
    ).toBe('INPUT');
    network.respond(ACT, () => Response.json({ ...REWORK, x1: 3, version: REWORK.version + 1 }));
    await type('3');
    await press('Set Quantity');
    await screen.findByText('Enter 3 instead of 10?');
    await screen.findByText(
      'P-11-1 was completed with 10. With 3, 7 fewer pieces are billed. Enter the quantity of the whole task, not only of the rework.',
    );
    await press('Correct quantity');
    expect(listSentBodies()).toEqual([]);
    await expectQuantity('3');
    await press('Set Quantity');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Set Quantity' }));
    await screen.findByText(/P-11-1/);
    await waitFor(() => expect(listSentBodies()).toMatchObject([{ action: 'set_quantity', x1: 3, fewer: true }]));
  });

  it('a rework quantity that is not lower is saved without confirmation', async () => {
    const { network, press, type, listSentBodies } = await showCard(REWORK);
    network.respond(ACT, () => Response.json({ ...REWORK, x1: 11, version: REWORK.version + 1 }));
    await type('11');
    await press('Set Quantity');
    await waitFor(() => expect(listSentBodies()).toMatchObject([{ x1: 11 }]));
    expect(listSentBodies()[0]).not.toHaveProperty('fewer');
  });

  it('a refused quantity gets the focus again', async () => {
    const { network, press, type } = await showCard();
    network.respond(ACT, () =>
      createProblemResponse(422, 'x_off', { errors: [{ field: 'x1', code: 'x_off', message: '' }] }),
    );
    await type('4');
    await press('Set Quantity');
    await screen.findByRole('alert');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('spinbutton')));
  });

  it('a conflict shows the other user’s quantity when the status is unchanged', async () => {
    const { network, press, type } = await showCard();
    const current = { ...TASK, x1: 5, version: TASK.version + 1 };
    network.respond(ACT, () => createProblemResponse(409, 'stale', { current }));
    await type('4');
    await press('Set Quantity');
    expect(await screen.findByText(/Someone else changed the quantity of .*: x1 5/)).toBeTruthy();
  });

  it('a quantity typed during a request is kept', async () => {
    const { network, press, type, listSentBodies, expectQuantity } = await showCard();
    const respond = network.hold(ACT);
    await type('4');
    await press('Set Quantity');
    await type('9');
    network.respond(ACT, () => createSavedResponse(9));
    respond(createSavedResponse(4));
    await screen.findByText(/P-11-1/);
    await expectQuantity('9');
    await press('Set Quantity');
    await waitFor(() => expect(listSentBodies()).toHaveLength(2));
    expect(listSentBodies()[1]).toMatchObject({ x1: 9 });
  });

  it('a refused request keeps the typed quantity', async () => {
    const { network, press, type, expectQuantity } = await showCard();
    const respond = network.hold(ACT);
    await type('4');
    await press('Set Quantity');
    await type('9');
    respond(createProblemResponse(403, 'forbidden'));
    await screen.findByText(/do not have permission/);
    await expectQuantity('9');
  });

  it('the card asks when another user has changed the quantity', async () => {
    const { press, type } = await showCard();
    await type('4');
    await press('Others count 5');
    await screen.findByText('Someone else changed the quantity. Yours is kept here.');
    expect(screen.getByRole('row', { name: /x1 5 4/ })).toBeTruthy();
  });

  it('the user’s own correction needs no question', async () => {
    const { network, press, type, listSentBodies, expectQuantity } = await showCard();
    network.respond(ACT, () => createSavedResponse(4));
    await type('4');
    await press('I correct it to 5');
    await expectQuantity('4');
    expect(screen.queryByText('Someone else changed the quantity. Yours is kept here.')).toBeNull();
    await press('Set Quantity');
    await waitFor(() =>
      expect(listSentBodies()).toEqual([expect.objectContaining({ version: TASK.version + 1, x1: 4 })]),
    );
  });
});

describe('the step on the card', () => {
  it('a second tap does not start another task before the user has seen it', async () => {
    const { press, listSentBodies } = await showCard();
    await press('Next task');
    await press('Start 71');
    expect(await screen.findByText(/is now on the card/)).toBeDefined();
    expect(listSentBodies()).toEqual([]);
    await waitFor(async () => {
      await press('Start 71');
      expect(listSentBodies()).toMatchObject([{ task_id: 71, action: 'start' }]);
    });
  });
});
