// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { requestRowOf } from '../../../testing/rows.ts';
import type { RequestRow } from '@darkroom/contract/request/request';
import { JobOfRequest } from './job-of-request.tsx';

const ADD = '/api/customer-request/new-job';
const LIST = '/api/customer-request/list';
const request = requestRowOf({
  id: 70,
  version: 4,
  cus_id1: 4,
  type: 'ADDITIONAL_REQUESTS',
  status: 'TODO',
  job_name: 'Villa',
  shared_link: 'https://files.example/villa',
  description: 'Six more frames',
});
const customers = {
  cus0_list: [{ id: 1, name: 'Lumen' }],
  cus1_list: [{ id: 4, name: 'Sydney', cus_id0: 1 }],
  cus2_list: [{ id: 9, name: 'Harbour Homes', cus_id1: 4 }],
};
const categories = {
  service_type: { 2: { id: 2, name: 'Retouch', workstream: 'PTE' } },
  cat1: { 5: { id: 5, name: 'Portrait', service_type_id: 2 } },
  cat2: { 'Portrait.Skin': { id: 3, name: 'Skin', enabled: true, level: 1, cat1: { id: 5, name: 'Portrait' } } },
};

function LookAgain() {
  const client = useQueryClient();
  return <button onClick={() => void client.refetchQueries()}>Look again</button>;
}

const MAY = ['npn_add_job', 'npn_view_job', 'npn_cs_customer_request'];
const listed = (...results: RequestRow[]) => Response.json({ results, totals: [], total_items: results.length });

interface Given {
  cus2?: typeof customers.cus2_list;
  rows?: RequestRow[];
  permissions?: string[];
  /** Jobs that are there. */
  jobs?: object[];
}

async function show({ cus2 = customers.cus2_list, rows = [request], permissions = MAY, jobs = [] }: Given = {}) {
  const onClose = vi.fn<() => void>();
  const shown = await showPart(null, { permissions });
  const { network } = shown;
  network.answer(LIST, () => listed(...rows));
  network.answer('/api/customer/list', () => Response.json({ ...customers, cus2_list: cus2 }));
  network.answer('/api/category', () => Response.json(categories));
  network.answer('/api/job/list', () => Response.json({ results: jobs, total_items: jobs.length }));
  network.answer(ADD, () =>
    Response.json({
      request: { ...request, version: 5, job_id: 12, prod_id: '261126-001', job_made: true },
      job: { job_id: 12, prod_id: '261126-001' },
    }),
  );
  shown.update(
    <>
      <LookAgain />
      <Link to="/job" search={{ form: 'request-70' }} state={{ from_request: 70 }}>
        Come from the request
      </Link>
      <JobOfRequest request_id={70} onClose={onClose} />
    </>,
  );
  const sent = (path: string) => network.asked.filter((one) => one.path === path).map(({ body }) => body);
  const somebodyChanged = async (changes: Partial<RequestRow>) => {
    network.answer(LIST, () => listed({ ...request, version: 5, ...changes }));
    await shown.user.click(screen.getByRole('button', { name: 'Look again', hidden: true }));
  };
  return { ...shown, onClose, sent, somebodyChanged };
}

const add = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Add job' }));
const nameOf = async () => (await screen.findByLabelText<HTMLInputElement>('Job name')).value;

async function fillIn({ user }: Awaited<ReturnType<typeof show>>) {
  const quantity = await screen.findByLabelText('Quantity');
  await user.clear(quantity);
  await user.type(quantity, '6');
  await user.click(screen.getByLabelText('Category'));
  await user.click(await screen.findByText(/Skin/));
  await add(user);
}

it('a new job begins with what the request says, is made by one call, and leads back to the request', async () => {
  const shown = await show();
  expect(await nameOf()).toBe('Villa');
  await screen.findByText(/request #70 of Sydney/);
  await fillIn(shown);
  await waitFor(() => expect(shown.tab.address()).toBe('/customer/requests?request=70'));
  const body = {
    id: 70,
    version: 4,
    job: {
      customer2_id: 9,
      job_name: 'Villa',
      job_link: 'https://files.example/villa',
      job_notes: 'Six more frames',
      job_details: [{ service_cat2_id: 3, quantity: 6 }],
    },
  };
  expect(shown.sent(ADD)).toMatchObject([body]);
  expect(shown.sent('/api/job/bulk-add')).toEqual([]);
  await screen.findByText(/261126-001/);
});

it('what asks for an order once more begins with what was ordered, but for what is offered no more', async () => {
  const beside = { id: 10, name: 'Quay Homes', cus_id1: 4 };
  const line = (job_detail_id: number, service_cat2_id: number, quantity: number) => ({
    job_detail_id,
    service_cat2_id,
    quantity,
    note: 'for the first order',
  });
  const before = { job_id: 11, customer2_id: 10, job_details: [line(21, 3, 24), line(22, 99, 2)] };
  const rows = [{ ...request, job_id: 11, prod_id: '261120-004', job_made: false }];
  const { user, sent } = await show({ cus2: [...customers.cus2_list, beside], rows, jobs: [before] });
  await screen.findByText(/The details are those of 261120-004/);
  await add(user);
  await waitFor(() => expect(sent(ADD)).toHaveLength(1));
  expect(sent(ADD)[0]).toMatchObject({
    job: { customer2_id: 10, job_details: [{ service_cat2_id: 3, quantity: 24, note: '' }] },
  });
});

it('offers the customers of who asks, and of nobody else', async () => {
  const beside = { id: 10, name: 'Quay Homes', cus_id1: 4 };
  const { user } = await show({
    cus2: [...customers.cus2_list, beside, { id: 11, name: 'Elsewhere', cus_id1: 5 }],
  });
  await user.click(await screen.findByLabelText('Customer ID 2'));
  await screen.findAllByText('Quay Homes');
  expect(screen.getAllByText('Harbour Homes').length).toBeGreaterThan(0);
  expect(screen.queryByText('Elsewhere')).toBeNull();
});

it('the loser of a race reads that no job was made and which job it names now, and keeps what was typed', async () => {
  const shown = await show();
  const theirs = { ...request, version: 5, job_id: 13, prod_id: '261126-002', job_made: true };
  shown.network.answer(ADD, () => refusal(409, 'stale', { current: theirs }));
  // What is read again after a refusal says the same.
  await screen.findByText(/request #70 of Sydney/);
  shown.network.answer(LIST, () => listed(theirs));
  await fillIn(shown);
  await screen.findByText(/No job was added. Request #70 already names 261126-002/);
  // As a toast, and where it stays.
  expect((await screen.findAllByText(/#70 already names 261126-002/)).length).toBe(2);
  expect(screen.getByRole('link', { name: /open/i }).getAttribute('href')).toContain('job_id=13');
  expect((await screen.findByLabelText<HTMLInputElement>('Quantity')).value).toBe('6');
  expect(shown.tab.address()).toBe('/');
});

it('where the request only moved, that is said, and the next try is of what it is now', async () => {
  const shown = await show();
  const moved = { ...request, version: 5, status: 'PROCESSING' as const };
  shown.network.answer(ADD, () => refusal(409, 'stale', { current: moved }));
  await screen.findByText(/request #70 of Sydney/);
  shown.network.answer(LIST, () => listed(moved));
  await fillIn(shown);
  await screen.findByText(/No job was added. Request #70 was changed meanwhile/);
  await add(shown.user);
  await waitFor(() => expect(shown.sent(ADD)).toMatchObject([{ version: 4 }, { version: 5 }]));
});

it('a request that somebody had name an older job meanwhile says so, and names the new one after that was read', async () => {
  const shown = await show();
  await screen.findByText(/request #70 of Sydney/);
  await shown.somebodyChanged({ job_id: 13, prod_id: '261101-002' });
  await screen.findByText(/Meanwhile somebody had request #70 name 261101-002/);
  await fillIn(shown);
  await waitFor(() => expect(shown.sent(ADD)).toMatchObject([{ version: 5 }]));
});

it('one that got its job, was done or went out of sight while the form stands says so there, and the form stays', async () => {
  const shown = await show();
  await screen.findByText(/request #70 of Sydney/);
  await shown.somebodyChanged({ job_id: 13, prod_id: '261126-002', job_made: true });
  await screen.findByText(/already names 261126-002/);
  await shown.somebodyChanged({ status: 'DONE' });
  await screen.findByText(/This request is done. Reopen it first/);
  shown.network.answer(LIST, () => listed());
  await shown.user.click(screen.getByRole('button', { name: 'Look again', hidden: true }));
  await screen.findByText(/#70 does not exist, or you cannot see it/);
  expect(await nameOf()).toBe('Villa');
  expect(shown.onClose).not.toHaveBeenCalled();
});

it.each([
  ['in review', { status: 'NEED_REVIEW' }, /Review the request first/],
  ['done', { status: 'DONE' }, /This request is done. Reopen it first/],
  ['a complaint', { type: 'FAULTS', status: 'DONE' }, /Only an additional request can become a new job/],
  ['with its job', { job_id: 13, prod_id: '261126-002', job_made: true }, /#70 already names 261126-002/],
  ['on a board one does not work', { board: 'ADMIN_BOARD' }, /You do not have permission to do this/],
] as const)('an address of a request %s says why and leads to the request', async (_what, changes, words) => {
  const shown = await show({ rows: [{ ...request, ...changes }] });
  await screen.findByText(words);
  await waitFor(() => expect(shown.tab.address()).toBe('/customer/requests?request=70'));
  expect(screen.queryByLabelText('Job name')).toBeNull();
});

it('an address of a request that is not there, or not for one to see, says so and leaves', async () => {
  const gone = await show({ rows: [] });
  await screen.findByText(/#70 does not exist, or you cannot see it/);
  expect(gone.onClose).toHaveBeenCalledTimes(1);
  cleanup();
  const stranger = await show({ permissions: ['npn_add_job', 'npn_view_job'] });
  await screen.findByText(/You do not work on customer requests/);
  expect(stranger.onClose).toHaveBeenCalledTimes(1);
  expect(stranger.sent(LIST)).toEqual([]);
});

it('cancelled, it leads back to the request', async () => {
  const shown = await show();
  await nameOf();
  await shown.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(shown.tab.address()).toBe('/customer/requests?request=70'));
  expect(shown.onClose).not.toHaveBeenCalled();
});

it('cancelled by who came from there, it is a step back: the request stands as it was left', async () => {
  const shown = await show();
  await nameOf();
  await shown.user.click(screen.getByText('Come from the request'));
  await waitFor(() => expect(shown.tab.address()).toBe('/job?form=request-70'));
  await shown.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(shown.tab.address()).toBe('/'));
});
