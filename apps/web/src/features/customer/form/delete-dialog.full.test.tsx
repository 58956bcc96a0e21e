// @vitest-environment happy-dom
import { customerEndpoints, type CustomerRow } from '@darkroom/contract/customer/customer';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { DeleteCustomer } from './delete-dialog.tsx';

const ROW = {
  cus_id1: 5,
  cus_detail_id: 5,
  cus1_name: 'Cirrus Hà Nội',
  version: 3,
  cus0: { id: 2, name: 'Cirrus', version: 1, cus1_count: 1, login: null },
  cus2_list: [{ id: 8, name: 'Desk', job_count: 0 }],
  login: { user_id: 4, username: 'cirrus', active: true, must_change_password: false },
  job_count: 0,
  price_count: 2,
  request_count: 0,
} as unknown as CustomerRow;

async function show(row: CustomerRow) {
  const onClose = vi.fn();
  const part = await showPart(null, { is_superuser: true });
  part.network.respond(customerEndpoints.detailList.path, () =>
    Response.json({ results: [row], total_items: 1, total_pages: 1 }),
  );
  part.update(<DeleteCustomer row={ROW} onClose={onClose} />);
  return { ...part, onClose };
}
const findDeleteButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });

it('the delete dialog lists the dependent records and deletes the version that it read', async () => {
  const { user, network, onClose } = await show(ROW);
  network.respond(customerEndpoints.delete.path, () => Response.json({}));
  await waitFor(() => expect(findDeleteButton().disabled).toBe(false));
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items.join('\n')).toMatch(/1 customer at level 2 \(Customer ID 2\): Desk[^]*2 prices[^]*cirrus[^]*Cirrus/);
  await user.click(findDeleteButton());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(network.calls.find(({ path }) => path === customerEndpoints.delete.path)?.body).toEqual({
    cus_id1: 5,
    version: 3,
  });
});

it('a customer with jobs cannot be deleted, and the dialog shows their number', async () => {
  await show({ ...ROW, job_count: 12 });
  await screen.findByText(/12 jobs/);
  expect(findDeleteButton().disabled).toBe(true);
});
