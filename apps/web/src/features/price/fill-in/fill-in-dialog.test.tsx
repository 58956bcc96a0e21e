// @vitest-environment happy-dom
import { priceEndpoints, type FillIn } from '@darkroom/contract/price/price';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import FillInDialog from './fill-in-dialog.tsx';
import { FillInNote } from './fill-in-note.tsx';

const PERMISSIONS = ['npn_view_customer', 'npn_change_customer_price'];
const line = { details: 2, jobs: 2, quantity: 11, done_quantity: 5 };
const unpriced = { details: 3, jobs: 1, quantity: 30, done_quantity: 4 };
const PREVIEW: FillIn = {
  cus_id1: 5,
  customer: 'Lumen › Sydney',
  currency: 'USD',
  ...line,
  amount: 13.75,
  done_amount: 6.25,
  without: unpriced,
  results: [
    { ...line, service_cat2_id: 1, category: 'Retouch / Skin', unit_price: 1.25, amount: 13.75, done_amount: 6.25 },
    {
      ...unpriced,
      service_cat2_id: 2,
      category: 'Retouch / Sky',
      unit_price: null,
      amount: null,
      done_amount: null,
    },
  ],
};
const period = { from: '2026-11-01', to: '2026-11-30', counted_by: 'job_date' as const };
const { previewFillIn, fillIn } = priceEndpoints;

/** Opens the dialog. The server returns these previews one after the other. */
async function openDialog(customers: readonly { cus_id1: number; name: string }[], ...previews: FillIn[]) {
  const onClose = vi.fn<() => void>();
  const shown = await showPart(null, { permissions: PERMISSIONS });
  shown.network.respond(previewFillIn.path, ...previews.map((preview) => () => Response.json(preview)));
  shown.update(<FillInDialog customers={customers} period={period} onClose={onClose} />);
  return { ...shown, onClose };
}

it('the dialog shows priced and unpriced details, then sets the shown prices', async () => {
  const { network, user, onClose } = await openDialog([{ cus_id1: 5, name: 'Lumen › Sydney' }], PREVIEW);
  await screen.findByText(/2 details of 2 jobs get current prices. Ordered: 11 pieces, 13.75 USD/);
  await screen.findByText(/3 details get no price/);
  expect(screen.getByRole('row', { name: /Retouch \/ Sky no price 30 4/ })).toBeTruthy();
  network.respond(fillIn.path, () => Response.json(PREVIEW));
  await user.click(await screen.findByRole('button', { name: 'Apply prices to 2 details' }));
  await screen.findByText('Prices applied to 2 details');
  expect(onClose).toHaveBeenCalledOnce();
  expect(network.calls.findLast(({ path }) => path === fillIn.path)?.body).toEqual({
    cus_id1: 5,
    date_from: '2026-11-01',
    date_to: '2026-11-30',
    counted_by: 'job_date',
    confirmed_preview: { details: 2, amount: 13.75, prices: [{ service_cat2_id: 1, unit_price: 1.25 }] },
  });
});

it('the dialog shows changed figures before the user confirms them', async () => {
  const now = { ...PREVIEW, amount: 33 };
  const { network, user } = await openDialog([{ cus_id1: 5, name: 'Lumen › Sydney' }], PREVIEW, now);
  network.respond(
    fillIn.path,
    () => createProblemResponse(409, 'stale', { current: now }),
    () => Response.json(now),
  );
  await user.click(await screen.findByRole('button', { name: 'Apply prices to 2 details' }));
  await screen.findByText(/nothing has been saved/);
  await screen.findByText(/Ordered: 11 pieces, 33(.00)? USD/);
  await user.click(await screen.findByRole('button', { name: 'Apply prices to 2 details' }));
  await screen.findByText('Prices applied to 2 details');
  expect(network.calls.findLast(({ path }) => path === fillIn.path)?.body).toMatchObject({
    confirmed_preview: { amount: 33 },
  });
});

it('the dialog links to the price list when no detail gets a price', async () => {
  const emptyPreview = { ...PREVIEW, details: 0, jobs: 0, quantity: 0, done_quantity: 0, amount: 0, done_amount: 0 };
  await openDialog([{ cus_id1: 5, name: 'Lumen › Sydney' }], { ...emptyPreview, results: PREVIEW.results.slice(1) });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Set prices' });
  expect(link.getAttribute('href')).toBe('/customer/prices?cus=5');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'No price to apply' });
  expect(button.disabled).toBe(true);
});

it('the notice about unpriced work offers the dialog only to users with permission', async () => {
  const { network, update, setPermissions: changePermissions } = await showPart(null, { permissions: PERMISSIONS });
  network.respond(previewFillIn.path, () => Response.json(PREVIEW));
  const note = <FillInNote cus_id1={5} name="Lumen › Sydney" />;
  update(note);
  await screen.findByText('2 details of 2 jobs have no price: they were added before the price was set.');
  await screen.findByRole('button', { name: 'Apply current prices' });
  changePermissions(['npn_view_customer']);
  update(note);
  expect(screen.queryByRole('button', { name: 'Apply current prices' })).toBe(null);
});
