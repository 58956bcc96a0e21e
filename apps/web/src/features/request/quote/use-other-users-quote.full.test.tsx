// @vitest-environment happy-dom
import type { QuoteRow } from '@darkroom/contract/request/quote';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { createRefetcher } from '../../../testing/refetcher.tsx';
import { showPart } from '../../../testing/part.tsx';
import { createQuoteRow, createRequestRow } from '../../../testing/rows.ts';
import QuoteSection from './quote-section.tsx';

const LIST = '/api/customer-request/quote/list';
const SAVE = '/api/customer-request/quote/save';
const OTHER_USERS_QUOTE = createQuoteRow({ created_by: 9 });
const createList = (...results: QuoteRow[]) => Response.json({ results, currency: 'USD' });

/** Opens the form of a first quote and types fifty pieces. */
async function createQuote() {
  const { Refetched, refetch } = createRefetcher();
  const shown = await showPart(<p>nothing yet</p>, { permissions: ['npn_admin_customer_request'] });
  const { network, user } = shown;
  network.respond(LIST, () => createList());
  network.respond('/api/customer-request/quote/choices', () =>
    Response.json({
      prices: [{ service_cat2_id: 3, unit_price: 2, estimate_minutes: 10 }],
      customers2: [{ id: 5, name: 'Studio' }],
      guard: { below_percent: 10, cost_per_minute: 0 },
      currency: 'USD',
    }),
  );
  network.respond('/api/user/list', () =>
    Response.json({
      9: { id: 9, username: 'boss', full_name: 'Boss', active: true, is_superuser: false, permissions: [] },
    }),
  );
  const cat1 = { id: 1, name: 'Retouch', service_type_id: 1 };
  network.respond('/api/category', () =>
    Response.json({
      service_type: { 1: { id: 1, name: 'Portrait' } },
      cat1: { 1: cat1 },
      cat2: { 3: { id: 3, name: 'Skin', level: 1, enabled: true, cat1 } },
    }),
  );
  shown.update(
    <>
      <QuoteSection request={createRequestRow({ type: 'QUOTES', board: 'ADMIN_BOARD' })} />
      <Refetched />
    </>,
  );
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  await press('Create quote');
  const form = await screen.findByRole('dialog', { name: 'Create quote' });
  const findQuantity = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity' });
  await user.clear(await screen.findByRole('spinbutton', { name: 'Quantity' }));
  await user.paste('50');
  return {
    ...shown,
    press,
    findQuantity,
    form: within(form),
    /** Changes the request's quotes to these, as another user. */
    changePermissions: (...now: QuoteRow[]) => {
      network.respond(LIST, () => createList(...now));
      return act(() => refetch());
    },
  };
}

it('the form shows another user’s draft, which opens after the typed text is discarded', async () => {
  const { changePermissions, form, press, findQuantity } = await createQuote();
  expect(form.queryByRole('status')).toBeNull();
  await changePermissions(OTHER_USERS_QUOTE);
  const notice = await form.findByRole('status');
  await waitFor(() =>
    expect(notice.textContent).toContain('boss created a draft of this quote while you were writing'),
  );
  expect(notice.textContent).toContain('Quote #8: 80 USD');
  expect(findQuantity().value).toBe('50');
  expect(form.getByRole('button', { name: 'Save draft' })).toHaveProperty('disabled', true);
  await press('Open the other draft');
  await press('Keep editing');
  expect(screen.queryByRole('dialog', { name: 'Edit draft' })).toBeNull();
  await press('Open the other draft');
  await press('Discard');
  const edited = within(await screen.findByRole('dialog', { name: 'Edit draft' }));
  expect(await edited.findByRole('spinbutton', { name: 'Quantity' })).toHaveProperty('value', '40');
});

it('the form shows another user’s draft after a refused save', async () => {
  const { form, network, press, findQuantity, user } = await createQuote();
  await user.click(screen.getByLabelText('Category'));
  await user.click(await screen.findByTitle('Skin'));
  network.respond(SAVE, () => createProblemResponse(409, 'quote_open'));
  const read = network.hold(LIST);
  await press('Save draft');
  expect((await form.findByRole('status')).textContent).toContain('This request has an open quote');
  read(createList(OTHER_USERS_QUOTE));
  expect(await form.findByText(/boss created a draft/)).toBeTruthy();
  expect(form.queryByText(/This request has an open quote/)).toBeNull();
  expect(findQuantity().value).toBe('50');
});

it('another user’s sent quote cannot be opened, and saving works after its withdrawal', async () => {
  const { changePermissions, form } = await createQuote();
  await changePermissions({ ...OTHER_USERS_QUOTE, status: 'SENT', sent_by: 9, sent_at: '2026-11-18T03:00:00.000Z' });
  expect(await form.findByText('boss sent the customer a quote while you were writing')).toBeTruthy();
  expect(form.queryByRole('button', { name: 'Open the other draft' })).toBeNull();
  await changePermissions({ ...OTHER_USERS_QUOTE, status: 'WITHDRAWN' });
  await waitFor(() => expect(form.queryByRole('status')).toBeNull());
  expect(form.getByRole('button', { name: 'Save draft' })).toHaveProperty('disabled', false);
});

it('the focus moves to the list of quotes when a quote is saved', async () => {
  const { network, form, user } = await createQuote();
  const myQuote = createQuoteRow({});
  network.respond(SAVE, () => {
    network.respond(LIST, () => createList(myQuote));
    return Response.json(myQuote);
  });
  await user.click(screen.getByLabelText('Category'));
  await user.click(await screen.findByTitle('Skin'));
  await user.click(form.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Create quote' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Quotes' })));
});
