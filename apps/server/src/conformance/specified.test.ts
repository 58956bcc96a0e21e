import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../features/user/password.ts';
import { toJsonSchema } from '../http/response/openapi.ts';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { buildCus1 } from '../testing/factories/customers.ts';
import { buildGroup, buildStaff } from '../testing/factories/people.ts';
import { buildTask } from '../testing/factories/work.ts';
import { listProperties, createSample } from '../testing/sample-input.ts';

const password = 'a quiet darkroom';
let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

/** Payloads of the specification (spec §7), with exactly its keys, for an existing record. */
const PAYLOADS = {
  'user.login': async () => {
    const { username } = await buildStaff(bureau.db, { password_hash: await hashPassword(password) });
    return { username, password };
  },
  'redo.delete': async () => {
    const { user_id: editor } = await bureau.as(['npn_editor_pte']);
    const at = { workstream: 'PTE', status: 9, editor, x1: 4, end_time: bureau.clock() } as const;
    const { task_id, version } = await buildTask(bureau.db, at);
    const rework = { task_id, version, action: 'rework', rework_quantity: 1, rework_notes: 'sky' } as const;
    await boss.call(endpoints.task.act, rework);
    return { task_id };
  },
  'customer.detailUpdate': async () => {
    const { id, cus_id0 } = await buildCus1(bureau.db);
    const details = { city: 'Huế', cus0_name: `Group ${id}` };
    return {
      cus_detail_id: id,
      cus_id1: id,
      details,
      new_cus_username: `desk.${id}`,
      is_cus_0_user: true,
      cus_id0,
    };
  },
  'customer.delete': async () => ({ cus_id1: (await buildCus1(bureau.db)).id }),
  'staff.delete': async () => ({ staff_id: (await buildStaff(bureau.db)).user_id }),
  'permission.delete': async () => {
    const { id } = await boss.call(endpoints.permission.create, { codename: 'npn_specified', description: 'A code' });
    return { permission_ids: [id] };
  },
  'group.delete': async () => ({ group_id: (await buildGroup(bureau.db)).id }),
  'allowance.list': () => ({ year: 2026, month: 11 }),
  'setting.locks': () => ({ screen_name: 'job' }),
  'setting.metadata': () => ({ data_type: 'ALLOWANCE' }),
} satisfies Record<string, () => object | Promise<object>>;

const findEndpoint = (name: string) => allEndpoints.find((endpoint) => endpoint.name === name)!;

describe('an endpoint with a payload in the specification', () => {
  it.each(Object.entries(PAYLOADS))(
    'the keys of the specification are accepted, and no others: %s',
    async (name, payload) => {
      const input = await payload();
      const response = await boss.send(findEndpoint(name), { ...input, colour: 'red' });
      expect(response.problem.errors).toMatchObject([{ field: 'colour', code: 'unknown_field' }]);
      expect(await boss.send(findEndpoint(name), input)).toMatchObject({ status: 200 });
    },
  );

  it('the portal login of a customer stays when the username is empty', async () => {
    const input = await PAYLOADS['customer.detailUpdate']();
    await boss.call(endpoints.customer.detailUpdate, input);
    for (const [new_cus_username, city] of [['', 'Hội An'] as const, [null, 'Đà Nẵng'] as const]) {
      const loginInput = { ...input, new_cus_username, details: { city } };
      const { customer, login } = await boss.call(endpoints.customer.detailUpdate, loginInput);
      expect(customer).toMatchObject({ details: { city }, cus0: { login: { username: input.new_cus_username } } });
      expect(login).toBeNull();
    }
  });
});

/** All list filters of reads, with the other required fields. */
const FILTERS = allEndpoints
  .filter(({ kind, method }) => kind === 'read' && method === 'POST')
  .flatMap((endpoint) => {
    const schema = toJsonSchema(endpoint.input, 'input');
    const needed = (schema.required ?? []) as string[];
    const sample = Object.fromEntries(listProperties(schema).map(([name, of]) => [name, createSample(of, name)]));
    const base = Object.fromEntries(needed.map((name) => [name, sample[name]]));
    return listProperties(schema)
      .filter(([name, { type }]) => type === 'array' && !needed.includes(name))
      .map(([name]) => [endpoint.name, name, endpoint, base, sample[name] as unknown[]] as const);
  });

describe('a filter of several values', () => {
  it('the filters are found', () => {
    const found = FILTERS.map(([call, name]) => `${call} ${name}`);
    expect(found).toEqual(expect.arrayContaining(['task.list status', 'job.list job_status', 'staff.list workplace']));
  });

  it.each(FILTERS)('a single value is accepted like a list: %s %s', async (_call, name, endpoint, base, list) => {
    const many = await boss.send(endpoint, { ...base, [name]: list });
    expect(many.status).toBe(200);
    expect((await boss.send(endpoint, { ...base, [name]: list[0] })).body).toEqual(many.body);
  });
});
