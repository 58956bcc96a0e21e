import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_BOARDS, REQUEST_STATUSES, REQUEST_TYPES } from '../request/status.ts';
import type { Actor } from '../task/decide.ts';
import { decideQuote, getQuoteOffers, findQuoteRefusal, getEffectiveStatus, type QuoteState } from './decide.ts';
import { findQuoteDrift } from './drift.ts';
import { findQuoteWarnings, sumQuoteLines } from './guard.ts';
import { QUOTE_ACTIONS, EFFECTIVE_QUOTE_STATUSES, QUOTE_STATUSES, type QuoteAction } from './transitions.ts';

const TODAY = '2026-11-20';

const createActor = (codes: string[], over: Partial<Actor> = {}): Actor => ({
  user_id: 7,
  account: 'staff',
  is_superuser: false,
  permissions: new Set(codes.map((code) => `npn_${code}`)),
  ...over,
});

const people = {
  nobody: createActor([]),
  cs: createActor(['cs_customer_request', 'review_customer_request']),
  reader: createActor(['view_all_customer_request']),
  admin: createActor(['admin_customer_request']),
  superuser: createActor([], { is_superuser: true }),
  customer: createActor(['customer', 'admin_customer_request'], { account: 'customer' }),
} satisfies Record<string, Actor>;
type Person = keyof typeof people;
const EVERYBODY = Object.keys(people) as Person[];

// The table written a second time, independently: from, to, and the people with permission.
const WAYS: Record<QuoteAction, { from: string[]; to: string; who: Person[] }> = {
  save: { from: ['DRAFT'], to: 'DRAFT', who: ['admin', 'superuser'] },
  send: { from: ['DRAFT'], to: 'SENT', who: ['admin', 'superuser'] },
  withdraw: { from: ['DRAFT', 'SENT'], to: 'WITHDRAWN', who: ['admin', 'superuser'] },
  accept: { from: ['SENT'], to: 'ACCEPTED', who: ['customer', 'superuser'] },
  decline: { from: ['SENT'], to: 'DECLINED', who: ['customer', 'superuser'] },
};
const REASON: Record<string, string> = {
  DRAFT: 'quote_not_sent',
  SENT: 'quote_sent',
  ACCEPTED: 'quote_accepted',
  DECLINED: 'quote_declined',
  WITHDRAWN: 'quote_withdrawn',
  EXPIRED: 'quote_expired',
};

const createQuote = (status: QuoteState['status'], valid_until = TODAY): QuoteState => ({ status, valid_until });
const createQuoteIn = (status: QuoteState['status']): QuoteState =>
  status === 'EXPIRED' ? createQuote('SENT', '2026-11-19') : createQuote(status);

describe('every action × state × kind of user', () => {
  for (const action of QUOTE_ACTIONS) {
    for (const status of EFFECTIVE_QUOTE_STATUSES) {
      it(`${action} of a quote that is ${status}`, () => {
        const { from, to, who } = WAYS[action];
        for (const person of EVERYBODY) {
          const decision = decideQuote(createQuoteIn(status), action, people[person], TODAY, {
            reason: 'Too dear',
            valid_until: TODAY,
          });
          const expected = !who.includes(person) ? 'not_allowed' : from.includes(status) ? to : REASON[status];
          expect([person, decision.ok ? decision.to : decision.code]).toEqual([person, expected]);
        }
      });
    }
  }
});

describe('the last day of a quote', () => {
  it('the last day is valid, and the quote expires on the next day', () => {
    expect(getEffectiveStatus(createQuote('SENT', TODAY), TODAY)).toBe('SENT');
    expect(getEffectiveStatus(createQuote('SENT', TODAY), '2026-11-21')).toBe('EXPIRED');
  });

  it('only a sent quote expires', () => {
    for (const status of QUOTE_STATUSES.filter((candidate) => candidate !== 'SENT')) {
      expect(getEffectiveStatus(createQuote(status, '2000-01-01'), TODAY)).toBe(status);
    }
  });

  it('the last day must not be past when a quote is saved or sent', () => {
    const past = { ok: false, code: 'quote_already_expired', field: 'valid_until' };
    expect(decideQuote(createQuote('DRAFT', '2026-11-19'), 'send', people.admin, TODAY)).toEqual(past);
    const input = { valid_until: '2026-11-19' };
    expect(decideQuote(createQuote('DRAFT'), 'save', people.admin, TODAY, input)).toEqual(past);
    expect(
      decideQuote(createQuote('DRAFT', '2026-11-19'), 'save', people.admin, TODAY, { valid_until: TODAY }),
    ).toMatchObject({ ok: true });
  });
});

describe('the reason of a refusal or withdrawal', () => {
  const missing = { ok: false, code: 'quote_reason_required', field: 'reason' };

  it('a customer who declines must enter a reason', () => {
    for (const reason of [undefined, '', ' \n'])
      expect(decideQuote(createQuote('SENT'), 'decline', people.customer, TODAY, { reason })).toEqual(missing);
  });

  it('withdrawing a sent quote needs a reason, but withdrawing a draft does not', () => {
    expect(decideQuote(createQuote('SENT'), 'withdraw', people.admin, TODAY)).toEqual(missing);
    expect(decideQuote(createQuote('DRAFT'), 'withdraw', people.admin, TODAY)).toEqual({ ok: true, to: 'WITHDRAWN' });
  });
});

it('offers follow the table and have the reason when disabled', () => {
  expect(getQuoteOffers(createQuote('SENT', '2026-11-19'), people.admin, TODAY)).toEqual([
    { action: 'save', refusal: 'quote_expired' },
    { action: 'send', refusal: 'quote_expired' },
    { action: 'withdraw', refusal: 'quote_expired' },
  ]);
  expect(getQuoteOffers(createQuote('SENT'), people.customer, TODAY)).toEqual([
    { action: 'accept', refusal: null },
    { action: 'decline', refusal: null },
  ]);
});

it('only reviewed, open QUOTES requests on the administrators’ board can have a quote', () => {
  for (const type of REQUEST_TYPES) {
    for (const board of REQUEST_BOARDS) {
      for (const status of REQUEST_STATUSES) {
        const wrong = type !== 'QUOTES' || board !== 'ADMIN_BOARD';
        const early = { NEED_REVIEW: 'request_needs_review', DONE: 'request_done', TODO: null, PROCESSING: null };
        expect(findQuoteRefusal({ type, board, status })).toBe(wrong ? 'not_quotable' : early[status]);
      }
    }
  }
});

describe('the price guard', () => {
  const rule = { below_percent: 10, cost_per_minute: 0.1 };
  const createLine = (unit_price: number, list_price: number | null, estimate_minutes: number | null) => ({
    unit_price,
    list_price,
    estimate_minutes,
  });

  it('a price is accepted at exactly the allowed percentage below the list', () => {
    expect(findQuoteWarnings(createLine(0.9, 1, null), rule)).toEqual([]);
    expect(findQuoteWarnings(createLine(0.899, 1, null), rule)).toEqual(['below_list']);
    expect(findQuoteWarnings(createLine(0.585, 0.65, null), rule)).toEqual([]);
  });

  it('a price below the cost of its minutes has a warning', () => {
    expect(findQuoteWarnings(createLine(1.2, null, 12), rule)).toEqual([]);
    expect(findQuoteWarnings(createLine(1.199, null, 12), rule)).toEqual(['below_cost']);
    expect(findQuoteWarnings(createLine(0.5, 1, 12), rule)).toEqual(['below_list', 'below_cost']);
  });

  it('no warning appears without a list price, estimate or cost', () => {
    expect(findQuoteWarnings(createLine(0, null, null), rule)).toEqual([]);
    expect(findQuoteWarnings(createLine(0, null, 30), { ...rule, cost_per_minute: 0 })).toEqual([]);
  });

  it('the list price itself never has a warning', () => {
    const price = fc.integer({ min: 0, max: 10_000_000 }).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 100 }), (list, below_percent) => {
        expect(findQuoteWarnings(createLine(list, list, null), { below_percent, cost_per_minute: 0 })).toEqual([]);
      }),
    );
  });
});

it('lines add up exactly to the thousandth', () => {
  expect(
    sumQuoteLines([
      { quantity: 3, unit_price: 0.1 },
      { quantity: 7, unit_price: 0.655 },
    ]),
  ).toEqual({ quantity: 10, amount: 4.885 });
});

describe('differences between an accepted quote and its job', () => {
  const createLine = (quantity: number, unit_price: number, service_cat2_id = 7) => ({
    service_cat2_id,
    quantity,
    unit_price,
  });
  const createDetail = (sub_number: number, ...of: Parameters<typeof createLine>) => ({
    sub_number,
    ...createLine(...of),
  });
  const accepted = [createLine(40, 1.75), createLine(2, 0.5)];

  it('no difference exists while each line equals the detail of its number', () => {
    expect(findQuoteDrift(accepted, [createDetail(1, 40, 1.75), createDetail(2, 2, 0.5)])).toBeNull();
  });

  it('changed, deleted and added details are listed with the new total', () => {
    expect(
      findQuoteDrift(accepted, [createDetail(1, 50, 1.75), { ...createDetail(4, 3, 0, 9), unit_price: null }]),
    ).toEqual({
      quantity: 53,
      amount: 87.5,
      lines: [
        { position: 0, now: createLine(50, 1.75) },
        { position: 1, now: null },
        { position: null, now: { service_cat2_id: 9, quantity: 3, unit_price: null } },
      ],
    });
  });

  it('two details that changed positions are two differences', () => {
    expect(findQuoteDrift(accepted, [createDetail(1, 2, 0.5), createDetail(2, 40, 1.75)])?.lines).toHaveLength(2);
  });
});
