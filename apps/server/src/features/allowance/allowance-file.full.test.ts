import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { daysOfMonth } from '@darkroom/domain/calendar/day';
import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup, buildStaff, buildTeam } from '../../testing/factories/people.ts';
import { readPageTexts } from '../../testing/pdf-text.ts';

const { allowance } = endpoints;
const OCTOBER = { year: 2026, month: 10 };
let bureau: TestApp;
let keeper: ApiClient;
let lan: ApiClient;
let minh: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  keeper = await bureau.as(
    (
      await buildStaff(bureau.db, {
        full_name: 'Kế Toán',
        start_time: '2026-11-01',
        permissions: ['npn_admin_allowance'],
      })
    ).user_id,
  );
  const addMember = async (full_name: string, username: string) => {
    const fields = { full_name, username, start_time: '2020-01-01', permissions: ['npn_view_allowance'] } as const;
    return bureau.as((await buildStaff(bureau.db, fields)).user_id);
  };
  lan = await addMember('Nguyễn Thị Lan', 'lan.nguyen');
  minh = await addMember('Trần Văn Minh', 'минь');
  const createDay = (staff_id: number, date: string, fees: object) => ({ staff_id, date, ...NO_FEES, ...fees });
  const entries = [
    createDay(lan.user_id, '2026-10-01', { parking_fee: 'AB', meal_fee: 2 }),
    createDay(lan.user_id, '2026-10-02', { online_fee: 1 }),
    createDay(minh.user_id, '2026-10-01', { meal_fee: 1 }),
  ];
  await keeper.call(allowance.dailyAdd, { entries });
});
afterAll(() => bureau.close());

async function exportFile(by: ApiClient, format: 'xlsx' | 'pdf', filter: object = {}) {
  const response = await bureau.app.inject({
    method: 'POST',
    url: endpoints.export.allowances.path,
    headers: { authorization: `Bearer ${by.token}` },
    payload: { format, language: 'en', filter: { ...OCTOBER, ...filter } },
  });
  expect(response.statusCode, response.statusCode === 200 ? '' : response.body).toBe(200);
  // The file name has the month, not the day of the download, and the person if it has only one.
  const nameSuffix = by === lan ? '-lan.nguyen' : 'staff_id' in filter ? `-${minh.user_id}` : '';
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="allowances-2026-10${nameSuffix}.${format}"`,
  );
  return response.rawPayload;
}

/** Reads the parts of an Excel file by path. */
const readPdfParts = (bytes: Buffer) => {
  const { files } = read(bytes, { bookFiles: true }) as unknown as { files: Record<string, { content?: Uint8Array }> };
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, { content }]) =>
      content ? [[path, Buffer.from(content).toString('utf8')]] : [],
    ),
  );
};

it('a month in Excel has sheets of totals and entries, with figures as numbers', async () => {
  const book = read(await exportFile(keeper, 'xlsx'));
  expect(book.SheetNames).toEqual(['Allowance', 'Entries']);
  const readRows = (name: string) => utils.sheet_to_json<Record<string, unknown>>(book.Sheets[name]!);
  const row = readRows('Allowance').find((row) => row['Full Name'] === 'Nguyễn Thị Lan');
  expect(row).toMatchObject({
    'Working Days': 27,
    'Online Days': 1,
    Meal: 60_000,
    Online: 12_962.963,
    Total: 85_962.963,
  });
  expect(readRows('Entries')).toHaveLength(3);
  expect(readRows('Entries')[1]).toMatchObject({ 'Full Name': 'Nguyễn Thị Lan', 'Online Fee': 1 });
});

it('a month in Excel has the columns and totals of the screen', async () => {
  const { Sheets } = read(await exportFile(keeper, 'xlsx'));
  const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets['Allowance']!);
  const { totals } = await keeper.call(allowance.list, OCTOBER);
  expect(rows.at(-1)).toMatchObject({
    'Online Days': totals.online_days,
    Transport: totals.total_transport,
    'Of Which Daily Tickets': totals.daily_transport,
    'Monthly Package': totals.parking,
    Meal: totals.total_meal,
    'Of Which Internet': totals.total_internet,
    'Of Which Electricity': totals.total_electricity,
    Online: totals.total_online,
    Total: totals.total_allowance,
  });
  expect(rows.find((row) => row['Full Name'] === 'Nguyễn Thị Lan')).toMatchObject({ Transport: 13_000 });
  // One person's file has only their line.
  const own = read(await exportFile(lan, 'xlsx'));
  expect(utils.sheet_to_json(own.Sheets['Allowance']!)).toHaveLength(1);
});

it('a month in Excel can be sorted above its totals and fits a page’s width', async () => {
  const bytes = await exportFile(keeper, 'xlsx');
  const { Sheets } = read(bytes);
  const rows = utils.sheet_to_json(Sheets['Allowance']!).length;
  expect(Sheets['Allowance']!['!autofilter']?.ref).toBe(`A1:O${rows}`);
  expect(Sheets['Entries']!['!autofilter']?.ref).toBe('A1:F4');
  const parts = readPdfParts(bytes);
  for (const position of [1, 2]) {
    expect(parts[`xl/worksheets/sheet${position}.xml`]).toMatch(
      /<pageSetUpPr fitToPage="1"\/>.*<pageSetup orientation="landscape" paperSize="9" fitToWidth="1" fitToHeight="0"\/>/s,
    );
    expect(parts['xl/workbook.xml']).toContain(`name="_xlnm.Print_Titles" localSheetId="${position - 1}"`);
  }
  // A file with one line has no total.
  const own = read(await exportFile(lan, 'xlsx'));
  expect(own.Sheets['Allowance']!['!autofilter']?.ref).toBe('A1:O2');
});

it('amounts of a month in Excel have decimals only if they need them', async () => {
  const { Sheets } = read(await exportFile(keeper, 'xlsx'));
  const rows = utils.sheet_to_json<Record<string, string>>(Sheets['Allowance']!, { raw: false });
  expect(rows.find((row) => row['Full Name'] === 'Nguyễn Thị Lan')).toMatchObject({
    Transport: '13,000',
    'Monthly Package': '0',
    Meal: '60,000',
    Online: '12,962.963',
    Total: '85,962.963',
  });
  // The total in bold too.
  expect(rows.at(-1)).toMatchObject({
    Transport: '13,000',
    Meal: '90,000',
    Online: '12,962.963',
    Total: '115,962.963',
  });
});

it('a slip shows only its person, also when that person downloads it', async () => {
  const own = await readPageTexts(await exportFile(lan, 'pdf'));
  expect(own).toHaveLength(1);
  expect(own[0]).toContain('Nguyễn Thị Lan');
  expect(own[0]).toContain('Allowance slip 10/2026');
  expect(own[0]).toContain('350,000 ÷ 27 working days × 1 online day = 12,962.963');
  expect(own[0]).toContain('Of Which Internet');
  expect(own[0]).not.toContain('Minh');
  const ofOne = await readPageTexts(await exportFile(keeper, 'pdf', { staff_id: minh.user_id }));
  expect(ofOne).toHaveLength(1);
  const all = await readPageTexts(await exportFile(keeper, 'pdf'));
  const ofMinh = all.filter((page) => page.includes('Trần Văn Minh'));
  expect(ofMinh).toHaveLength(1);
  expect(ofMinh[0]).not.toContain('Lan');
  expect(readPdfParts(await exportFile(lan, 'xlsx'))['xl/worksheets/sheet1.xml']).not.toContain('Minh');
});

it('a slip fits one page with 31 days, long names and large amounts', async () => {
  const { db } = bureau;
  const createLongText = (word: string) => `${word} `.repeat(40).slice(0, 100).trim();
  const teams = await Promise.all(
    [1, 2, 3].map(
      async (at) =>
        (await buildTeam(db, { team_name: `${createLongText('Nguyễn Phước').slice(0, 97)} ${at}`, leader_id: null }))
          .id,
    ),
  );
  const { id: group_id } = await buildGroup(db, { group_name: createLongText('Tổ chụp ảnh') });
  const full_name = createLongText('Công Tằng Tôn Nữ');
  const { user_id: staff_id } = await buildStaff(db, {
    full_name,
    group_id,
    teams,
    workplace: createLongText('Thừa Thiên Huế'),
  });
  const month = { year: 2026, month: 8 };
  const entries = daysOfMonth('2026-08').map((date) => ({
    staff_id,
    date,
    parking_fee: 'ABC' as const,
    meal_fee: 3 as const,
    online_fee: 1 as const,
  }));
  await keeper.call(allowance.dailyAdd, { entries });
  await keeper.call(allowance.monthlyAdd, { entries: [{ staff_id, ...month, parking: 999_999_999.999 }] });
  const { total_items } = await keeper.call(allowance.list, { ...month, page_size: 200 });
  for (const language of ['vi', 'en']) {
    const response = await bureau.app.inject({
      method: 'POST',
      url: endpoints.export.allowances.path,
      headers: { authorization: `Bearer ${keeper.token}` },
      payload: { format: 'pdf', language, filter: month },
    });
    const pages = await readPageTexts(response.rawPayload);
    expect(pages).toHaveLength(total_items);
    const own = pages.find((page) => page.includes('Công Tằng')) ?? '';
    // The month shows all days, in two columns with headings.
    expect(own).toContain(language === 'vi' ? '31/08/2026' : '31 Aug 2026');
    expect(own.split(language === 'vi' ? 'Phí làm từ xa' : 'Online Fee')).toHaveLength(3);
  }
});

it('a closed month gives the same file when lookups, names and groups change', async () => {
  const otherUser = await bureau.as(['npn_admin_allowance']);
  const readMonthFigures = async () => (await keeper.call(allowance.list, { ...OCTOBER, page_size: 200 })).month;
  const { results } = await keeper.call(allowance.list, { ...OCTOBER, page_size: 200 });
  for (const { staff_id, exceptions } of results)
    for (const { kind, day, basis } of exceptions)
      await keeper.call(allowance.accept, { ...OCTOBER, found: [{ staff_id, kind, day, basis }], note: 'Looked at' });
  for (const [by, action] of [
    [keeper, 'prepare'],
    [otherUser, 'close'],
  ] as const)
    await by.call(allowance.moveMonth, { ...OCTOBER, version: (await readMonthFigures()).version, action });
  const list = await keeper.call(allowance.list, { ...OCTOBER, page_size: 200 });
  const readYearRow = async () =>
    (await keeper.call(allowance.year, { ...OCTOBER, staff_id: lan.user_id })).results.at(-1);
  const year = await readYearRow();
  const exportFiles = async (by: ApiClient) => [
    await exportFile(by, 'xlsx'),
    await exportFile(by, 'pdf'),
    await exportFile(lan, 'xlsx'),
    await exportFile(lan, 'pdf'),
  ];
  const exportedFiles = await exportFiles(keeper);

  await sql`update metadata set value = '999999'::jsonb where data_type = 'ALLOWANCE' and key in ('internet', 'electricity')`.execute(
    bureau.db,
  );
  await sql`update metadata set value = '{"1": 1, "2": 2, "3": 3}'::jsonb where data_type = 'ALLOWANCE' and key = 'meal'`.execute(
    bureau.db,
  );
  await sql`update metadata set value = '{"A": 1, "B": 2, "C": 3, "AB": 4, "BC": 5, "ABC": 6}'::jsonb where data_type = 'ALLOWANCE' and key = 'transport'`.execute(
    bureau.db,
  );
  await sql`update metadata set value = '[{"date": "2026-10-01", "vi": "Lễ", "en": "Feast"}]'::jsonb where data_type = 'ALLOWANCE' and key = 'holidays'`.execute(
    bureau.db,
  );
  await sql`update user_account set full_name = 'Ai Đó ' || id, username = 'u' || id`.execute(bureau.db);
  await sql`update staff set workplace = 'Elsewhere', start_time = '2026-10-20', end_time = '2026-10-21'`.execute(
    bureau.db,
  );
  await sql`update user_account set active = false where id = ${minh.user_id}`.execute(bureau.db);
  await sql`update staff_group set group_name = 'Group ' || id`.execute(bureau.db);

  expect(await keeper.call(allowance.list, { ...OCTOBER, page_size: 200 })).toEqual(list);
  expect(await readYearRow()).toEqual(year);
  // More than the two-second step of a zip's clock, and a download by another user.
  bureau.clock.advance(3 * 3_600_000);
  await sleep(2100);
  for (const [index, bytes] of (await exportFiles(otherUser)).entries())
    expect(bytes.equals(exportedFiles[index]!), `file ${index} differs`).toBe(true);
  expect((await readPageTexts(exportedFiles[3]!))[0]).toContain('Nguyễn Thị Lan');
});
