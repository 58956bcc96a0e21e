// @vitest-environment happy-dom
import type { QuoteRow } from '@darkroom/contract/request/quote';
import type { RequestRow } from '@darkroom/contract/request/request';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createProblemResponse, type Network } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { createQuoteRow, createRequestRow } from '../../../testing/rows.ts';
import QuoteSection from './quote-section.tsx';

const LIST = '/api/customer-request/quote/list';
const CHOICES = '/api/customer-request/quote/choices';
const SAVE = '/api/customer-request/quote/save';
const SEND = '/api/customer-request/quote/send';
const TODAY = dayOf(Date.now());
const REQUEST = createRequestRow({ type: 'QUOTES', board: 'ADMIN_BOARD', description: 'Forty fronts' });

async function show(...quotes: QuoteRow[]) {
  const shown = await showPart(<p>nothing yet</p>, { permissions: ['npn_admin_customer_request'] });
  shown.network.respond(LIST, () => Response.json({ results: quotes, currency: 'USD' }));
  shown.network.respond(CHOICES, () =>
    Response.json({
      prices: [{ service_cat2_id: 3, unit_price: 2, estimate_minutes: 10 }],
      customers2: [{ id: 5, name: 'Studio' }],
      guard: { below_percent: 10, cost_per_minute: 0.15 },
      currency: 'USD',
    }),
  );
  shown.update(<QuoteSection request={REQUEST} />);
  const press = async (name: string) => shown.user.click(await screen.findByRole('button', { name }));
  const write = async (label: string, text: string) => {
    const field = await screen.findByRole('spinbutton', { name: label });
    await shown.user.clear(field);
    await shown.user.paste(text);
  };
  return { ...shown, press, write };
}
const listSentBodies = (network: Network, path: string) =>
  network.calls.filter((call) => call.path === path).map(({ body }) => body as { [key: string]: unknown });

describe('a quote of a request with a job', () => {
  it('the quote announces a second job, and later reports its deletion', async () => {
    const request = { ...REQUEST, job_id: 4, prod_id: '261118-001' };
    const shown = await showPart(<p>nothing yet</p>, { permissions: ['npn_admin_customer_request'] });
    const answerQuote = (quote: QuoteRow) =>
      shown.network.respond(LIST, () => Response.json({ results: [quote], currency: 'USD' }));
    answerQuote(createQuoteRow({ status: 'SENT', sent_at: '2026-11-18T03:00:00.000Z' }));
    shown.update(<QuoteSection request={request} />);
    expect(await screen.findByText(/creates a new job.*Job 261118-001 stays unchanged/)).toBeTruthy();
    expect(screen.queryByText('The job created from this quote has been deleted.')).toBeNull();
    answerQuote(
      createQuoteRow({
        status: 'ACCEPTED',
        sent_at: '2026-11-18T03:00:00.000Z',
        decided_at: '2026-11-18T04:00:00.000Z',
      }),
    );
    shown.update(<QuoteSection key="again" request={{ ...request, id: 77 }} />);
    expect(await screen.findByText('The job created from this quote has been deleted.')).toBeTruthy();
  });
});

describe('quotes of a request on the board without quotes', () => {
  const showSection = async (permissions: readonly string[], changes: Partial<RequestRow>) => {
    const shown = await showPart(<p>nothing yet</p>, { permissions });
    shown.network.respond(LIST, () => Response.json({ results: [], currency: 'USD' }));
    shown.network.respond(CHOICES, () => createProblemResponse(403, 'forbidden'));
    shown.update(<QuoteSection request={{ ...REQUEST, board: 'CS_BOARD', ...changes }} />);
    await screen.findByText('No quote yet.');
    return screen.getByRole('region', { name: 'Quotes' }).textContent;
  };

  it('the section explains why quotes are not possible and who can move the request', async () => {
    const sectionText = await showSection(['npn_cs_customer_request'], { status: 'PROCESSING' });
    expect(sectionText).toContain('The CS board has no quotes.');
    expect(sectionText).toContain(
      'A user with access to both boards can move the request to the Admin board while it is in To Do.',
    );
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('the section asks to move the request when the user has the permission', async () => {
    const movableSection = await showSection(['npn_admin_customer_request'], {});
    expect(movableSection).toContain('The CS board has no quotes. Move the request to the Admin board');
    expect(screen.getByRole('button', { name: 'Create quote' })).toHaveProperty('disabled', true);
  });

  it('the section does not mention the board when the request is done', async () => {
    expect(await showSection(['npn_cs_customer_request'], { status: 'DONE' })).not.toContain('CS board');
  });
});

it('an accepted quote shows for each line how its job differs from it', async () => {
  const drift = {
    quantity: 53,
    amount: 100,
    lines: [
      { position: 0, now: { service_cat2_id: 3, quantity: 50, unit_price: 2 } },
      { position: null, now: { service_cat2_id: 3, quantity: 3, unit_price: null } },
    ],
  };
  await show(createQuoteRow({ status: 'ACCEPTED', job_id: 4, prod_id: '261118-001', drift }));
  const differences = await screen.findByRole('region', { name: 'The job differs from the accepted quote.' });
  expect(differences.textContent).toContain('Now 53 pieces, 100 USD.');
  const items = within(differences)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(items[0]).toMatch(/^Line 1: .*40 × 2 .*50 × 2$/);
  expect(items[1]).toMatch(/^Added later: .*3 without a price$/);
});

describe('draft of a quote', () => {
  it('the draft shows the total and price warnings while the user types', async () => {
    const { press, write } = await show(createQuoteRow());
    await press('Edit');
    const form = await screen.findByRole('dialog', { name: 'Edit draft' });
    expect(await within(form).findByText('List: 2')).toBeTruthy();
    expect(within(form).queryByText(/below/i)).toBeNull();
    await write('Unit Price', '1.79');
    expect(await within(form).findByText('Total 71.60 USD')).toBeTruthy();
    expect(within(form).getByText('More than 10% below the list price of 2.')).toBeTruthy();
    expect(within(form).queryByText(/Below cost/)).toBeNull();
    await write('Unit Price', '1.49');
    expect(await within(form).findByText('Below cost: 10 min × 0.15 = 1.50.')).toBeTruthy();
  });

  it('the draft shows both versions and reapplies the typed text after another user’s change', async () => {
    const { network, press, write } = await show(createQuoteRow());
    const otherUsersQuote = createQuoteRow({ version: 4, note: 'In five days' });
    network.respond(
      SAVE,
      () => createProblemResponse(409, 'stale', { current: otherUsersQuote }),
      () => Response.json(createQuoteRow({ version: 5 })),
    );
    await press('Edit');
    await write('Quantity', '50');
    await press('Save draft');
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByText('In five days')).toBeTruthy();
    await press('Save both');
    await screen.findByText('Draft saved, not sent yet');
    const [, secondBody] = listSentBodies(network, SAVE);
    expect(secondBody).toMatchObject({ id: 8, version: 4, note: 'In five days', lines: [{ quantity: 50 }] });
  });
});

describe('sending of a quote', () => {
  it('the dialog asks again for each line when the price list has changed, then sends', async () => {
    const { network, press } = await show(createQuoteRow());
    network.respond(
      SEND,
      () =>
        createProblemResponse(422, 'quote_below_list_price', {
          errors: [{ field: 'lines.0.unit_price', code: 'below_list', message: '' }],
        }),
      () => Response.json(createQuoteRow({ status: 'SENT', low_price_confirmed: true })),
    );
    await press('Send to customer');
    const dialog = await screen.findByRole('dialog', { name: 'Send this quote?' });
    const send = within(dialog).getByRole('button', { name: 'Send to customer' });
    send.click();
    expect((await within(dialog).findByRole('alert')).textContent).toContain('far below the customer’s list price');
    await press('Send at these prices');
    await screen.findByText('Quote sent');
    expect(listSentBodies(network, SEND).map(({ low_price_confirmed }) => low_price_confirmed)).toEqual([false, true]);
  });

  it('an expired quote cannot be withdrawn, and another quote can be created', async () => {
    await show(
      createQuoteRow({ status: 'SENT', sent_at: '2026-11-01T03:00:00.000Z', valid_until: addDays(TODAY, -1) }),
    );
    expect(await screen.findByText('Expired')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Withdraw quote' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Create another quote' })).toBeTruthy();
  });
});

describe('a quote that another user changed first', () => {
  const WITHDRAW = '/api/customer-request/quote/withdraw';
  const createStaleResponse = (current: QuoteRow) => () => createProblemResponse(409, 'stale', { current });

  it('the dialog shows that the quote was changed and not sent', async () => {
    const { network, press } = await show(createQuoteRow());
    network.respond(SEND, createStaleResponse(createQuoteRow({ version: 2 })));
    await press('Send to customer');
    const dialog = within(await screen.findByRole('dialog'));
    const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send to customer' });
    fireEvent.click(send);
    const alert = within(await dialog.findByRole('alert'));
    alert.getByText('Could not send the quote.');
    alert.getByText(/^Someone else changed this quote/);
    expect(alert.queryByText(/Your reason was not sent/)).toBeNull();
    expect(send.disabled).toBe(true);
  });

  it('the dialog shows the customer’s acceptance and keeps the reason for copying', async () => {
    const sent = { version: 2, status: 'SENT', sent_by: 7, sent_at: '2026-11-18T03:00:00.000Z' } as const;
    const { network, press, user } = await show(createQuoteRow(sent));
    network.respond(
      WITHDRAW,
      createStaleResponse(
        createQuoteRow({ ...sent, version: 3, status: 'ACCEPTED', decided_by: 40, decided_by_name: 'lumen' }),
      ),
    );
    await press('Withdraw quote');
    const dialog = within(await screen.findByRole('dialog'));
    const reason = dialog.getByRole<HTMLTextAreaElement>('textbox');
    await user.type(reason, 'Another price');
    fireEvent.click(dialog.getByRole('button', { name: 'Withdraw quote' }));
    const alert = within(await dialog.findByRole('alert'));
    alert.getByText('Could not withdraw the quote.');
    alert.getByText('The customer has accepted the quote (lumen).');
    alert.getByText(/^Your reason was not sent/);
    expect(reason.value).toBe('Another price');
  });

  it('the dialog shows that another user sent the draft that was to be discarded', async () => {
    const { network, press } = await show(createQuoteRow());
    network.respond(WITHDRAW, createStaleResponse(createQuoteRow({ version: 2, status: 'SENT', sent_by: 5 })));
    await press('Discard draft');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Discard draft' }));
    await dialog.findByText('Could not discard the draft.');
    dialog.getByText('#5 has sent the quote to the customer.');
  });
});
