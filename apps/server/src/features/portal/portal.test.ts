import type { Endpoint } from '@darkroom/contract/endpoint';
import { getNeededFields } from '@darkroom/domain/request/needs';
import { REQUEST_TYPES } from '@darkroom/domain/request/status';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerWithLogins, type Tenant } from '../../testing/factories/tenants.ts';

let bureau: TestApp;
let firstTenant: Tenant;
let secondTenant: Tenant;
let customer: ApiClient;
let top: ApiClient;

const { portal } = endpoints;
const NOVEMBER = { date_from: '2026-11-01', date_to: '2026-11-30' };
const MISSING = 2_000_000_000;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  const translations = { vi: 'Cách gửi ảnh', en: 'How to send' };
  const article = {
    title: translations,
    body: translations,
    published: true,
    published_on: '2026-11-02',
    pinned: false,
    display_order: 1,
  };
  await bureau.db
    .insertInto('metadata')
    .values({ data_type: 'INFO_HUB', key: 'how-to-send', value: JSON.stringify(article) })
    .execute();
  firstTenant = await buildCustomerWithLogins(bureau.db);
  secondTenant = await buildCustomerWithLogins(bureau.db);
  customer = await bureau.as(firstTenant.login);
  top = await bureau.as(firstTenant.topLogin);
});
afterAll(() => bureau.close());

/** Lists all keys in a response, at every depth. */
const listKeys = (response: unknown): string[] => [...new Set(listPaths(response, ''))].sort();
function listPaths(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [at] : value.flatMap((item) => listPaths(item, at));
  if (value === null || typeof value !== 'object') return [at];
  return Object.entries(value).flatMap(([key, inner]) => listPaths(inner, at ? `${at}.${key}` : key));
}
const addPrefix = (prefix: string, keys: string) => keys.split(/\s+/).map((key) => (prefix ? `${prefix}.${key}` : key));

const REQUEST = `id type status status_since cus_id1 subject full_name job_id prod_id job_name job_details.job_detail_id
  job_details.sub_prod_id job_details.service_cat2_id service_type_id shared_link image_link description reply created_at by channel last_message_at changed_at quote unread
  rework`;
const MESSAGE = 'id at side by text';
const PAGE = addPrefix('', 'total_pages total_items');
const QUOTE = `id request_id subject cus_id1 status valid_until note customer2_id lines.service_cat1 lines.service_cat2
  lines.service_cat2_id lines.quantity lines.unit_price lines.amount lines.note quantity amount currency sent_at decided_at answered_by
  reason job_id prod_id`;
const ARTICLE = 'key title.vi title.en published_on pinned';
const PRICE = 'cus_id1 service_type service_cat1 service_cat2 service_cat2_id retail_price estimate_minutes';

/** Lists the reads of the portal, each with its input and all its keys for a customer 1. */
const listReadCalls = (): [Endpoint, object, string[]][] => [
  [portal.customer2, {}, addPrefix('results', 'id cus_id2 name cus_id1 cus_id1_name')],
  [
    portal.catalogue,
    {},
    [
      'currency',
      ...addPrefix('service_types', 'id name'),
      ...addPrefix('results', 'service_cat2_id service_type service_cat1 service_cat2'),
    ],
  ],
  [
    portal.detail,
    {},
    [
      ...addPrefix('results', 'cus_id1 cus0_name cus1_name cus2_list.id cus2_list.name'),
      ...addPrefix(
        'results.details',
        `company_name street_name city state post_code country payment_plan join_date contract_status tier billing_email
         pay_to`,
      ),
    ],
  ],
  [portal.price, {}, addPrefix('results', PRICE)],
  [
    portal.job,
    {},
    [
      ...PAGE,
      ...addPrefix(
        'results',
        'job_id prod_id job_date due_date job_name job_link customer2_id job_status strip ordered done beyond pieces_in_rework amount',
      ),
      ...addPrefix(
        'results.job_details',
        'job_detail_id sub_prod_id service_cat2_id quantity done pieces_in_rework unit_price amount status',
      ),
      ...addPrefix('results.requests', 'id type status quote subject unread'),
    ],
  ],
  [
    portal.report,
    NOVEMBER,
    [
      ...addPrefix('', 'currency quantity amount unpriced pieces_in_rework'),
      ...addPrefix('results', 'cus_id1 customer quantity amount unpriced pieces_in_rework'),
      ...addPrefix('results.lines', 'service_cat2_id category unit_price quantity pieces_in_rework amount'),
    ],
  ],
  [
    portal.reportChart,
    NOVEMBER,
    [
      ...addPrefix('months', 'month quantity amount'),
      ...addPrefix('categories', 'service_cat2_id category quantity amount'),
    ],
  ],
  [portal.listRequests, {}, [...PAGE, ...addPrefix('results', REQUEST)]],
  [portal.requestCounts, {}, ['open', 'unread']],
  [portal.messages, { id: firstTenant.request_id }, addPrefix('results', MESSAGE)],
  [portal.quotes, {}, [...PAGE, ...addPrefix('results', QUOTE)]],
  [endpoints.article.list, {}, addPrefix('results', ARTICLE)],
  [endpoints.article.read, { key: 'how-to-send' }, addPrefix('', `${ARTICLE} body.vi body.en`)],
];

const REQUEST_INPUT = {
  type: 'FAULTS',
  subject: 'Horizon',
  full_name: 'Ada Chan',
  description: 'It leans to the left',
  /** The first service type. */
  service_type_id: 1,
  job_name: 'Lakeside',
  shared_link: 'https://files.example/lakeside',
  image_link: 'https://files.example/lakeside/3.jpg',
} as const;

describe('portal responses', () => {
  it('a portal response for a customer 1 has only the listed keys', async () => {
    for (const [endpoint, input, keys] of listReadCalls()) {
      expect([endpoint.name, listKeys(await customer.call(endpoint, input))]).toEqual([endpoint.name, keys.sort()]);
    }
  });

  it('a portal response for a customer 0 adds only wholesale prices', async () => {
    for (const [endpoint, input, keys] of listReadCalls()) {
      const wholesale = endpoint.name === 'portal.price' ? ['results.wholesale_price'] : [];
      const all = [...keys, ...wholesale].sort();
      expect([endpoint.name, listKeys(await top.call(endpoint, input))]).toEqual([endpoint.name, all]);
    }
  });

  it('a portal response has the same keys after a write', async () => {
    const { cus_id1, job_id, job_detail_id } = firstTenant;
    const about = { cus_id1, job_id, job_detail_ids: [job_detail_id] };
    const createdRequest = await customer.call(portal.addRequest, { ...REQUEST_INPUT, ...about });
    expect(listKeys(createdRequest)).toEqual(addPrefix('', REQUEST).sort());
    const addedMessage = await customer.call(portal.reply, { id: createdRequest.id, text: 'See the third one' });
    expect(listKeys(addedMessage)).toEqual(addPrefix('', MESSAGE).sort());
    expect(listKeys(await customer.call(portal.seen, { id: createdRequest.id, message_id: addedMessage.id }))).toEqual([
      'unread',
    ]);
    const sent = await buildCustomerWithLogins(bureau.db);
    const otherCustomer = await bureau.as(sent.login);
    const accepted = await otherCustomer.call(portal.acceptQuote, {
      id: sent.quote_id,
      customer2_id: sent.customer2_id,
    });
    expect(listKeys(accepted)).toEqual(addPrefix('', QUOTE).sort());
  });

  it.each(REQUEST_TYPES)('a request of type %s needs its own fields, and refuses others', async (type) => {
    const { job_name, shared_link, image_link, ...always } = { ...REQUEST_INPUT, cus_id1: firstTenant.cus_id1, type };
    const byType = { job_name, shared_link, image_link };
    const bare = await customer.send(portal.addRequest, { cus_id1: firstTenant.cus_id1, type });
    const needs = getNeededFields(type, false);
    const listFaultyFields = (response: typeof bare) =>
      response.problem.errors?.map(({ field, code }) => [field, code]);
    const needed = ['subject', 'full_name', 'service_type_id', 'description', ...needs];
    expect(listFaultyFields(bare)).toEqual(needed.map((field) => [field, 'required']));
    const blank = await customer.send(portal.addRequest, {
      ...always,
      job_name: ' ',
      shared_link: '',
      image_link: null,
    });
    expect(listFaultyFields(blank)).toEqual(needs.map((field) => [field, 'required']));
    const enough = Object.fromEntries(needs.map((field) => [field, byType[field]]));
    expect((await customer.send(portal.addRequest, { ...always, ...enough })).status).toBe(200);
    const ofJob = Object.fromEntries(getNeededFields(type, true).map((field) => [field, byType[field]]));
    const about = await customer.call(portal.addRequest, { ...always, ...ofJob, job_id: firstTenant.job_id });
    expect(about.job_name).not.toBe('');
  });

  it('a portal response contains only the customer’s records, and staff get none', async () => {
    const { results } = await customer.call(portal.job, {});
    expect(results.map(({ job_id }) => job_id)).toEqual([firstTenant.job_id]);
    expect((await customer.call(portal.customer2, {})).results.map(({ id }) => id)).toEqual([firstTenant.customer2_id]);
    const superuser = await bureau.as({ is_superuser: true });
    expect((await superuser.call(portal.job, {})).results).toEqual([]);
    expect((await superuser.call(portal.detail, {})).results).toEqual([]);
    const nobodys = await superuser.send(portal.addRequest, REQUEST_INPUT);
    expect(nobodys.problem.errors).toMatchObject([{ field: 'cus_id1', code: 'required' }]);
    const staffRequest = await superuser.call(portal.addRequest, { ...REQUEST_INPUT, cus_id1: firstTenant.cus_id1 });
    expect(staffRequest).toMatchObject({ cus_id1: firstTenant.cus_id1, status: 'NEED_REVIEW' });
    expect((await (await bureau.as(['npn_view_customer'])).send(portal.job, {})).status).toBe(403);
  });
});

/** Returns a response without values that differ between requests. */
const toResponse = ({ status, body }: { status: number; body: unknown }) => {
  const { request_id: _call, ...rest } = body as Record<string, unknown>;
  return { status, ...(status === 200 ? { body } : rest) };
};

/** Reads all rows of a customer. */
const readState = async ({ cus_id1, request_id, quote_id, customer2_id }: Tenant) => ({
  requests: await bureau.db.selectFrom('customer_request').selectAll().where('cus_id1', '=', cus_id1).execute(),
  messages: await bureau.db.selectFrom('request_message').selectAll().where('request_id', '=', request_id).execute(),
  quote: await bureau.db.selectFrom('quote').selectAll().where('id', '=', quote_id).execute(),
  jobs: await bureau.db.selectFrom('job').selectAll().where('customer2_id', '=', customer2_id).execute(),
});

describe('an id of another customer', () => {
  /** Returns each endpoint with an id, its input for an id of another customer, and the status. */
  const listCalls = (ownTenant: Tenant, otherTenant: Tenant): [Endpoint, (id: number) => object, number, number][] => [
    [portal.price, (cus_id1) => ({ cus_id1 }), otherTenant.cus_id1, 200],
    [portal.job, (cus_id1) => ({ cus_id1 }), otherTenant.cus_id1, 200],
    [portal.job, (customer2_id) => ({ customer2_id }), otherTenant.customer2_id, 200],
    [portal.report, (cus_id1) => ({ ...NOVEMBER, cus_id1 }), otherTenant.cus_id1, 200],
    [portal.reportChart, (cus_id1) => ({ ...NOVEMBER, cus_id1 }), otherTenant.cus_id1, 200],
    [portal.listRequests, (cus_id1) => ({ cus_id1 }), otherTenant.cus_id1, 200],
    [portal.listRequests, (job_id) => ({ job_id }), otherTenant.job_id, 200],
    [portal.listRequests, (id) => ({ id }), otherTenant.request_id, 200],
    [portal.quotes, (id) => ({ id }), otherTenant.quote_id, 200],
    [portal.quotes, (request_id) => ({ request_id }), otherTenant.request_id, 200],
    [portal.messages, (id) => ({ id }), otherTenant.request_id, 404],
    [portal.reply, (id) => ({ id, text: 'Mine now' }), otherTenant.request_id, 404],
    [portal.seen, (id) => ({ id, message_id: otherTenant.message_id }), otherTenant.request_id, 404],
    [portal.acceptQuote, (id) => ({ id, customer2_id: ownTenant.customer2_id }), otherTenant.quote_id, 404],
    [portal.acceptQuote, (customer2_id) => ({ id: ownTenant.quote_id, customer2_id }), otherTenant.customer2_id, 422],
    [portal.declineQuote, (id) => ({ id, reason: 'No' }), otherTenant.quote_id, 404],
    [portal.addRequest, (cus_id1) => ({ ...REQUEST_INPUT, cus_id1 }), otherTenant.cus_id1, 422],
    [
      portal.addRequest,
      (job_id) => ({ ...REQUEST_INPUT, cus_id1: ownTenant.cus_id1, job_id }),
      otherTenant.job_id,
      422,
    ],
    [portal.addRequest, (job_id) => ({ ...REQUEST_INPUT, job_id }), otherTenant.job_id, 422],
    [
      portal.addRequest,
      (id) => ({ ...REQUEST_INPUT, cus_id1: ownTenant.cus_id1, job_id: ownTenant.job_id, job_detail_ids: [id] }),
      otherTenant.job_detail_id,
      422,
    ],
    [
      portal.addRequest,
      (id) => ({ ...REQUEST_INPUT, cus_id1: ownTenant.cus_id1, job_detail_ids: [id] }),
      otherTenant.job_detail_id,
      422,
    ],
  ];

  it('every endpoint treats another customer’s id like a missing id, and changes nothing', async () => {
    for (const [ownTenant, foreignTenant] of [
      [firstTenant, secondTenant],
      [secondTenant, firstTenant],
    ] as const) {
      const before = [await readState(ownTenant), await readState(foreignTenant)];
      for (const login of [ownTenant.login, ownTenant.topLogin]) {
        const client = await bureau.as(login);
        for (const [endpoint, input, foreign, status] of listCalls(ownTenant, foreignTenant)) {
          const response = toResponse(await client.send(endpoint, input(foreign)));
          const sentInput = JSON.stringify(input(foreign));
          expect([endpoint.name, sentInput, response]).toEqual([
            endpoint.name,
            sentInput,
            toResponse(await client.send(endpoint, input(MISSING))),
          ]);
          expect([endpoint.name, sentInput, response.status]).toEqual([endpoint.name, sentInput, status]);
        }
      }
      expect([await readState(ownTenant), await readState(foreignTenant)]).toEqual(before);
    }
  });

  it('a foreign id finds nothing in a list, and no sum', async () => {
    const { cus_id1, customer2_id, request_id, quote_id } = secondTenant;
    const found = [
      (await customer.call(portal.price, { cus_id1 })).results,
      (await customer.call(portal.job, { customer2_id })).results,
      (await customer.call(portal.listRequests, { id: request_id })).results,
      (await customer.call(portal.quotes, { id: quote_id })).results,
      (await customer.call(portal.report, { ...NOVEMBER, cus_id1 })).results,
      (await customer.call(portal.reportChart, { ...NOVEMBER, cus_id1 })).categories,
    ];
    expect(found).toEqual(found.map(() => []));
  });

  it('a foreign message id marks nothing of that customer as read', async () => {
    const before = await readState(secondTenant);
    await customer.call(portal.seen, { id: firstTenant.request_id, message_id: secondTenant.message_id });
    expect(await readState(secondTenant)).toEqual(before);
  });
});
