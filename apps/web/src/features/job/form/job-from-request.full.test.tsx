// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createRequestRow } from '../../../testing/rows.ts';
import type { RequestRow } from '@darkroom/contract/request/request';
import { JobFromRequest } from './job-from-request.tsx';

const ADD = '/api/customer-request/new-job';
const LIST = '/api/customer-request/list';
const request = createRequestRow({
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

function RefetchButton() {
  const client = useQueryClient();
  return <button onClick={() => void client.refetchQueries()}>Look again</button>;
}

const PERMISSIONS = ['npn_add_job', 'npn_view_job', 'npn_cs_customer_request'];
const listResponse = (...results: RequestRow[]) => Response.json({ results, totals: [], total_items: results.length });

interface Setup {
  cus2?: typeof customers.cus2_list;
  rows?: RequestRow[];
  permissions?: string[];
  jobs?: object[];
}

async function show({
  cus2 = customers.cus2_list,
  rows = [request],
  permissions = PERMISSIONS,
  jobs = [],
}: Setup = {}) {
  const onClose = vi.fn<() => void>();
  const shown = await showPart(null, { permissions });
  const { network } = shown;
  network.respond(LIST, () => listResponse(...rows));
  network.respond('/api/customer/list', () => Response.json({ ...customers, cus2_list: cus2 }));
  network.respond('/api/category', () => Response.json(categories));
  network.respond('/api/job/list', () => Response.json({ results: jobs, total_items: jobs.length }));
  network.respond(ADD, () =>
    Response.json({
      request: { ...request, version: 5, job_id: 12, prod_id: '261126-001', has_new_job: true },
      job: { job_id: 12, prod_id: '261126-001' },
    }),
  );
  shown.update(
    <>
      <RefetchButton />
      <Link to="/job" search={{ form: 'request-70' }} state={{ from_request: 70 }}>
        Come from the request
      </Link>
      <JobFromRequest request_id={70} onClose={onClose} />
    </>,
  );
  const listSentBodies = (path: string) => network.calls.filter((call) => call.path === path).map(({ body }) => body);
  const changeByOtherUser = async (changes: Partial<RequestRow>) => {
    network.respond(LIST, () => listResponse({ ...request, version: 5, ...changes }));
    await shown.user.click(screen.getByRole('button', { name: 'Look again', hidden: true }));
  };
  return { ...shown, onClose, listSentBodies, changeByOtherUser };
}

const pressAdd = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Add job' }));
const readName = async () => (await screen.findByLabelText<HTMLInputElement>('Job Name')).value;

async function fillIn({ user }: Awaited<ReturnType<typeof show>>) {
  const quantity = await screen.findByLabelText('Quantity');
  await user.clear(quantity);
  await user.type(quantity, '6');
  await user.click(screen.getByLabelText('Category'));
  await user.click(await screen.findByText(/Skin/));
  await pressAdd(user);
}

it('a new job starts with the request’s values, and saving returns to the request', async () => {
  const shown = await show();
  expect(await readName()).toBe('Villa');
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
  expect(shown.listSentBodies(ADD)).toMatchObject([body]);
  expect(shown.listSentBodies('/api/job/bulk-add')).toEqual([]);
  await screen.findByText(/261126-001/);
});

it('a repeated order starts with the earlier order, without services no longer offered', async () => {
  const secondCustomer = { id: 10, name: 'Quay Homes', cus_id1: 4 };
  const createLine = (job_detail_id: number, service_cat2_id: number, quantity: number) => ({
    job_detail_id,
    service_cat2_id,
    quantity,
    note: 'for the first order',
  });
  const earlierJob = { job_id: 11, customer2_id: 10, job_details: [createLine(21, 3, 24), createLine(22, 99, 2)] };
  const rows = [{ ...request, job_id: 11, prod_id: '261120-004', has_new_job: false }];
  const { user, listSentBodies } = await show({
    cus2: [...customers.cus2_list, secondCustomer],
    rows,
    jobs: [earlierJob],
  });
  await screen.findByText(/The details are copied from 261120-004/);
  await pressAdd(user);
  await waitFor(() => expect(listSentBodies(ADD)).toHaveLength(1));
  expect(listSentBodies(ADD)[0]).toMatchObject({
    job: { customer2_id: 10, job_details: [{ service_cat2_id: 3, quantity: 24, note: '' }] },
  });
});

it('the form offers only customers of the request’s customer 1', async () => {
  const secondCustomer = { id: 10, name: 'Quay Homes', cus_id1: 4 };
  const { user } = await show({
    cus2: [...customers.cus2_list, secondCustomer, { id: 11, name: 'Elsewhere', cus_id1: 5 }],
  });
  await user.click(await screen.findByLabelText('Customer ID 2'));
  await screen.findAllByText('Quay Homes');
  expect(screen.getAllByText('Harbour Homes').length).toBeGreaterThan(0);
  expect(screen.queryByText('Elsewhere')).toBeNull();
});

it('the form names the linked job and keeps typed text when another user was first', async () => {
  const shown = await show();
  const changedRequest = { ...request, version: 5, job_id: 13, prod_id: '261126-002', has_new_job: true };
  shown.network.respond(ADD, () => createProblemResponse(409, 'stale', { current: changedRequest }));
  // The refetched list has the same result.
  await screen.findByText(/request #70 of Sydney/);
  shown.network.respond(LIST, () => listResponse(changedRequest));
  await fillIn(shown);
  await screen.findByText(/No job was added. Request #70 is already linked to 261126-002/);
  // Shown once as a toast and once in the form.
  expect((await screen.findAllByText(/#70 is already linked to 261126-002/)).length).toBe(2);
  expect(screen.getByRole('link', { name: /open/i }).getAttribute('href')).toContain('job_id=13');
  expect((await screen.findByLabelText<HTMLInputElement>('Quantity')).value).toBe('6');
  expect(shown.tab.address()).toBe('/');
});

it('the form reports a changed request, and the next try sends its new version', async () => {
  const shown = await show();
  const movedRequest = { ...request, version: 5, status: 'PROCESSING' as const };
  shown.network.respond(ADD, () => createProblemResponse(409, 'stale', { current: movedRequest }));
  await screen.findByText(/request #70 of Sydney/);
  shown.network.respond(LIST, () => listResponse(movedRequest));
  await fillIn(shown);
  await screen.findByText(/No job was added. Someone else changed request #70/);
  await pressAdd(shown.user);
  await waitFor(() => expect(shown.listSentBodies(ADD)).toMatchObject([{ version: 4 }, { version: 5 }]));
});

it('the form reports a link to an older job, then links the new job', async () => {
  const shown = await show();
  await screen.findByText(/request #70 of Sydney/);
  await shown.changeByOtherUser({ job_id: 13, prod_id: '261101-002' });
  await screen.findByText(/Request #70 was just linked to 261101-002/);
  await fillIn(shown);
  await waitFor(() => expect(shown.listSentBodies(ADD)).toMatchObject([{ version: 5 }]));
});

it('the form stays open when the request gets a job, is done or becomes invisible', async () => {
  const shown = await show();
  await screen.findByText(/request #70 of Sydney/);
  await shown.changeByOtherUser({ job_id: 13, prod_id: '261126-002', has_new_job: true });
  await screen.findByText(/is already linked to 261126-002/);
  await shown.changeByOtherUser({ status: 'DONE' });
  await screen.findByText(/This request is done. Reopen it first/);
  shown.network.respond(LIST, () => listResponse());
  await shown.user.click(screen.getByRole('button', { name: 'Look again', hidden: true }));
  await screen.findByText(/#70 does not exist, or you do not have access/);
  expect(await readName()).toBe('Villa');
  expect(shown.onClose).not.toHaveBeenCalled();
});

it.each([
  ['in review', { status: 'NEED_REVIEW' }, /Review the request first/],
  ['done', { status: 'DONE' }, /This request is done. Reopen it first/],
  ['a complaint', { type: 'FAULTS', status: 'DONE' }, /Only an additional request can become a new job/],
  ['with its job', { job_id: 13, prod_id: '261126-002', has_new_job: true }, /#70 is already linked to 261126-002/],
  ['on a board one does not work', { board: 'ADMIN_BOARD' }, /You do not have permission to do this/],
] as const)('the form of a request %s shows the reason and returns to the request', async (_what, changes, reason) => {
  const shown = await show({ rows: [{ ...request, ...changes }] });
  await screen.findByText(reason);
  await waitFor(() => expect(shown.tab.address()).toBe('/customer/requests?request=70'));
  expect(screen.queryByLabelText('Job Name')).toBeNull();
});

it('the form of a missing or invisible request shows the reason and closes', async () => {
  const withoutRequest = await show({ rows: [] });
  await screen.findByText(/#70 does not exist, or you do not have access/);
  expect(withoutRequest.onClose).toHaveBeenCalledTimes(1);
  cleanup();
  const withoutPermission = await show({ permissions: ['npn_add_job', 'npn_view_job'] });
  await screen.findByText(/You do not have permission for customer requests/);
  expect(withoutPermission.onClose).toHaveBeenCalledTimes(1);
  expect(withoutPermission.listSentBodies(LIST)).toEqual([]);
});

it('Cancel returns to the request', async () => {
  const shown = await show();
  await readName();
  await shown.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(shown.tab.address()).toBe('/customer/requests?request=70'));
  expect(shown.onClose).not.toHaveBeenCalled();
});

it('Cancel goes back in the browser’s history when the user came from the request', async () => {
  const shown = await show();
  await readName();
  await shown.user.click(screen.getByText('Come from the request'));
  await waitFor(() => expect(shown.tab.address()).toBe('/job?form=request-70'));
  await shown.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(shown.tab.address()).toBe('/'));
});
