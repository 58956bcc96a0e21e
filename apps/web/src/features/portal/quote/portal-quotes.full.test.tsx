// @vitest-environment happy-dom
import type { PortalQuote } from '@darkroom/contract/portal/portal';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Network, createProblemResponse } from '../../../testing/network.ts';
import { createRefetcher } from '../../../testing/refetcher.tsx';
import { showPart } from '../../../testing/part.tsx';
import PortalQuotes from './portal-quotes.tsx';

const LIST = '/api/customer-portal/quote/list';
const ACCEPT = '/api/customer-portal/quote/accept';
const DECLINE = '/api/customer-portal/quote/decline';
const TODAY = dayOf(Date.now());
const THEN = '2026-11-18T03:00:00.000Z';

const createQuote = (changes: Partial<PortalQuote> = {}): PortalQuote => ({
  id: 8,
  request_id: 31,
  subject: 'Twilight package',
  cus_id1: 4,
  status: 'SENT',
  valid_until: addDays(TODAY, 7),
  note: 'In five days',
  customer2_id: 5,
  lines: [
    {
      service_cat1: 'Property',
      service_cat2: 'Day to dusk',
      service_cat2_id: 3,
      quantity: 40,
      unit_price: 1.75,
      amount: 70,
      note: 'Fronts',
    },
  ],
  quantity: 40,
  amount: 70,
  currency: 'USD',
  sent_at: THEN,
  decided_at: null,
  answered_by: null,
  reason: null,
  job_id: null,
  prod_id: null,
  ...changes,
});
const ACCEPTED = createQuote({ status: 'ACCEPTED', decided_at: THEN, job_id: 11, prod_id: '261118-004' });
const createList = (...results: PortalQuote[]) =>
  Response.json({ results, total_items: results.length, total_pages: 1 });

async function show(...quotes: PortalQuote[]) {
  const { Refetched, refetch } = createRefetcher();
  const shown = await showPart(<p>nothing yet</p>, { account: 'customer', permissions: ['npn_customer'], width: 360 });
  shown.network.respond(LIST, () => createList(...quotes));
  shown.network.respond('/api/customer-portal/customer2', () =>
    Response.json({
      results: [
        { id: 5, name: 'Studio', cus_id1: 4, cus_id1_name: 'Lumen' },
        { id: 6, name: 'Harbour', cus_id1: 4, cus_id1_name: 'Lumen' },
      ],
    }),
  );
  shown.update(
    <>
      <PortalQuotes request_id={31} />
      <Refetched />
    </>,
  );
  if (quotes.length > 0) await screen.findAllByRole('region', { name: 'Quote' });
  const press = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    // The dialog is disabled until its texts are loaded.
    await waitFor(() => expect(button.disabled).toBe(false));
    await shown.user.click(button);
  };
  const replaceQuotes = async (...now: PortalQuote[]) => {
    shown.network.respond(LIST, () => createList(...now));
    await act(() => refetch());
  };
  return { ...shown, press, replaceQuotes };
}
const requestBodies = (network: Network, path: string) =>
  network.calls.filter((call) => call.path === path).map(({ body }) => body);

describe('quote in the portal', () => {
  it('a quote shows its total, its lines and its last day', async () => {
    await show(createQuote());
    expect(screen.getByText('70.00 USD')).toBeTruthy();
    expect(screen.getByText('Property / Day to dusk')).toBeTruthy();
    expect(screen.getByText(/valid until the end of/)).toBeTruthy();
  });

  it('amounts of lines and total have the same number of decimals', async () => {
    const [line] = createQuote().lines;
    const lines = [38.4, 24.6].map((amount) => ({ ...line!, amount }));
    await show(createQuote({ lines, amount: 63 }));
    expect(screen.getByText('63.00 USD')).toBeTruthy();
    const amounts = ['38.40', '24.60', '63.00'].map((text) => screen.getByText(text));
    expect(amounts).toHaveLength(3);
  });

  it('an accepted quote names the other customer of the group who accepted it', async () => {
    const { update } = await show({ ...ACCEPTED, answered_by: 'Lumen Sydney' });
    update(<PortalQuotes request_id={31} />);
    expect(await screen.findByText(/^Lumen Sydney accepted it on /)).toBeTruthy();
    expect(screen.queryByText(/You accepted/)).toBeNull();
  });

  it('the acceptance dialog announces another job', async () => {
    const { press, update } = await show(createQuote());
    update(<PortalQuotes request_id={31} requestJobNumber="261118-001" />);
    await press('Accept');
    await screen.findByText(/Job 261118-001 stays unchanged/);
  });

  it('a quote is accepted once when the button is pressed several times', async () => {
    const { network, press, user } = await show(createQuote());
    const respond = network.hold(ACCEPT);
    await press('Accept');
    const acceptButton = await screen.findByRole('button', { name: 'Accept quote' });
    await user.dblClick(acceptButton);
    await user.click(acceptButton);
    expect(requestBodies(network, ACCEPT)).toEqual([{ id: 8 }]);
    network.respond(LIST, () => createList(ACCEPTED));
    respond(Response.json(ACCEPTED));
    expect(await screen.findByRole('link', { name: 'Your job: 261118-004' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  it('the acceptance dialog asks for a customer when the bureau has set none', async () => {
    const { network, press, user } = await show(createQuote({ customer2_id: null }));
    network.respond(ACCEPT, () => Response.json(ACCEPTED));
    await press('Accept');
    await press('Accept quote');
    await screen.findByText('Choose a branch.');
    expect(requestBodies(network, ACCEPT)).toEqual([]);
    await user.click(screen.getByRole('combobox', { name: 'Branch' }));
    await user.click(await screen.findByTitle('Harbour'));
    await press('Accept quote');
    await screen.findByText(/Quote accepted\. Your job is/);
    expect(requestBodies(network, ACCEPT)).toEqual([{ id: 8, customer2_id: 6 }]);
  });

  it('a quote can be declined only with a reason', async () => {
    const { network, press, user } = await show(createQuote());
    network.respond(DECLINE, () =>
      Response.json(createQuote({ status: 'DECLINED', reason: 'Too dear', decided_at: THEN })),
    );
    await press('Decline');
    await press('Decline quote');
    await screen.findByText('Please enter a reason.');
    expect(requestBodies(network, DECLINE)).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), ' Too dear ');
    await press('Decline quote');
    await screen.findByText('Quote declined. We will read your reason.');
    expect(requestBodies(network, DECLINE)).toEqual([{ id: 8, reason: 'Too dear' }]);
  });

  it('an expired quote has no buttons to accept or decline', async () => {
    await show(createQuote({ valid_until: addDays(TODAY, -1) }));
    expect(screen.getByText('Expired')).toBeTruthy();
    expect(screen.getByText(/This quote was valid until the end of /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  it('a withdrawn quote shows the reason, also when its acceptance dialog is open', async () => {
    const withdrawn = createQuote({ status: 'WITHDRAWN', decided_at: THEN, reason: 'Our artist has left' });
    const { network, press } = await show(createQuote());
    network.respond(ACCEPT, () => createProblemResponse(409, 'quote_withdrawn', { current: withdrawn }));
    await press('Accept');
    network.respond(LIST, () => createList(withdrawn));
    await press('Accept quote');
    expect(await screen.findByText('Our artist has left')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  const REPLACEMENT = createQuote({
    id: 9,
    amount: 84,
    lines: [{ ...createQuote().lines[0]!, unit_price: 2.1, amount: 84 }],
    sent_at: '2026-11-18T04:00:00.000Z',
  });
  const WITHDRAWN_QUOTE = createQuote({ status: 'WITHDRAWN', decided_at: THEN, reason: 'A mistake' });

  it('a quote that is replaced during acceptance shows the changes and is not accepted', async () => {
    const { press, replaceQuotes } = await show(createQuote());
    await press('Accept');
    await screen.findByRole('button', { name: 'Accept quote' });
    // The bureau withdraws the old quote first and sends the new one a moment later.
    await replaceQuotes(WITHDRAWN_QUOTE);
    await screen.findByText('A mistake');
    await replaceQuotes(REPLACEMENT, WITHDRAWN_QUOTE);
    expect(await screen.findByText('Total: 84.00 USD (was 70.00 USD)')).toBeTruthy();
    expect(screen.getByText(/This quote replaces the earlier one/)).toBeTruthy();
    expect(screen.getByText(/The items or notes have changed/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept quote' })).toBeNull();
    await press('Accept');
    await screen.findByRole('button', { name: 'Accept quote' });
    expect(screen.queryByText(/This quote replaces the earlier one/)).toBeNull();
  });

  it('a replaced quote shows the changes when only the refusal reports it', async () => {
    const { network, press } = await show(createQuote());
    network.respond(ACCEPT, () => createProblemResponse(409, 'quote_withdrawn', { current: WITHDRAWN_QUOTE }));
    await press('Accept');
    network.respond(LIST, () => createList(REPLACEMENT, WITHDRAWN_QUOTE));
    await press('Accept quote');
    expect(await screen.findByText('Total: 84.00 USD (was 70.00 USD)')).toBeTruthy();
  });

  it('a typed reason is kept when the quote is replaced', async () => {
    const { press, user, replaceQuotes } = await show(createQuote());
    await press('Decline');
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Too dear for us');
    await replaceQuotes(REPLACEMENT, WITHDRAWN_QUOTE);
    await screen.findByText(/Your reason is kept/);
    await press('Decline');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })).value).toBe('Too dear for us');
  });

  const WITHDRAWN_TEXT = /^We withdrew this quote on /;
  const ACCEPTED_BY_OTHER_TEXT = /^Lumen Sydney accepted it on /;
  it.each([
    ['withdrawn', WITHDRAWN_QUOTE, WITHDRAWN_TEXT],
    ['accepted by another of the customers', { ...ACCEPTED, answered_by: 'Lumen Sydney' }, ACCEPTED_BY_OTHER_TEXT],
    [
      'declined by another of the customers',
      createQuote({ status: 'DECLINED', decided_at: THEN, reason: 'A mistake' }),
      /^You declined it on /,
    ],
  ])('the decline dialog shows that the quote is %s and keeps the typed reason', async (...now) => {
    const [, quote, outcome] = now;
    const { network, press, user, replaceQuotes } = await show(createQuote());
    await press('Decline');
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Too dear for us');
    await replaceQuotes(quote);
    const dialog = within(screen.getByRole('dialog', { name: 'Decline this quote?' }));
    expect(await dialog.findByText(outcome)).toBeTruthy();
    expect(dialog.getByText(/Copy it before you close/)).toBeTruthy();
    expect(dialog.queryByText(/^We read your reason/)).toBeNull();
    const reasonField = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
    expect([reasonField.value, reasonField.disabled]).toEqual(['Too dear for us', false]);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Decline quote' }).disabled).toBe(true);
    expect(requestBodies(network, DECLINE)).toEqual([]);
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(screen.getByRole('region', { name: 'Quote' })).getByText(outcome)).toBeTruthy();
  });

  it('the decline dialog keeps the reason when only the refusal reports the withdrawal', async () => {
    const { network, press, user } = await show(createQuote());
    await press('Decline');
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Too dear for us');
    network.respond(DECLINE, () => createProblemResponse(409, 'quote_withdrawn', { current: WITHDRAWN_QUOTE }));
    network.respond(LIST, () => createList(WITHDRAWN_QUOTE));
    await press('Decline quote');
    const dialog = within(screen.getByRole('dialog', { name: 'Decline this quote?' }));
    expect(await dialog.findByText(WITHDRAWN_TEXT)).toBeTruthy();
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('Too dear for us');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Decline quote' }).disabled).toBe(true);
  });

  it('the decline dialog closes when the quote is withdrawn before a reason was typed', async () => {
    const { press, replaceQuotes } = await show(createQuote());
    await press('Decline');
    await screen.findByRole('textbox', { name: 'Reason' });
    await replaceQuotes(WITHDRAWN_QUOTE);
    await screen.findByText(WITHDRAWN_TEXT);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('the user’s own decline is shown when the response was lost', async () => {
    const { network, press, user, replaceQuotes } = await show(createQuote());
    await press('Decline');
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Too dear for us');
    network.respond(DECLINE, () => createProblemResponse(503, 'unavailable'));
    await press('Decline quote');
    await waitFor(() => expect(requestBodies(network, DECLINE)).toHaveLength(1));
    await replaceQuotes({ ...WITHDRAWN_QUOTE, status: 'DECLINED', reason: 'Too dear for us' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Too dear for us').tagName).toBe('BLOCKQUOTE');
  });

  it('the newest quote is first, and earlier quotes are collapsed', async () => {
    await show(createQuote({ id: 9 }), createQuote({ status: 'DECLINED', reason: 'Too dear', decided_at: THEN }));
    expect(screen.getByText('1 earlier quote')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Accept' })).toHaveLength(1);
  });
});
