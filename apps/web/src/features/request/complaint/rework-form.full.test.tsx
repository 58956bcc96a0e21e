// @vitest-environment happy-dom
import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { createComplaintTask, createRequestRow } from '../../../testing/rows.ts';
import ComplaintSection from './complaint-section.tsx';
import { ReworkForm } from './rework-form.tsx';

const READ = '/api/customer-request/complaint';
const SEND = '/api/customer-request/rework';
const SENT_AT = '2026-11-18T03:00:00.000Z';
const createPart = (sub: number) => ({ job_detail_id: sub, sub_prod_id: `261118-001-0${sub}`, service_cat2_id: 3 });
const ROW = createRequestRow({
  id: 31,
  subject: 'Leaning',
  description: 'The walls lean',
  type: 'FAULTS',
  version: 4,
  job_id: 8,
  job_details: [createPart(1), createPart(2)],
});
const RUNNING: Partial<ComplaintTask> = {
  status: 13,
  running: { since: SENT_AT, by: 1, pieces: 2, rework_notes: 'The sky is grey', counted_by_other_complaint: false },
};

async function open(tasks: readonly ComplaintTask[]) {
  const { user, network, update } = await showPart(null, {
    permissions: ['npn_cs_customer_request', 'npn_rework_task', 'npn_view_all_tasks'],
  });
  network.respond(READ, () => Response.json({ tasks, pieces: 0, minutes: 0, sub_prod_ids_in_rework: [] }));
  network.respond(SEND, () => Response.json({ ...ROW, version: 5, status: 'PROCESSING', rework_open: 1 }));
  update(<ComplaintSection request={ROW} />);
  await user.click(await screen.findByRole('button', { name: 'Send tasks to rework' }));
  const form = await screen.findByRole('dialog');
  const findRow = async (id: number) => within(form).findByText(new RegExp(`#${id} `));
  const listSentBodies = () => network.calls.filter(({ path }) => path === SEND).map(({ body }) => body);
  return { user, form, findRow, listSentBodies };
}

/** Users named in the notices. */
const USERS = {
  1: { id: 1, username: 'leader.pte', full_name: 'Minh', active: true, is_superuser: false, permissions: [] },
};

const createChangedTask = (id: number, changes: Partial<ComplaintTask>): ComplaintTask => {
  const { task, ...rest } = createComplaintTask(id, changes);
  return { ...rest, task: { ...task!, version: 4 } };
};

/** Shows only the form. Its tasks change while it is open. */
async function showWithSecondUser() {
  const { user, network, update } = await showPart(null, { permissions: ['npn_rework_task'] });
  network.respond(SEND, () => Response.json({ ...ROW, version: 5 }));
  const show = (...tasks: ComplaintTask[]) =>
    update(<ReworkForm request={ROW} job_id={8} tasks={tasks} onClose={() => undefined} />);
  const listSentBodies = () => network.calls.filter(({ path }) => path === SEND).map(({ body }) => body);
  // Time advances only through the test, so that slow machines do not change the result.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const advanceClock = () => vi.setSystemTime(Date.now() + 2000);
  return { user, network, show, listSentBodies, advanceClock };
}

const findNotice = () => within(screen.getByRole('dialog')).queryByRole('status');
const pressSend = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send to rework' }));

describe('form that sends tasks of a complaint to rework', () => {
  it('the form lists tasks already in rework and links them with the sent tasks', async () => {
    const sharedRework = { ...RUNNING.running!, counted_by_other_complaint: true };
    const { user, form, findRow, listSentBodies } = await open([
      createComplaintTask(1),
      createComplaintTask(2, RUNNING),
      createComplaintTask(3, { status: 14, running: sharedRework }),
      createComplaintTask(4, { ...RUNNING, sent_at: SENT_AT }),
    ]);
    await findRow(2);
    within(form).getByText(/In rework: sent by .* 2 pieces/);
    within(form).getByText(/In rework for another complaint: .* 2 pieces/);
    expect(within(form).getAllByText('The sky is grey')).toHaveLength(2);
    // The complaint's own rework cannot be selected again.
    expect(within(form).queryByText(/#4 /)).toBeNull();
    // Only the sent task has a quantity field.
    expect(within(form).getAllByRole('spinbutton')).toHaveLength(1);
    await user.click(within(form).getByRole('button', { name: 'Send to rework' }));
    await waitFor(() => expect(listSentBodies()).toHaveLength(1));
    expect(listSentBodies()[0]).toEqual({
      id: 31,
      version: 4,
      tasks: [{ task_id: 1, version: 3, rework_quantity: 7, rework_notes: 'The walls lean', fault_kinds: [] }],
      running: [{ task_id: 2, version: 3, fault_kinds: [] }],
    });
  });

  it('the form needs no notes when all selected tasks are already in rework', async () => {
    const { user, form, findRow, listSentBodies } = await open([
      createComplaintTask(1),
      createComplaintTask(2, RUNNING),
    ]);
    await user.click(await findRow(1));
    await user.click(await within(form).findByRole('button', { name: 'Count this rework for the complaint' }));
    await waitFor(() => expect(listSentBodies()).toHaveLength(1));
    expect(listSentBodies()[0]).toMatchObject({ tasks: [], running: [{ task_id: 2 }] });
    await screen.findByText(/Current rework counted for “Leaning”/);
  });

  it('the form keeps a row that another user sends to rework, and links it instead', async () => {
    const { user, show, listSentBodies, advanceClock } = await showWithSecondUser();
    show(createComplaintTask(1), createComplaintTask(2));
    await screen.findByText('261118-001-02');
    expect(screen.getAllByRole('spinbutton')).toHaveLength(2);
    show(createComplaintTask(1), createChangedTask(2, RUNNING));
    await screen.findByText(/In rework: sent by .* 2 pieces/);
    expect(screen.getAllByRole('spinbutton')).toHaveLength(1);
    expect(findNotice()?.textContent).toMatch(/261118-001-02 #2: #1 has sent this to rework: 2 pieces/);
    await pressSend(user);
    advanceClock();
    await pressSend(user);
    await waitFor(() => expect(listSentBodies()).toHaveLength(1));
    expect(listSentBodies()[0]).toMatchObject({ tasks: [{ task_id: 1 }], running: [{ task_id: 2, version: 4 }] });
  });

  it('the form names the user who sent a selected task, and sends the remaining tasks', async () => {
    const { user, network, show, listSentBodies, advanceClock } = await showWithSecondUser();
    network.respond('/api/user/list', () => Response.json(USERS));
    show(createComplaintTask(1), createComplaintTask(2), createComplaintTask(3));
    await screen.findByText('261118-001-03');
    const [quantity] = screen.getAllByRole('spinbutton');
    await user.clear(quantity!);
    await user.type(quantity!, '2');
    const ownRework = { ...RUNNING, running: { ...RUNNING.running!, pieces: 3 }, sent_at: SENT_AT, sent_by: 1 };
    // Changes of unselected tasks are not shown.
    show(createChangedTask(1, ownRework), createComplaintTask(2), createChangedTask(3, ownRework));
    await waitFor(() =>
      expect(findNotice()?.textContent).toMatch(/-01 #1: leader.pte has sent this to rework: 3 pieces/),
    );
    expect(findNotice()?.textContent).not.toMatch(/-03/);
    const disabledRow = screen.getByRole<HTMLInputElement>('checkbox', {
      name: /-01 .*leader.pte has sent this to rework/,
    });
    expect([disabledRow.disabled, disabledRow.checked]).toEqual([true, false]);
    expect(screen.queryByRole('checkbox', { name: /-03/ })).toBeNull();
    await screen.findByText('You entered: 2 pieces');
    // A double press does not count as reading.
    await user.dblClick(screen.getByRole('button', { name: 'Send to rework' }));
    await screen.findByText(/Others changed this list/);
    expect(listSentBodies()).toEqual([]);
    advanceClock();
    await pressSend(user);
    await waitFor(() => expect(listSentBodies()).toHaveLength(1));
    expect(listSentBodies()[0]).toMatchObject({ tasks: [{ task_id: 2, rework_quantity: 7 }], running: [] });
  });

  it('a row returns to its previous state when the other user’s step is undone', async () => {
    const { user, show, listSentBodies } = await showWithSecondUser();
    show(createComplaintTask(1), createComplaintTask(2));
    await screen.findByText(/#2 /);
    show(createComplaintTask(1), createChangedTask(2, { status: 8 }));
    await screen.findAllByText(/The task can no longer be sent to rework/);
    show(createComplaintTask(1), createChangedTask(2, {}));
    await waitFor(() => expect(findNotice()).toBeNull());
    await pressSend(user);
    await waitFor(() => expect(listSentBodies()).toHaveLength(1));
    expect(listSentBodies()[0]).toMatchObject({ tasks: [{ task_id: 1 }, { task_id: 2, version: 4 }] });
  });
});
