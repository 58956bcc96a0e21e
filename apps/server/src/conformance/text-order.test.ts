import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { buildCus0, buildCus1, buildCustomer } from '../testing/factories/customers.ts';
import { buildGroup, buildStaff, buildTeam } from '../testing/factories/people.ts';
import { buildRequest } from '../testing/factories/requests.ts';
import { buildJob } from '../testing/factories/work.ts';

const IN_ORDER = ['an', 'Ảnh', 'ăn', 'ân', 'boss', 'Đà Nẵng', 'Job 2', 'Job 10', 'Östra', 'Wedding'];
// Order by bytes, which differs.
const SHUFFLED = IN_ORDER.toSorted();

let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  const { db } = bureau;
  boss = await bureau.as({ is_superuser: true, full_name: 'Zuletzt', username: 'zz' });
  const { id: cus_id0 } = await buildCus0(db, { name: 'Zz' });
  const { id: cus_id1 } = await buildCus1(db, { cus_id0, name: 'Zz' });
  const { id: customer2_id } = await buildCustomer(db, { cus_id1, name: 'Zz' });
  const team = await buildTeam(db, { team_name: 'Zz', leader_id: boss.user_id });
  for (const name of SHUFFLED) {
    await buildJob(db, { customer2_id, job_name: name, prod_id: `own ${name}` });
    await buildCus0(db, { name });
    await buildCus1(db, { cus_id0, name, company_name: name, country: name });
    await buildCustomer(db, { cus_id1, name });
    const { id: group_id } = await buildGroup(db, { group_name: name });
    await buildTeam(db, { team_name: name, leader_id: boss.user_id });
    await buildStaff(db, {
      full_name: name,
      username: name.replace(' ', '-'),
      staff_id: name,
      department: name,
      group_id,
      teams: [team.id],
    });
    await buildRequest(db, { cus_id1, subject: name });
  }
});
afterAll(() => bureau.close());

/** Returns the names of the test in the result of a list, in its order. */
const pickTestNames = (names: readonly (string | null)[]) =>
  names.filter((name) => name !== null && IN_ORDER.includes(name));

const LISTS: Record<string, (sign: '' | '-') => Promise<(string | null)[]>> = {
  'jobs by name': async (sign) =>
    (await boss.call(endpoints.job.list, { sort: `${sign}job_name` })).results.map((job) => job.job_name),
  'jobs by production ID': async (sign) =>
    (await boss.call(endpoints.job.list, { sort: `${sign}prod_id` })).results.map((job) => job.prod_id.slice(4)),
  'customers by name': async (sign) =>
    (await boss.call(endpoints.customer.detailList, { sort: `${sign}name` })).results.map((row) => row.cus1_name),
  'customers by company': async (sign) =>
    (await boss.call(endpoints.customer.detailList, { sort: `${sign}company_name` })).results.map(
      (row) => row.details.company_name,
    ),
  'customers by country': async (sign) =>
    (await boss.call(endpoints.customer.detailList, { sort: `${sign}country` })).results.map(
      (row) => row.details.country,
    ),
  'members by name': async (sign) =>
    (await boss.call(endpoints.staff.list, { sort: `${sign}full_name` })).results.map((row) => row.full_name),
  'members by staff ID': async (sign) =>
    (await boss.call(endpoints.staff.list, { sort: `${sign}staff_id` })).results.map((row) => row.staff_id),
  'members by username': async (sign) =>
    (await boss.call(endpoints.staff.list, { sort: `${sign}username` })).results.map((row) => row.full_name),
  'members by group': async (sign) =>
    (await boss.call(endpoints.staff.list, { sort: `${sign}group_name` })).results.map((row) => row.group_name),
  'requests by subject': async (sign) =>
    (await boss.call(endpoints.request.list, { sort: `${sign}subject` })).results.map((row) => row.subject),
};

const CHOICES: Record<string, () => Promise<string[]>> = {
  'customers 0': async () => (await boss.call(endpoints.customer.list, {})).cus0_list.map(({ name }) => name),
  'customers 1': async () => (await boss.call(endpoints.customer.list, {})).cus1_list.map(({ name }) => name),
  'customers 2': async () => (await boss.call(endpoints.customer.list, {})).cus2_list.map(({ name }) => name),
  countries: async () => (await boss.call(endpoints.customer.values, {})).country,
  teams: async () => (await boss.call(endpoints.team.list, {})).results.map((row) => row.team_name),
  groups: async () => (await boss.call(endpoints.group.list, {})).results.map((row) => row.group_name),
  'groups to put somebody into': async () =>
    (await boss.call(endpoints.staff.choices, {})).groups.map((group) => group.group_name),
  departments: async () => (await boss.call(endpoints.staff.choices, {})).departments,
};

describe('names in the order of a Vietnamese dictionary', () => {
  it.each(Object.keys(LISTS))('names are ordered in %s, in both directions', async (list) => {
    expect(pickTestNames((await LISTS[list]?.('')) ?? [])).toEqual(IN_ORDER);
    expect(pickTestNames((await LISTS[list]?.('-')) ?? [])).toEqual(IN_ORDER.toReversed());
  });

  it.each(Object.keys(CHOICES))('names are ordered in the choice of %s', async (choice) => {
    expect(pickTestNames((await CHOICES[choice]?.()) ?? [])).toEqual(IN_ORDER);
  });

  it('names are ordered within a team', async () => {
    const team = (await boss.call(endpoints.team.list, {})).results.find((row) => row.team_name === 'Zz');
    const people = await boss.call(endpoints.user.list, {});
    expect(pickTestNames((team?.members ?? []).map((id) => people[id]?.full_name ?? ''))).toEqual(IN_ORDER);
  });

  it('the order uses an index, and uniqueness and search ignore case', async () => {
    const plan = await sql<{ 'QUERY PLAN': string }>`
      explain select job_id from job order by job_name, job_id limit 50`.execute(bureau.db);
    expect(plan.rows[0]?.['QUERY PLAN']).toContain('Limit');
    expect(plan.rows[1]?.['QUERY PLAN']).toContain('job_by_name');
    const again = await boss.send(endpoints.team.add, { team_name: 'đÀ nẵNG', leader_id: boss.user_id, members: [] });
    expect(again.status).toBe(409);
    const { results } = await boss.call(endpoints.job.list, { text: 'DA NANG' });
    expect(results.map((job) => job.job_name)).toEqual(['Đà Nẵng']);
  });
});
