import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCat1, buildCategory, buildServiceType } from '../../testing/factories/catalogue.ts';

let bureau: TestApp;
let reader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  reader = await bureau.as(['npn_view_category']);
});
afterAll(() => bureau.close());

async function exportFile(input: InputOf<typeof endpoints.export.categories>) {
  const response = await bureau.app.inject({
    method: 'POST',
    url: endpoints.export.categories.path,
    headers: { authorization: `Bearer ${reader.token}` },
    payload: input,
  });
  expect(response.statusCode, response.statusCode === 200 ? '' : response.body).toBe(200);
  return response.rawPayload;
}

it('the catalogue file has the filtered rows, also parents without a level-2 category', async () => {
  const type = await buildServiceType(bureau.db, { name: 'Ảnh cưới', workstream: 'PTE' });
  const cat1 = await buildCat1(bureau.db, { name: '=Màu', service_type_id: type.id });
  await buildCat1(bureau.db, { name: 'Trống', service_type_id: type.id });
  await buildServiceType(bureau.db, { name: 'Video', workstream: 'OTS' });
  await buildCategory(bureau.db, { name: 'Cơ bản', cat1_id: cat1.id, level: 2, estimate_minutes: 15, enabled: false });
  const exportRows = async (language: 'vi' | 'en', filter: InputOf<typeof endpoints.export.categories>['filter']) => {
    const book = read(await exportFile({ format: 'xlsx', language, filter }));
    return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: null });
  };
  expect(await exportRows('vi', {})).toEqual([
    [
      'Loại dịch vụ',
      'Luồng việc',
      'Danh mục cấp 1',
      'Danh mục cấp 2',
      'Cấp độ',
      'Thời gian dự kiến (phút)',
      'Trạng thái',
    ],
    ['Ảnh cưới', 'PTE', '=Màu', 'Cơ bản', 2, 15, 'Ngừng dùng'],
    ['Ảnh cưới', 'PTE', 'Trống', null, null, null, null],
    ['Video', 'OTS', null, null, null, null, null],
  ]);
  expect((await exportRows('en', { enabled: false, text: 'anh' })).slice(1)).toEqual([
    ['Ảnh cưới', 'PTE', '=Màu', 'Cơ bản', 2, 15, 'Disabled'],
  ]);
  expect((await exportRows('en', { service_type_id: [type.id], enabled: true })).slice(1)).toEqual([]);
  const pdf = await exportFile({ format: 'pdf', language: 'vi', filter: {} });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
