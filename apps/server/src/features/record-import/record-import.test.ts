import type { ImportKindName } from '@darkroom/contract/record-import';
import { endpoints } from '@darkroom/contract/endpoints';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCus1, buildCustomer } from '../../testing/factories/customers.ts';

const { recordImport, customer, price, category, history } = endpoints;
let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

type Cells = Record<string, string | number>;
const send = (kind: ImportKindName, rows: readonly Cells[], check_only: boolean, import_id: string, who = boss) =>
  who.call(recordImport.run, {
    import_id,
    kind,
    language: 'en',
    file_name: 'file.xlsx',
    check_only,
    rows: rows.map((cells) => ({ cells })),
  });
const check = (kind: ImportKindName, rows: readonly Cells[], who?: ApiClient) =>
  send(kind, rows, true, randomUUID(), who);
/** Saves rows and expects that all were saved. */
async function save(kind: ImportKindName, rows: readonly Cells[]) {
  const import_id = randomUUID();
  const result = await send(kind, rows, false, import_id);
  expect(result.rows.flatMap(({ errors }) => errors)).toEqual([]);
  return { ...result, import_id, actions: result.rows.map(({ action }) => action) };
}
const errorsOf = async (kind: ImportKindName, rows: readonly Cells[], who?: ApiClient) =>
  (await check(kind, rows, who)).rows.map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`).sort());
const undo = (import_id: string) => boss.call(recordImport.undo, { import_id });
const findCustomers = async (text: string) => (await boss.call(customer.detailList, { text })).results;

describe('an import of customers', () => {
  const row = (name: string, more: Cells = {}): Cells => ({
    cus0_name: 'Aurora Group',
    cus1_name: name,
    cus2: 'Albums; Prints',
    ...more,
  });

  it('three levels, details and logins are added, and found again by name', async () => {
    const { actions, passwords } = await save('customer', [
      row('Aurora North', {
        join_date: '1/2/2024',
        contract_status: 'signed',
        tier: 'gold',
        new_cus_username: 'aurora.north',
      }),
      row('Aurora South', { country: 'Norway' }),
    ]);
    expect(actions).toEqual(['add', 'add']);
    expect(passwords).toMatchObject([{ username: 'aurora.north', one_time_password: expect.any(String) as string }]);
    const [north, south] = await findCustomers('Aurora');
    expect(north).toMatchObject({
      cus1_name: 'Aurora North',
      details: { join_date: '2024-02-01', contract_status: 'Signed', tier: 'Gold' },
      login: { username: 'aurora.north' },
    });
    expect(south).toMatchObject({ cus0: { id: north!.cus0.id }, details: { country: 'Norway' } });
    expect(north!.cus2_list.map(({ name }) => name).sort()).toEqual(['Albums', 'Prints']);

    const again = await check('customer', [
      row('AURORA NORTH'),
      row('Aurora South', { country: 'Iceland', cus2: 'Films' }),
    ]);
    expect(again.rows).toMatchObject([
      { action: 'same' },
      { action: 'update', changes: [{ field: 'cus2' }, { field: 'country', before: 'Norway', after: 'Iceland' }] },
    ]);
    const entries = await boss.call(history.list, { entity: 'cus1', entity_id: north!.cus_id1 });
    expect(entries.results.at(-1)).toMatchObject({ action: 'customer.importAdd', note: 'file.xlsx' });
  });

  it('errors are reported on their columns, and permissions are those of the form', async () => {
    expect(
      await errorsOf('customer', [
        { cus1_name: 'No group' },
        row('Bad', { join_date: '40/1/2024', billing_email: 'x', tier: 'Z' }),
        row('Twice', { new_cus_username: 'boreal' }),
        row('Twice'),
        row('Other', { new_cus_username: 'boreal' }),
      ]),
    ).toEqual([
      ['cus0_name cus0_first', 'cus2 required'],
      ['billing_email not_email', 'join_date not_a_day', 'tier invalid'],
      [],
      ['cus1_name duplicate'],
      ['new_cus_username username_exists'],
    ]);
    const adder = await bureau.as(['npn_view_customer', 'npn_add_customer']);
    await save('customer', [row('Known')]);
    expect(
      await errorsOf(
        'customer',
        [row('Fresh'), row('Fresh 2', { new_cus_username: 'f' }), row('Known', { city: 'Oslo' })],
        adder,
      ),
    ).toEqual([[], [' forbidden'], [' forbidden']]);
    expect(await findCustomers('Fresh')).toEqual([]);
  });

  it('an undo removes unused customers and restores changed ones', async () => {
    await save('customer', [row('Cirrus', { city: 'Oslo' })]);
    const { import_id } = await save('customer', [
      row('Cirrus', { city: 'Bergen', cus2: 'Maps', new_cus_username: 'cirrus' }),
      row('Nimbus'),
      row('Stratus'),
    ]);
    const later = await save('customer', [row('Altus', { new_cus_username: 'altus' })]);
    expect(await undo(later.import_id)).toMatchObject({ removed: 1 });
    await save('customer', [row('Altus')]);
    const login = await save('customer', [row('Altus', { new_cus_username: 'altus' })]);
    expect(await undo(login.import_id)).toMatchObject({ restored: 1, kept: [] });
    expect(await findCustomers('Altus')).toMatchObject([{ login: null }]);
    const [stratus] = await findCustomers('Stratus');
    const { id: service_cat2_id } = await buildCategory(bureau.db);
    const terms = { retail_price: 1, wholesale_price: 1, estimate_minutes: 1, visible: true, enabled: true };
    await boss.call(price.update, {
      cus_id1: stratus!.cus_id1,
      prices: [{ service_cat2_id, version: null, ...terms }],
    });
    expect(await undo(import_id)).toEqual({
      removed: 1,
      restored: 1,
      kept: [{ name: 'Aurora Group › Stratus', code: 'in_use' }],
    });
    expect(await findCustomers('Nimbus')).toEqual([]);
    const [cirrus] = await findCustomers('Cirrus');
    expect(cirrus).toMatchObject({ details: { city: 'Oslo' }, login: null });
    expect(cirrus!.cus2_list.map(({ name }) => name).sort()).toEqual(['Albums', 'Prints']);
  });
});

describe('an import of prices', () => {
  async function createMarket() {
    const customers = [await buildCus1(bureau.db), await buildCus1(bureau.db)];
    const categories = [await buildCategory(bureau.db), await buildCategory(bureau.db)];
    const { results } = await boss.call(price.detail, { id: customers[0]!.id });
    const names = await Promise.all(customers.map(({ id }) => boss.call(price.detail, { id })));
    const row = (c: number, p: number, more: Cells): Cells => {
      const { cus0_name, cus1_name } = names[c]!;
      const { cat1, cat2 } = results.find(({ service_cat2_id }) => service_cat2_id === categories[p]!.id)!;
      return { cus0_name, cus1_name, cat1, cat2, ...more };
    };
    const read = async (c: number, p: number) => {
      const { results: lines } = await boss.call(price.detail, { id: customers[c]!.id });
      return lines.find(({ service_cat2_id }) => service_cat2_id === categories[p]!.id)!;
    };
    return { customers, categories, row, read };
  }

  it('prices of several customers are added and changed, and restored by undo', async () => {
    const { row, read } = await createMarket();
    await save('price', [row(0, 0, { retail_price: '2.5', wholesale_price: 2 })]);
    const rows = [
      row(1, 0, { retail_price: '1,5', wholesale_price: '1' }),
      row(0, 0, { retail_price: 3 }),
      row(0, 1, { retail_price: 9, wholesale_price: 8, visible: 'no' }),
      row(0, 0, { retail_price: 3 }),
    ];
    expect((await check('price', rows)).rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
      [],
      [],
      [],
      ['duplicate'],
    ]);
    const { import_id, actions, rows: saved } = await save('price', rows.slice(0, 3));
    expect(actions).toEqual(['add', 'update', 'add']);
    expect(saved[1]).toMatchObject({ changes: [{ field: 'retail_price', before: '2.5', after: '3' }] });
    expect(await read(0, 0)).toMatchObject({ retail_price: 3, wholesale_price: 2, visible: true });
    expect(await read(0, 1)).toMatchObject({ retail_price: 9, visible: false });
    expect(await undo(import_id)).toEqual({ removed: 2, restored: 1, kept: [] });
    expect(await read(0, 0)).toMatchObject({ retail_price: 2.5 });
    expect(await read(0, 1)).toMatchObject({ id: null });
  });

  it('errors are reported on their rows and columns', async () => {
    const { row } = await createMarket();
    const reader = await bureau.as(['npn_view_customer', 'npn_add_customer']);
    expect(
      await errorsOf('price', [
        row(0, 0, { retail_price: '1,755', wholesale_price: 1 }),
        row(0, 1, { retail_price: -1 }),
        { ...row(0, 0, { retail_price: 1, wholesale_price: 1 }), cat2: 'Nothing' },
        { ...row(1, 0, { retail_price: 1, wholesale_price: 1 }), cus1_name: 'Nobody' },
      ]),
    ).toEqual([['retail_price ambiguous_number'], [], ['cat2 unknown'], ['cus1_name unknown']]);
    expect(await errorsOf('price', [row(0, 1, { retail_price: -1 })])).toEqual([
      ['retail_price too_small', 'wholesale_price required'],
    ]);
    const input = { import_id: randomUUID(), kind: 'price', language: 'en', check_only: true, rows: [{ cells: {} }] };
    expect((await reader.send(recordImport.run, input)).status).toBe(403);
  });

  it('an exported list changes nothing, and a row of the catalogue without values adds no price', async () => {
    const { customers, row, read } = await createMarket();
    await save('price', [row(0, 0, { retail_price: 2, wholesale_price: 1 })]);
    const { currency, results } = await boss.call(price.detail, { id: customers[0]!.id });
    const { cus0_name, cus1_name } = row(0, 0, {});
    const exported = results.map((line): Cells => {
      const { service_type, cat1, cat2, retail_price, wholesale_price, estimate_minutes } = line;
      const terms = { retail_price, wholesale_price, estimate_minutes, visible: 'Yes', enabled: 'Yes' };
      return {
        cus0_name: cus0_name!,
        cus1_name: cus1_name!,
        service_type,
        cat1,
        cat2,
        currency,
        ...(line.id && (terms as Cells)),
      };
    });
    expect(exported.length).toBeGreaterThan(1);
    const { actions } = await save('price', exported);
    expect(new Set(actions)).toEqual(new Set(['same']));
    expect(await read(0, 1)).toMatchObject({ id: null });
  });

  it('a category is found by its own name, unless several have it', async () => {
    const { categories, row, read } = await createMarket();
    const { cat1: _cat1, ...short } = row(0, 0, { retail_price: 2, wholesale_price: 1 });
    await save('price', [short]);
    expect(await read(0, 0)).toMatchObject({ retail_price: 2 });
    await buildCategory(bureau.db, { name: String(short.cat2) });
    expect(await errorsOf('price', [short])).toEqual([['cat2 ambiguous']]);
    await save('price', [row(0, 0, { retail_price: 3 })]);
    expect(categories).toHaveLength(2);
    expect(await errorsOf('price', [row(0, 0, { retail_price: 4, service_type: 'No such type' })])).toEqual([
      ['service_type unknown'],
    ]);
  });

  it('amounts have one decimal mark, of the file or chosen by the user', async () => {
    const { row } = await createMarket();
    const twoWays = row(0, 0, { retail_price: '1,755', wholesale_price: '1,404' });
    expect(await errorsOf('price', [twoWays])).toEqual([
      ['retail_price ambiguous_number', 'wholesale_price ambiguous_number'],
    ]);
    const oneWay = row(0, 1, { retail_price: '0,298', wholesale_price: '0,2' });
    expect(await errorsOf('price', [twoWays, oneWay])).toEqual([[], []]);
    await save('price', [row(0, 0, { retail_price: 1, wholesale_price: 1 })]);
    const readWith = async (decimal_mark: ',' | '.') => {
      const input = { import_id: randomUUID(), kind: 'price', language: 'en', check_only: true, decimal_mark } as const;
      const { rows } = await boss.call(recordImport.run, { ...input, rows: [{ cells: twoWays }] });
      return rows[0]!.changes.map(({ after, is_large }) => [after, is_large]);
    };
    expect(await readWith(',')).toEqual([
      ['1.755', false],
      ['1.404', false],
    ]);
    expect(await readWith('.')).toEqual([
      ['1755', true],
      ['1404', true],
    ]);
  });

  it('amounts in another currency are refused', async () => {
    const { row } = await createMarket();
    const readAmount = (retail_price: string, more: Cells = {}) =>
      errorsOf('price', [row(0, 0, { retail_price, wholesale_price: 1, ...more })]);
    for (const own of ['$2.50', '2,5 USD', 'usd 2.5']) expect(await readAmount(own), own).toEqual([[]]);
    for (const other of ['€2.50', '2,5 EUR', 'A$2.5', '2k'])
      expect(await readAmount(other), other).toEqual([['retail_price other_currency']]);
    for (const currency of ['USD', ' usd ', '$']) expect(await readAmount('2', { currency }), currency).toEqual([[]]);
    for (const currency of ['EUR', 'USD / EUR'])
      expect(await readAmount('2', { currency }), currency).toEqual([['currency other_currency']]);
  });

  it('a price that someone ordered by stays after an undo', async () => {
    const { customers, categories, row, read } = await createMarket();
    const { import_id } = await save('price', [row(0, 0, { retail_price: 5, wholesale_price: 4 })]);
    const customer2_id = (await buildCustomer(bureau.db, { cus_id1: customers[0]!.id })).id;
    const { id: service_cat2_id, cat1_id: service_cat1_id } = categories[0]!;
    const job_details = [{ service_cat1_id, service_cat2_id, quantity: 1 }];
    await boss.call(endpoints.job.bulkAdd, {
      jobs: [{ job_date: '2026-11-20', customer2_id, job_name: 'Ordered', job_details }],
    });
    expect((await undo(import_id)).kept).toMatchObject([{ code: 'in_use' }]);
    expect(await read(0, 0)).toMatchObject({ retail_price: 5 });
  });
});

describe('an import of the catalogue', () => {
  it('categories are added with their levels, changed, and undone', async () => {
    const row = (cat2: string, more: Cells = {}): Cells => ({
      service_type: 'Drone',
      workstream: 'PTE',
      cat1: 'Aerial',
      cat2,
      level: 2,
      ...more,
    });
    const { actions } = await save('category', [
      row('Roof', { estimate_minutes: 10 }),
      row('Garden', { enabled: 'no' }),
    ]);
    expect(actions).toEqual(['add', 'add']);
    const { import_id, actions: changed, rows } = await save('category', [row('ROOF', { level: 5 }), row('Pool')]);
    expect(changed).toEqual(['update', 'add']);
    expect(rows[0]).toMatchObject({ changes: [{ field: 'level', before: '2', after: '5' }] });
    const read = async () => (await boss.call(category.list, {})).cat2;
    expect((await read())['Aerial.Roof']).toMatchObject({ level: 5, estimate_minutes: 10, enabled: true });
    expect((await read())['Aerial.Garden']).toMatchObject({ enabled: false });
    expect(await undo(import_id)).toEqual({ removed: 1, restored: 1, kept: [] });
    expect((await read())['Aerial.Roof']).toMatchObject({ level: 2 });
    expect(await read()).not.toHaveProperty('Aerial.Pool');
    expect(
      await errorsOf('category', [
        row('Roof', { workstream: 'OTS' }),
        { cat1: 'New', cat2: 'Without type', level: 12 },
        row('No level', { level: 'high' }),
      ]),
    ).toEqual([['workstream parent_cannot_change'], ['level too_big'], ['level not_a_number']]);
    expect(await errorsOf('category', [{ cat1: 'New', cat2: 'Without type', level: 1 }])).toEqual([
      ['service_type required'],
    ]);
  });
});

it('a check shows former values only to users who can view the records', async () => {
  for (const [kind, code] of [
    ['member', 'npn_change_member'],
    ['customer', 'npn_change_customer'],
    ['price', 'npn_change_customer_price'],
  ] as const) {
    const client = await bureau.as([code]);
    const input = { kind, language: 'en' as const };
    expect((await client.send(endpoints.recordImport.columns, input)).problem.code, kind).toBe('forbidden');
  }
});
