import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup, buildStaff, buildTeam } from '../../testing/factories/people.ts';

let bureau: TestApp;
let reader: ApiClient;
let floor: number;
let night: number;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  reader = await bureau.as(['npn_view_group', 'npn_view_permission', 'npn_view_team']);
  floor = (await buildGroup(bureau.db, { group_name: 'Floor', permissions: ['npn_start_task', 'npn_view_job'] })).id;
  night = (await buildGroup(bureau.db, { group_name: '=Night', permissions: ['npn_view_job'] })).id;
  await buildStaff(bureau.db, { group_id: floor, full_name: 'Nguyễn Thị Ánh' });
});
afterAll(() => bureau.close());

async function exportRows<E extends (typeof endpoints.export)['groups' | 'permissions' | 'teams']>(
  endpoint: E,
  input: InputOf<E>,
) {
  const response = await bureau.app.inject({
    method: 'POST',
    url: endpoint.path,
    headers: { authorization: `Bearer ${reader.token}` },
    payload: input as object,
  });
  expect(response.statusCode, response.statusCode === 200 ? '' : response.body).toBe(200);
  if ((input as { format: string }).format === 'pdf') return [[response.rawPayload.subarray(0, 5).toString()]];
  const book = read(response.rawPayload);
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: null });
}

describe('groups and permissions as files', () => {
  it('the file of groups lists the permissions of each group in its language', async () => {
    const [heads, ...rows] = await exportRows(endpoints.export.groups, {
      format: 'xlsx',
      language: 'vi',
      filter: { group_ids: [night, floor] },
    });
    expect(heads).toEqual(['Tên nhóm quyền', 'Số thành viên', 'Chức năng', 'Tên quyền', 'Mô tả', 'Thành viên']);
    expect(rows).toEqual([
      ['=Night', 0, 'Đơn hàng', 'npn_view_job', 'Xem đơn hàng và chi tiết đơn hàng', null],
      ['Floor', 1, 'Công việc', 'npn_start_task', 'Bắt đầu công việc của mình', 'Nguyễn Thị Ánh'],
      ['Floor', 1, 'Đơn hàng', 'npn_view_job', 'Xem đơn hàng và chi tiết đơn hàng', 'Nguyễn Thị Ánh'],
    ]);
  });

  it('the files use the bureau’s description of a code in both languages', async () => {
    const admin = await bureau.as(['npn_add_permission', 'npn_change_permission']);
    await admin.call(endpoints.permission.create, { codename: 'npn_water', description: 'Waters the plants' });
    const { id } = await buildGroup(bureau.db, {
      group_name: 'Gardeners',
      permissions: ['npn_water' as 'npn_view_job'],
    });
    for (const language of ['vi', 'en'] as const) {
      const [, row] = await exportRows(endpoints.export.groups, {
        format: 'xlsx',
        language,
        filter: { group_ids: [id] },
      });
      expect(row?.slice(3, 5)).toEqual(['npn_water', 'Waters the plants']);
    }
    const empty = await buildGroup(bureau.db, { group_name: 'Nothing yet', permissions: [] });
    const filter = { group_ids: [empty.id] };
    const [, bare] = await exportRows(endpoints.export.groups, { format: 'xlsx', language: 'en', filter });
    expect(bare?.slice(0, 5)).toEqual(['Nothing yet', 0, null, null, null]);
  });

  it('the file of permissions lists the groups that hold each permission', async () => {
    const [heads, ...rows] = await exportRows(endpoints.export.permissions, {
      format: 'xlsx',
      language: 'en',
      filter: {},
    });
    expect(heads).toEqual(['Permission Name', 'Description', 'Area', 'Groups']);
    expect(rows.filter(([code]) => code !== 'npn_water')).toHaveLength(65);
    expect(rows[0]).toEqual(['npn_view_job', 'View jobs and their details', 'Jobs', '=Night, Floor']);
  });

  it('groups and permissions can be printed', async () => {
    expect(await exportRows(endpoints.export.groups, { format: 'pdf', language: 'vi', filter: {} })).toEqual([
      ['%PDF-'],
    ]);
    expect(await exportRows(endpoints.export.permissions, { format: 'pdf', language: 'en', filter: {} })).toEqual([
      ['%PDF-'],
    ]);
  });
});

it('the file of teams contains those of the screen’s search', async () => {
  await buildTeam(bureau.db, { team_name: 'Hoàng hôn Đỏ', leader_id: null });
  for (const text of ['hoang hon', '  Đỏ  hoàng ', 'DO HON']) {
    const [, ...rows] = await exportRows(endpoints.export.teams, { format: 'xlsx', language: 'vi', filter: { text } });
    expect(
      rows.map(([name]) => name),
      text,
    ).toEqual(['Hoàng hôn Đỏ']);
  }
});
