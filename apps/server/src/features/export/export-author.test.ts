import { endpoints } from '@darkroom/contract/endpoints';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildSentQuote } from '../../testing/factories/quotes.ts';
import { getTranslate } from '../../translate.ts';

let bureau: TestApp;
let leader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_job', 'npn_add_job', 'npn_view_all_tasks', 'npn_admin_customer_request']);
});
afterAll(() => bureau.close());

/** Reads the people in a column of a file, as the file names them. */
async function readPeopleColumn(
  field: 'created_by' | 'moved_by',
  path: string,
  language: 'vi' | 'en',
  filter: object,
): Promise<unknown[]> {
  const response = await bureau.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${leader.token}` },
    payload: { format: 'xlsx', language, filter },
  });
  expect(response.statusCode).toBe(200);
  const book = read(response.rawPayload);
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!);
  return rows.map((row) => row[getTranslate(language)(`field:${field}`)]);
}

describe('the creator of a job or a task in its file', () => {
  it('the creator is a colleague’s name, or the customer who accepted the quote', async () => {
    const offer = await buildSentQuote(bureau.db, leader.user_id);
    const customer = await bureau.as(offer.account);
    const { job_id } = await customer.call(endpoints.portal.acceptQuote, { id: offer.id });
    const details = [{ service_cat1_id: offer.cat1_id, service_cat2_id: offer.service_cat2_id, quantity: 1 }];
    await leader.call(endpoints.job.bulkAdd, {
      jobs: [
        {
          job_date: '2026-11-18',
          customer2_id: offer.customer2_id,
          job_name: 'Ordered by telephone',
          job_details: details,
        },
      ],
    });
    const { username } = Object.values(await leader.call(endpoints.user.list, {})).find(
      ({ id }) => id === leader.user_id,
    )!;
    const filter = { customer2_id: [offer.customer2_id], sort: '-job_date' };
    for (const path of [endpoints.export.jobs.path, endpoints.export.jobDetails.path]) {
      const account = `Customer account #${customer.user_id}`;
      expect(await readPeopleColumn('created_by', path, 'en', filter)).toEqual([account, account, username]);
    }
    expect(await readPeopleColumn('created_by', endpoints.export.tasks.path, 'vi', { job_id })).toEqual(
      Array.from({ length: 2 }, () => `Tài khoản khách hàng #${customer.user_id}`),
    );
  });
});

describe('the mover of a request in its file', () => {
  it('the mover is the customer who accepted the quote, or a colleague’s username', async () => {
    const offer = await buildSentQuote(bureau.db, leader.user_id);
    const customer = await bureau.as(offer.account);
    await customer.call(endpoints.portal.acceptQuote, { id: offer.id });
    const { full_name } = await bureau.db
      .selectFrom('user_account')
      .select('full_name')
      .where('id', '=', customer.user_id)
      .executeTakeFirstOrThrow();
    const listMovers = () =>
      readPeopleColumn('moved_by', endpoints.export.requests.path, 'vi', { id: offer.request_id });
    expect(await listMovers()).toEqual([full_name]);

    const [request] = (await leader.call(endpoints.request.list, { id: offer.request_id })).results;
    const { id, version } = request!;
    await leader.call(endpoints.request.changeStatus, { id, version, status: 'PROCESSING' });
    const people = Object.values(await leader.call(endpoints.user.list, {}));
    expect(await listMovers()).toEqual([people.find((person) => person.id === leader.user_id)!.username]);
  });
});
