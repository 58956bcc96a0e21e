// @vitest-environment happy-dom
import type { JobDetail } from '@darkroom/contract/job/job';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { DetailEditForm } from './detail-forms.tsx';

const UPDATE = '/api/job-detail/update';
const detail: JobDetail = {
  job_detail_id: 7,
  version: 2,
  job_id: 4,
  sub_prod_id: '261120-001-01',
  service_cat1_id: 1,
  service_cat2_id: 3,
  quantity: 36,
  done_quantity: 0,
  unit_price: 1,
  note: '',
  status: 3,
  tasks: [],
} as unknown as JobDetail;

it('the form asks once about a quantity below the submitted pieces, then saves it', async () => {
  const onClose = vi.fn();
  const { user, network } = await showPart(<DetailEditForm job={undefined} detail={detail} onClose={onClose} />, {
    permissions: ['npn_change_job_detail', 'npn_view_job'],
  });
  network.respond(
    UPDATE,
    () => createProblemResponse(422, 'over_ordered', { counted: 10, ordered: 3 }),
    () => Response.json({ ...detail, quantity: 3, version: 3 }),
  );
  const quantity = await screen.findByLabelText('Quantity');
  await user.clear(quantity);
  await user.type(quantity, '3');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(
    '3 ordered is less than the 10 already entered by editors. Pay follows the quantity entered.',
  );
  const saves = screen.getAllByRole('button', { name: 'Save' });
  await user.click(saves.at(-1)!);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const sent = network.calls.filter(({ path }) => path === UPDATE).map(({ body }) => body);
  const change = { job_detail_id: 7, version: 2, quantity: 3 };
  expect(sent).toEqual([change, { ...change, over: true }]);
});

it('the form of a quoted job’s detail shows the price change before saving', async () => {
  const { user, network, update } = await showPart(<p />, { permissions: ['npn_change_job_detail', 'npn_view_job'] });
  const cat1 = { id: 1, name: 'Retouch', service_type_id: 1 };
  const createCat2 = (id: number, name: string) => ({ id, name, level: 1, enabled: true, cat1 });
  network.respond('/api/category', () =>
    Response.json({
      service_type: { 1: { id: 1, name: 'Portrait' } },
      cat1: { 1: cat1 },
      cat2: { 3: createCat2(3, 'Skin'), 5: createCat2(5, 'Hair') },
    }),
  );
  update(<DetailEditForm job={{ quoted: true }} detail={detail} onClose={vi.fn()} />);
  const category = await screen.findByLabelText('Category');
  await screen.findByText('Retouch › Skin');
  expect(screen.queryByText(/agreed price applies only/)).toBeNull();
  await user.click(category);
  await user.click(await screen.findByTitle('Hair'));
  await screen.findByText(/agreed price applies only/);
});
