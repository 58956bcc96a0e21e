// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Network } from '../../../testing/network.ts';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import type { PortalJob } from '../job/portal-job.tsx';
import RequestForm from './request-form.tsx';

const ADD = '/api/customer-portal/request/add';
const createCatalogue = (service_types: readonly { id: number; name: string }[]) =>
  Response.json({
    currency: 'USD',
    service_types,
    results: [{ service_cat2_id: 3, service_type: 'Retouch', service_cat1: 'Portrait', service_cat2: 'Skin' }],
  });
const createCustomers = () =>
  Response.json({ results: [{ id: 5, name: 'Studio', cus_id1: 4, cus_id1_name: 'Lumen' }] });
const createSentResponse = () => Response.json({ id: 31 });

const createDetail = (job_detail_id: number): PortalJob['job_details'][number] => ({
  job_detail_id,
  sub_prod_id: `P-11-${job_detail_id}`,
  service_cat2_id: 3,
  quantity: 12,
  done: 12,
  pieces_in_rework: 0,
  unit_price: 1,
  amount: 12,
  status: 'COMPLETED',
});
const job: PortalJob = {
  job_id: 11,
  prod_id: 'P-11',
  job_date: '2026-11-20',
  due_date: null,
  job_name: 'Lakeside',
  job_link: 'https://files.example/lakeside',
  customer2_id: 5,
  job_status: 'COMPLETED',
  strip: ['COMPLETED'],
  job_details: [createDetail(21), createDetail(22)],
  ordered: 24,
  done: 24,
  beyond: 0,
  pieces_in_rework: 0,
  amount: 24,
  requests: [],
};

async function show(form: React.ReactNode, service_types = [{ id: 2, name: 'Retouch' }]) {
  const shown = await showPart(<p>nothing yet</p>, { account: 'customer', permissions: ['npn_customer'] });
  shown.network.respond('/api/customer-portal/catalogue', () => createCatalogue(service_types));
  shown.network.respond('/api/customer-portal/customer2', createCustomers);
  shown.network.respond(ADD, createSentResponse);
  shown.update(form);
  await screen.findByRole('button', { name: 'Send request' });
  return shown;
}
const requestBodies = (network: Network) => network.calls.filter(({ path }) => path === ADD).map(({ body }) => body);
const closeForm = () => undefined;
const LOGIN = { view_as: 'opening', user_id: 41, username: 'lumen', full_name: 'Lumen', permissions: ['npn_customer'] };

it.each([
  ['wrong', { kind: 'wrong', job }],
  ['change', { kind: 'change', cus_id1: 4, name: 'Lumen', facts: 'City: Sydney' }],
] as const)('a superuser who views the portal sends a request for its customer (%s)', async (_, about) => {
  const shown = await showPart(<p>nothing yet</p>, { is_superuser: true });
  sessionStorage.setItem('view_as', JSON.stringify({ ...LOGIN, by: 7 }));
  onTestFinished(() => sessionStorage.clear());
  shown.network.respond('/api/customer-portal/catalogue', () => createCatalogue([{ id: 2, name: 'Retouch' }]));
  shown.network.respond('/api/customer-portal/customer2', createCustomers);
  shown.network.respond(ADD, createSentResponse);
  shown.update(<RequestForm about={about} onClose={closeForm} />);
  fireEvent.change(await screen.findByLabelText('Description'), { target: { value: 'Please' } });
  await shown.user.click(screen.getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(requestBodies(shown.network)).toMatchObject([{ cus_id1: 4, description: 'Please' }]));
});

describe('form of a request', () => {
  beforeEach(() => sessionStorage.clear());

  it('a text that is too long is kept, and the request is not sent', async () => {
    const { user, network } = await show(<RequestForm about={{ kind: 'wrong', job }} onClose={closeForm} />);
    const box = screen.getByLabelText('Description');
    await user.click(box);
    await user.paste('x'.repeat(2410));
    expect((box as HTMLTextAreaElement).value).toHaveLength(2410);
    expect(screen.getByText('2410 / 2000')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    await screen.findByText('Max Length is 2000!');
    expect(requestBodies(network)).toEqual([]);
  });

  it('empty fields show the messages of the specification, and the request is not sent', async () => {
    const { user, network } = await show(<RequestForm about={{ kind: 'new' }} onClose={closeForm} />);
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    for (const label of ['Subject', 'Job Name', 'Description', 'Shared Link']) {
      await screen.findByText(`Please enter ${label}`);
    }
    expect(screen.queryByText('Please enter Image Link')).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click((await screen.findAllByText('Complaint')).at(-1)!);
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    await screen.findByText('Please enter Image Link');
    await waitFor(() => expect(screen.queryByText('Please enter Shared Link')).toBeNull());
    expect(requestBodies(network)).toEqual([]);
  });

  it('the form asks for the service type when there are several', async () => {
    const more = [
      { id: 2, name: 'Retouch' },
      { id: 3, name: 'Drawing' },
    ];
    const { user } = await show(<RequestForm about={{ kind: 'new' }} onClose={closeForm} />, more);
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    await screen.findByText('Please select Service Type');
  });

  it('the draft is kept across a reload until the request is sent', async () => {
    const first = await show(<RequestForm about={{ kind: 'wrong', job }} onClose={closeForm} />);
    await first.user.type(screen.getByLabelText('Description'), 'It leans');
    first.update(<p>gone</p>);
    first.update(<RequestForm key="again" about={{ kind: 'wrong', job }} onClose={closeForm} />);
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Description')).value).toBe('It leans');
    await first.user.click(screen.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(sessionStorage.length).toBe(0));
  });

  it('a refused request keeps the typed text and shows the error at its field', async () => {
    const { user, network } = await show(<RequestForm about={{ kind: 'wrong', job }} onClose={closeForm} />);
    const errors = [{ field: 'image_link', code: 'not_http' as const, message: '' }];
    network.respond(ADD, () => createProblemResponse(422, 'validation', { errors }));
    await user.type(screen.getByLabelText('Description'), 'It leans');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    await screen.findByText('Links begin with http:// or https://.');
    expect(sessionStorage.length).toBe(1);
  });

  it('a request about a wrong job reports a fault of the selected parts', async () => {
    const onSent = vi.fn<(id: number) => void>();
    const { user, network } = await show(
      <RequestForm about={{ kind: 'wrong', job }} onClose={closeForm} onSent={onSent} />,
    );
    await user.click(screen.getAllByRole('checkbox', { name: /Portrait \/ Skin/ })[1]!);
    await user.type(screen.getByLabelText('Description'), 'It leans');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(onSent).toHaveBeenCalledWith(31));
    expect(requestBodies(network)).toEqual([
      {
        type: 'FAULTS',
        cus_id1: 4,
        subject: 'Problem with Lakeside',
        full_name: 'Lan',
        description: 'It leans',
        job_id: 11,
        job_detail_ids: [22],
        service_type_id: 2,
      },
    ]);
  });

  it('a part without deliveries cannot be selected, and its label says why', async () => {
    const undelivered = { ...createDetail(23), done: 0 };
    const again = { ...createDetail(24), done: 0, pieces_in_rework: 12 };
    const parts = { ...job, job_details: [createDetail(21), undelivered, again] };
    await show(<RequestForm about={{ kind: 'wrong', job: parts }} onClose={closeForm} />);
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ disabled }) => disabled)).toEqual([false, true, false]);
    expect(boxes[1]).toBe(screen.getByRole('checkbox', { name: /not delivered yet/ }));
  });

  it('a reorder copies the order as text and only shows the old files', async () => {
    const { user, network } = await show(<RequestForm about={{ kind: 'again', job }} onClose={closeForm} />);
    const link = screen.getByLabelText<HTMLInputElement>('Shared Link');
    expect(link.value).toBe('');
    expect(screen.getByRole('link', { name: 'https://files.example/lakeside' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    await screen.findByText('Please enter Shared Link');
    expect(requestBodies(network)).toEqual([]);
    await user.type(link, 'https://files.example/new');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(requestBodies(network)).toHaveLength(1));
    expect(requestBodies(network)[0]).toMatchObject({
      type: 'ADDITIONAL_REQUESTS',
      job_id: 11,
      shared_link: 'https://files.example/new',
      // The name is last, because text written from right to left would reverse the text after it.
      description: expect.stringMatching(/P-11, Lakeside\n- 12 × Portrait \/ Skin/) as string,
    });
  });
});
