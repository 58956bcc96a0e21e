// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { requestRowOf } from '../../../testing/rows.ts';
import { JobOfRequest } from './job-of-request.tsx';

const LINK = '/api/customer-request/link-job';
const ADD = '/api/job/bulk-add';
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

async function show(cus2 = customers.cus2_list) {
  const onDone = vi.fn<(job_id: number) => void>();
  const shown = await showPart(null, {
    permissions: ['npn_add_job', 'npn_view_job', 'npn_cs_customer_request'],
  });
  const { network } = shown;
  network.answer('/api/customer-request/list', () => Response.json({ results: [request], totals: [], total_items: 1 }));
  network.answer('/api/customer/list', () => Response.json({ ...customers, cus2_list: cus2 }));
  network.answer('/api/category', () => Response.json(categories));
  network.answer(ADD, () => Response.json({ results: [{ job_id: 12, prod_id: '261126-001' }] }));
  shown.update(
    <>
      <LookAgain />
      <JobOfRequest request_id={70} onClose={() => undefined} onDone={onDone} />
    </>,
  );
  const sent = (path: string) => network.asked.filter((one) => one.path === path).map(({ body }) => body);
  return { ...shown, onDone, sent };
}

async function fillIn({ user }: Awaited<ReturnType<typeof show>>) {
  const quantity = await screen.findByLabelText('Quantity');
  await user.clear(quantity);
  await user.type(quantity, '6');
  await user.click(screen.getByLabelText('Category'));
  await user.click(await screen.findByText(/Skin/));
  await user.click(screen.getByRole('button', { name: 'Add job' }));
}

it('a new job begins with what the request says, and the request names it once it is there', async () => {
  const shown = await show();
  shown.network.answer(LINK, () => Response.json({ ...request, job_id: 12 }));
  expect((await screen.findByLabelText<HTMLInputElement>('Job name')).value).toBe('Villa');
  await screen.findByText(/request #70 of Sydney/);
  await fillIn(shown);
  await waitFor(() => expect(shown.onDone).toHaveBeenCalledWith(12));
  expect(shown.sent(ADD)[0]).toMatchObject({
    jobs: [
      {
        customer2_id: 9,
        job_name: 'Villa',
        job_link: 'https://files.example/villa',
        job_notes: 'Six more frames',
        job_details: [{ service_cat2_id: 3, quantity: 6 }],
      },
    ],
  });
  await waitFor(() => expect(shown.sent(LINK)).toEqual([{ id: 70, version: 4, job_id: 12 }]));
});

it('a request that was changed meanwhile does not name the new job, and that is said', async () => {
  const shown = await show();
  shown.network.answer(LINK, () => refusal(409, 'stale', { current: request }));
  await fillIn(shown);
  await screen.findByText(/request #70 does not name it yet/);
});

it('offers the customers of who asks, and of nobody else', async () => {
  const beside = { id: 10, name: 'Quay Homes', cus_id1: 4 };
  const { user } = await show([...customers.cus2_list, beside, { id: 11, name: 'Elsewhere', cus_id1: 5 }]);
  await user.click(await screen.findByLabelText('Customer ID 2'));
  await screen.findAllByText('Quay Homes');
  expect(screen.getAllByText('Harbour Homes').length).toBeGreaterThan(0);
  expect(screen.queryByText('Elsewhere')).toBeNull();
});

it('a request that somebody had name another job meanwhile says so, and goes on naming theirs', async () => {
  const shown = await show();
  await screen.findByText(/request #70 of Sydney/);
  const named = { ...request, version: 5, job_id: 13, prod_id: '261126-002' };
  shown.network.answer('/api/customer-request/list', () =>
    Response.json({ results: [named], totals: [], total_items: 1 }),
  );
  await shown.user.click(screen.getByRole('button', { name: 'Look again', hidden: true }));
  await screen.findByText(/Meanwhile somebody had request #70 name 261126-002/);
  await fillIn(shown);
  await screen.findByText(/request #70 does not name it yet/);
  expect(shown.sent(LINK)).toEqual([]);
});
