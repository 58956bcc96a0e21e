import type { Endpoint } from '@darkroom/contract/endpoint';
import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { read as readBook, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../live/emit.ts';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { GROUPS, type GroupName } from '../../testing/groups.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';
import { openStream } from '../../testing/live-stream.ts';
import { moveMonth, OCTOBER, readMonth } from '../../testing/months.ts';

const { allowance, history } = endpoints;
const OPEN = { year: 2026, month: 11 };
const canManageAllowances = (group: GroupName) => (GROUPS[group] as readonly string[]).includes('npn_admin_allowance');
const MANAGER_GROUPS = (Object.keys(GROUPS) as GroupName[]).filter(canManageAllowances);
const OTHER_GROUPS = (Object.keys(GROUPS) as GroupName[]).filter((group) => !canManageAllowances(group));
/** Figures and a name that only this person has. */
const NAME = 'Tạ Thị Riêng';
const PARKING = 7_654_321;
const NOTE = 'Đã hỏi chị Riêng';
const secrets = ['Riêng', 'rieng.ta', String(PARKING)];

let bureau: TestApp;
let keeper: ApiClient;
let root: ApiClient;
let private_id: number;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  await bureau.app.listen({ host: '127.0.0.1', port: 0 });
  keeper = await signInAs('Accountant');
  root = await bureau.as({ full_name: 'Root', is_superuser: true });
  const fields = { full_name: NAME, username: 'rieng.ta', start_time: '2020-01-01' };
  private_id = (await buildStaff(bureau.db, { ...fields, permissions: ['npn_editor_pte', 'npn_view_allowance'] }))
    .user_id;
  for (const month of [OCTOBER, OPEN]) {
    await keeper.call(allowance.monthlyAdd, { entries: [{ staff_id: private_id, ...month, parking: PARKING }] });
    const date = `${month.year}-${month.month}-05`;
    await keeper.call(allowance.dailyAdd, {
      entries: [{ staff_id: private_id, date, ...NO_FEES, meal_fee: 3, online_fee: 1 }],
    });
  }
  for (const month of [OCTOBER, OPEN]) {
    const { results, totals } = await readMonth(keeper, month);
    const total = results.find(({ staff_id }) => staff_id === private_id)!.total_allowance;
    secrets.push(String(total), String(totals.total_allowance));
  }
  // One month is closed, with a note about that person. The other is open.
  const { results, month } = await readMonth(keeper);
  for (const { staff_id, exceptions } of results)
    for (const { kind, day, basis } of exceptions)
      await keeper.call(allowance.accept, { ...OCTOBER, found: [{ staff_id, kind, day, basis }], note: NOTE });
  for (const { kind, day, basis } of month.exceptions)
    await keeper.call(allowance.accept, { ...OCTOBER, found: [{ staff_id: null, kind, day, basis }], note: NOTE });
  const closed = await moveMonth(root, 'close', { reader: keeper, reason: `Trả sớm: ${NAME}` });
  if (closed.status !== 200) throw new Error(closed.text);
});
afterAll(() => bureau.close());

/** Signs in as a member of a built-in group. */
const signInAs = (group: GroupName) => bureau.as({ full_name: `Của ${group}`, permissions: GROUPS[group] });

const findSecretsIn = (text: string) => secrets.filter((secret) => text.includes(secret));

/** All endpoints that read a person's month, with and without their id. */
const READS: readonly [string, Endpoint, (month: typeof OCTOBER) => object][] = [
  ['the list', allowance.list, (month) => ({ ...month, page_size: 200 })],
  ['the list by text', allowance.list, (month) => ({ ...month, text: 'rieng' })],
  ['the list of one', allowance.list, (month) => ({ ...month, staff_id: private_id })],
  ['the year', allowance.year, (month) => ({ ...month, staff_id: private_id })],
  ['the closings', allowance.closings, (month) => month],
  [
    'the history of the person',
    history.list,
    ({ year, month }) => ({ entity: 'allowance', entity_id: `${private_id} ${year}-${month}` }),
  ],
  [
    'the history of the month',
    history.list,
    ({ year, month }) => ({ entity: 'allowance_month', entity_id: `${year}-${month}` }),
  ],
  [
    'the history of the lock',
    history.list,
    ({ year, month }) => ({ entity: 'system_lock', entity_id: `allowance ${year}-${month}` }),
  ],
  ['the locks', endpoints.setting.locks, () => ({})],
];

const requestFile = (by: ApiClient, format: 'xlsx' | 'pdf', filter: object) =>
  bureau.app.inject({
    method: 'POST',
    url: endpoints.export.allowances.path,
    headers: { authorization: `Bearer ${by.token}` },
    payload: { format, language: 'vi', filter },
  });

const readCells = (bytes: Buffer) =>
  Object.values(readBook(bytes).Sheets)
    .map((sheet) => utils.sheet_to_csv(sheet))
    .join('\n');

describe('a person’s months', () => {
  it.each(OTHER_GROUPS)("%s cannot see a person's name, amounts or notes in any response", async (group) => {
    const user = await signInAs(group);
    for (const month of [OCTOBER, OPEN]) {
      for (const [what, endpoint, input] of READS) {
        const { status, text } = await user.send(endpoint, input(month));
        expect(findSecretsIn(text), `${what}: ${status}`).toEqual([]);
        expect(status, what).toBeLessThan(500);
      }
      const own = await user.call(allowance.list, { ...month, page_size: 200 });
      expect(own.results.map(({ staff_id }) => staff_id).filter((id) => id !== user.user_id)).toEqual([]);
      expect(own.month).toMatchObject({ unsettled: null, exceptions: [], reason: '' });
      expect((await requestFile(user, 'xlsx', { ...month, staff_id: private_id })).statusCode).toBe(404);
      expect((await requestFile(user, 'pdf', { ...month, staff_id: private_id })).statusCode).toBe(404);
      const ownFile = await requestFile(user, 'xlsx', month);
      if (ownFile.statusCode === 200) expect(findSecretsIn(readCells(ownFile.rawPayload))).toEqual([]);
    }
  });

  it.each(OTHER_GROUPS)("%s cannot change, accept or close a person's month", async (group) => {
    const user = await signInAs(group);
    const { results, month } = await readMonth(keeper, OPEN);
    const row = results.find(({ staff_id }) => staff_id === private_id)!;
    const [entry, monthly] = [row.daily_allowance[0]!, row.monthly_allowance!];
    const writes: [Endpoint, object][] = [
      [allowance.dailyAdd, { entries: [{ staff_id: private_id, date: '2026-11-06', ...NO_FEES, meal_fee: 1 }] }],
      [allowance.dailyUpdate, { entries: [{ id: entry.id, version: entry.version, meal_fee: 1 }] }],
      [allowance.monthlyAdd, { entries: [{ staff_id: private_id, year: 2026, month: 9, parking: 1 }] }],
      [allowance.monthlyUpdate, { entries: [{ id: monthly.id, version: monthly.version, parking: 1 }] }],
      [allowance.accept, { ...OPEN, found: [{ staff_id: private_id, kind: 'no_entry', basis: '-' }], note: 'x' }],
      [allowance.moveMonth, { ...OCTOBER, version: month.version, action: 'reopen', reason: 'x' }],
      [allowance.closings, OCTOBER],
    ];
    for (const [endpoint, input] of writes) {
      const { status, text } = await user.send(endpoint, input);
      expect(status, endpoint.path).toBe(403);
      expect(findSecretsIn(text)).toEqual([]);
    }
  });

  it.each(MANAGER_GROUPS)('%s can read the months, as an allowance manager', async (group) => {
    const user = await signInAs(group);
    for (const month of [OCTOBER, OPEN]) {
      const { text } = await user.send(allowance.list, { ...month, staff_id: private_id });
      expect(findSecretsIn(text)).toEqual(expect.arrayContaining(['Riêng', 'rieng.ta', String(PARKING)]));
      expect(findSecretsIn(readCells((await requestFile(user, 'xlsx', month)).rawPayload))).toContain('Riêng');
    }
    expect((await user.send(allowance.closings, OCTOBER)).text).toContain('Riêng');
  });

  it('customers and callers without a session cannot read the months', async () => {
    const { user_id } = await buildCustomerAccount(bureau.db);
    for (const [by, refused] of [
      [await bureau.as(user_id), 403],
      [bureau.withToken(null), 401],
    ] as const) {
      for (const [what, endpoint, input] of READS) {
        const { status, text } = await by.send(endpoint, input(OCTOBER));
        expect(status, what).toBe(refused);
        expect(findSecretsIn(text)).toEqual([]);
      }
      expect((await requestFile(by, 'pdf', OCTOBER)).statusCode).toBe(refused);
    }
  });

  it('live events about a month reach its person and allowance managers', async () => {
    const { user_id: customer } = await buildCustomerAccount(bureau.db);
    const listeners: [string, ApiClient][] = [
      ['the person', await bureau.as(private_id)],
      ['a customer', await bureau.as(customer)],
      ['somebody without the screen', await bureau.as(['npn_view_task'])],
    ];
    for (const group of [...MANAGER_GROUPS, ...OTHER_GROUPS]) listeners.push([group, await signInAs(group)]);
    const receivedStreams = await Promise.all(
      listeners.map(async ([who, client]) => {
        const stream = await openStream(bureau.app, client.token);
        await stream.next(({ event }) => event === 'ready');
        return { who, client, stream };
      }),
    );
    await keeper.call(allowance.dailyAdd, {
      entries: [{ staff_id: private_id, date: '2026-11-09', ...NO_FEES, meal_fee: 2 }],
    });
    const readReceivedTopics = async () => {
      await emit(bureau, 'lock', [1]);
      for (const { who, stream } of receivedStreams)
        if (who !== 'a customer') await stream.next(({ data }) => data.topic === 'lock');
      const ids = receivedStreams.map(({ who, stream }) => {
        const allowances = stream.received.filter(({ data }) => data.topic === 'allowance');
        stream.received.length = 0;
        return [who, allowances.map(({ data }) => data.ids)] as const;
      });
      return Object.fromEntries(ids);
    };
    const setGroupIds = (ids: number[][]) => Object.fromEntries(MANAGER_GROUPS.map((group) => [group, ids]));
    const listOtherIds = (ids: (own: number) => number[][]) =>
      Object.fromEntries(
        receivedStreams.flatMap(({ who, client }) =>
          OTHER_GROUPS.includes(who as GroupName) ? [[who, ids(client.user_id)]] : [],
        ),
      );
    const outside = { 'a customer': [], 'somebody without the screen': [] };
    expect(await readReceivedTopics()).toEqual({
      ...outside,
      ...listOtherIds(() => []),
      ...setGroupIds([[private_id]]),
      'the person': [[private_id]],
    });
    // A moved month concerns everybody, so each person refetches their own.
    expect((await moveMonth(root, 'reopen', { reader: keeper, reason: 'Nhầm' })).status).toBe(200);
    expect(await readReceivedTopics()).toEqual({
      ...outside,
      ...listOtherIds((own) => [[own]]),
      ...setGroupIds([[]]),
      'the person': [[private_id]],
    });
    for (const { stream } of receivedStreams) stream.close();
  });
});
