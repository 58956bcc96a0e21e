import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildServiceType } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildJob } from '../../testing/factories/work.ts';

const { request, portal, history } = endpoints;
let bureau: TestApp;
let cs: ApiClient;
let service_type_id: number;

beforeAll(async () => {
  bureau = await createTestApp();
  cs = await bureau.as(['npn_cs_customer_request']);
  service_type_id = (await buildServiceType(bureau.db)).id;
});
afterAll(() => bureau.close());

/** A customer with a job, and the fields of a call. */
async function buildCall() {
  const customer = await buildCustomer(bureau.db);
  const { job_id } = await buildJob(bureau.db, { customer2_id: customer.id });
  const { cus_id1 } = customer;
  const person = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1 }));
  const fields = {
    channel: 'phone' as const,
    type: 'FAULTS' as const,
    cus_id1,
    subject: 'Ảnh bị nghiêng',
    full_name: 'Anna',
    description: 'Khách gọi lúc 9 giờ: đường chân trời nghiêng.',
    service_type_id,
  };
  return { cus_id1, job_id, person, fields };
}

it('a complaint by phone is on the board and in the portal, marked with its channel', async () => {
  const { job_id, person, fields } = await buildCall();
  const recorded = await cs.call(request.record, { ...fields, job_id });
  expect(recorded).toMatchObject({
    channel: 'phone',
    type: 'FAULTS',
    board: 'CS_BOARD',
    status: 'NEED_REVIEW',
    job_id,
  });
  const seen = (await person.call(portal.listRequests, {})).results;
  expect(seen).toMatchObject([{ id: recorded.id, channel: 'phone', by: null, full_name: 'Anna' }]);
  const { results } = await cs.call(history.list, { entity: 'customer_request', entity_id: recorded.id });
  expect(results).toMatchObject([{ action: 'request.record', actor: cs.user_id }]);
  const own = await person.call(portal.addRequest, { ...toPortalInput(fields), job_id });
  expect(own.channel).toBeNull();
});

it('a call without a job or a link is enough, for each type', async () => {
  const { fields } = await buildCall();
  for (const type of ['ADDITIONAL_REQUESTS', 'MODIFICATION_REQUESTS', 'CHANGE_REQUESTS', 'FAULTS', 'QUOTES'] as const)
    expect((await cs.call(request.record, { ...fields, type })).type).toBe(type);
});

it('needs the permission, a channel and an own job of the customer', async () => {
  const { fields, person } = await buildCall();
  const other = await buildCall();
  for (const client of [
    person,
    await bureau.as(['npn_admin_customer_request']),
    await bureau.as(['npn_view_all_customer_request']),
  ])
    expect((await client.send(request.record, fields)).problem.code).toBe('forbidden');
  const { channel: _channel, ...withoutChannel } = fields;
  const errorsOf = async (input: object) => (await cs.send(request.record, input)).problem.errors;
  expect(await errorsOf(withoutChannel)).toMatchObject([{ field: 'channel' }]);
  expect(await errorsOf({ ...fields, job_id: other.job_id })).toMatchObject([{ field: 'job_id', code: 'unknown' }]);
  expect(await errorsOf({ ...fields, cus_id1: 999_999 })).toMatchObject([{ field: 'cus_id1', code: 'unknown' }]);
});

const toPortalInput = ({ channel: _channel, ...input }: Awaited<ReturnType<typeof buildCall>>['fields']) => input;
