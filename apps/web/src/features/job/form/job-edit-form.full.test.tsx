// @vitest-environment happy-dom
import type { Job } from '@darkroom/contract/job/job';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { JobEditForm } from './job-edit-form.tsx';

const UPDATE = '/api/job/update';
const job = {
  job_id: 4,
  version: 2,
  prod_id: '261118-001',
  job_date: '2026-11-18',
  customer2_id: 9,
  job_name: 'Lakeside',
  job_link: null,
  job_priority: null,
  job_notes: '',
  job_status: 'TO_DO',
  due_at: '2026-11-20T03:00:00.000Z',
  first_due_at: '2026-11-20T03:00:00.000Z',
  completed_at: null,
  job_details: [],
} as unknown as Job;

const show = async (shown: Job = job) => {
  const onClose = vi.fn();
  const part = await showPart(<JobEditForm job={shown} onClose={onClose} />, {
    permissions: ['npn_change_job', 'npn_view_job'],
  });
  const listSavedBodies = () => part.network.calls.filter(({ path }) => path === UPDATE).map(({ body }) => body);
  return { ...part, onClose, listSavedBodies };
};

it('the form refuses a job date after the due date until the due date changes', async () => {
  const { user, network, listSavedBodies, onClose } = await show();
  network.respond(UPDATE, () => Response.json(job));
  const typeDay = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
  };
  const warning =
    'The job is due on 20 Nov 2026 10:00, before that date. Change the due date first, or keep the job’s date.';
  await typeDay('Date', '23 Nov 2026');
  await screen.findByText(warning);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(listSavedBodies()).toEqual([]);

  await typeDay('Due Date', '24 Nov 2026');
  await user.type(await screen.findByLabelText('Reason for the New Due Date'), 'Agreed by telephone');
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const dueDate = { due_at: '2026-11-24T03:00:00.000Z', due_reason: 'Agreed by telephone' };
  expect(listSavedBodies()).toEqual([{ job_id: 4, version: 2, job_date: '2026-11-23', ...dueDate }]);
});

it('the form shows once that requests tie the job to its customer', async () => {
  const { user, network, listSavedBodies } = await show();
  const createCustomer1 = (id: number, name: string) => ({ id, cus_id0: 1, cus_id1: id, name });
  const customers = [createCustomer1(9, 'Bayside'), createCustomer1(10, 'Hilltop')];
  network.respond('/api/customer/list', () =>
    Response.json({ cus0_list: [{ id: 1, name: 'Studios' }], cus1_list: customers, cus2_list: customers }),
  );
  const createRefusal = () =>
    createProblemResponse(409, 'job_linked_to_request', {
      current: { count: 2 },
      errors: [{ field: 'customer2_id', code: 'job_linked_to_request', message: '' }],
    });
  network.respond('/api/job/quote-move', createRefusal);
  network.respond(UPDATE, createRefusal);
  await screen.findByText('Bayside › Bayside');
  await user.click(screen.getByRole('combobox', { name: 'Customer ID 2' }));
  await user.click((await screen.findAllByText('Hilltop')).at(-1)!);
  const message =
    '2 customer requests refer to this job, so its customer cannot change. Remove the job from them first.';
  await screen.findByText(message);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(listSavedBodies()).toEqual([{ job_id: 4, version: 2, customer2_id: 10 }]));
  expect(screen.getAllByText(message)).toHaveLength(1);
});

it('the form sends the prices it showed, and shows the current prices if they differ', async () => {
  const detail = { job_detail_id: 7, quantity: 10, unit_price: 1, tasks: [] };
  const { user, network, listSavedBodies } = await show({ ...job, job_details: [detail] } as unknown as Job);
  const createCustomer1 = (id: number, name: string) => ({ id, cus_id0: 1, cus_id1: id, name });
  const customers = [createCustomer1(9, 'Bayside'), createCustomer1(10, 'Hilltop')];
  network.respond('/api/customer/list', () =>
    Response.json({ cus0_list: [{ id: 1, name: 'Studios' }], cus1_list: customers, cus2_list: customers }),
  );
  const createPriceResponse = (unit_price: number) => () =>
    Response.json({ results: [{ job_detail_id: 7, unit_price }], currency: 'USD' });
  network.respond('/api/job/quote-move', createPriceResponse(2), createPriceResponse(2), createPriceResponse(3));
  network.respond(UPDATE, () => createProblemResponse(409, 'prices_changed'));
  await screen.findByText('Bayside › Bayside');
  await user.click(screen.getByRole('combobox', { name: 'Customer ID 2' }));
  await user.click((await screen.findAllByText('Hilltop')).at(-1)!);
  await screen.findByText(/The priced total changes from 10.* to 20/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/The customer’s prices have changed. Nothing was saved/);
  const move = { job_id: 4, version: 2, customer2_id: 10 };
  expect(listSavedBodies()).toEqual([{ ...move, prices_seen: [{ job_detail_id: 7, unit_price: 2 }] }]);
  network.respond(UPDATE, () => Response.json(job));
  // The prices are read again, and the form shows them before saving.
  await screen.findByText(/The priced total changes from 10.* to 30/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(listSavedBodies()[1]).toEqual({ ...move, prices_seen: [{ job_detail_id: 7, unit_price: 3 }] }),
  );
});
