import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';

let bureau: TestApp;
let service: ApiClient;
let customer: ApiClient;

const { article, setting } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  service = await bureau.as(['npn_view_customer', 'npn_change_customer']);
  customer = await bureau.as(await buildCustomerAccount(bureau.db));
});
afterAll(() => bureau.close());

const createArticle = (fields: object = {}) => ({
  title: { vi: 'Cách gửi ảnh', en: 'How to send' },
  body: { vi: 'Gửi **ảnh gốc**.', en: 'Send [originals](https://example.com).' },
  published: true,
  published_on: '2026-11-02',
  pinned: false,
  display_order: null,
  ...fields,
});
const saveArticle = (key: string, value: unknown, version: number | null = null, who = service) =>
  who.send(setting.updateMetadata, { data_type: 'INFO_HUB', key, version, value });
const listKeys = async (text?: string) =>
  (await customer.call(article.list, text === undefined ? {} : { text })).results.map(({ key }) => key);

describe('an article of the info hub', () => {
  it('an article is hidden from customers until publication, and deleted with null', async () => {
    const draft = await saveArticle('sending', createArticle({ published: false, body: { vi: '', en: '' } }));
    expect([draft.status, draft.body.version]).toEqual([200, 1]);
    expect(await listKeys()).toEqual([]);
    const unseen = await customer.send(article.read, { key: 'sending' });
    const missing = await customer.send(article.read, { key: 'nothing' });
    expect(unseen.problem).toMatchObject({ status: 404, code: 'not_found' });
    expect({ ...unseen.problem, request_id: '' }).toEqual({ ...missing.problem, request_id: '' });

    const published = await saveArticle('sending', createArticle(), 1);
    expect(published.body.version).toBe(2);
    expect(await customer.call(article.read, { key: 'sending' })).toEqual({
      key: 'sending',
      title: createArticle().title,
      published_on: '2026-11-02',
      pinned: false,
      body: createArticle().body,
    });
    expect((await saveArticle('sending', createArticle(), 1)).problem).toMatchObject({ status: 409, code: 'stale' });
    expect((await saveArticle('sending', createArticle())).problem).toMatchObject({ status: 409, code: 'stale' });

    expect((await saveArticle('sending', null, 2)).status).toBe(200);
    expect((await customer.send(article.read, { key: 'sending' })).status).toBe(404);
    expect((await saveArticle('sending', null, 2)).status).toBe(404);
    const history = bureau.db.selectFrom('audit').select('action').where('entity', '=', 'metadata').orderBy('id');
    const written_twice = ['setting.updateMetadata', 'setting.updateMetadata'];
    expect((await history.execute()).map(({ action }) => action)).toEqual([...written_twice, 'setting.delete']);
  });

  it('articles are listed pinned first, then by display order and date', async () => {
    await saveArticle('old', createArticle({ published_on: '2026-10-01' }));
    await saveArticle('new', createArticle({ published_on: '2026-11-19' }));
    await saveArticle('second', createArticle({ display_order: 2 }));
    await saveArticle('first', createArticle({ display_order: 1 }));
    await saveArticle(
      'pinned',
      createArticle({ pinned: true, title: { vi: 'Đóng cửa ngày Tết', en: 'Closed for Tet' } }),
    );
    expect(await listKeys()).toEqual(['pinned', 'first', 'second', 'new', 'old']);
    expect(await listKeys('dong CUA')).toEqual(['pinned']);
    expect(await listKeys('closed for')).toEqual(['pinned']);
    expect(await listKeys('%')).toEqual([]);
  });

  it('an article with a later date is hidden until that day in Bangkok', async () => {
    await saveArticle('later', createArticle({ published_on: '2026-12-24' }));
    expect(await listKeys()).not.toContain('later');
    expect((await customer.send(article.read, { key: 'later' })).status).toBe(404);
    const then = bureau.clock();
    bureau.clock.advance(Date.parse('2026-12-23T17:00:00.000Z') - Date.parse(then));
    const reader = await bureau.as(await buildCustomerAccount(bureau.db));
    expect((await reader.call(article.read, { key: 'later' })).published_on).toBe('2026-12-24');
    bureau.clock.advance(Date.parse(then) - Date.parse(bureau.clock()));
    await saveArticle('later', null, 1);
  });

  it('an article refuses HTML, script links and pictures without https at its field', async () => {
    const readRefusal = async (value: object) => (await saveArticle('bad', createArticle(value))).problem;
    const one = { en: 'x' };
    const faults: [string, string][] = [
      ['<script>alert(1)</script>', 'raw_html'],
      ['text <img src=x onerror=alert(1)>', 'raw_html'],
      ['[here](javascript:alert(1))', 'bad_link'],
      ['[here][1]\n\n[1]: javascript:alert(1)', 'bad_link'],
      ['![](http://example.com/a.png)', 'bad_image'],
      ['![](data:image/png;base64,AAAA)', 'bad_image'],
    ];
    for (const [vi, code] of faults) {
      const problem = await readRefusal({ body: { vi, ...one } });
      expect([vi, problem.status, problem.errors?.map((e) => [e.field, e.code])]).toEqual([
        vi,
        422,
        [['value.body.vi', code]],
      ]);
    }
    const empty = await readRefusal({ body: { vi: 'x', en: '' } });
    expect(empty.errors).toMatchObject([{ field: 'value.body.en', code: 'required' }]);
    const strange = await readRefusal({ author: 'Lan' });
    expect(strange.errors?.map(({ code }) => code)).toEqual(['unknown_field']);
    const refusal = await readRefusal({ body: { vi: '<b>x</b>', en: '[a](ftp://x)' } });
    expect(refusal.errors?.map((e) => [e.field, e.code])).toEqual([
      ['value.body.vi', 'raw_html'],
      ['value.body.en', 'bad_link'],
    ]);
    expect(await listKeys('alert')).toEqual([]);
  });

  it('users with permission for customers or lookups write articles, at lower-case addresses', async () => {
    const reader = await bureau.as(['npn_view_customer']);
    for (const who of [reader, customer])
      expect((await saveArticle('mine', createArticle(), null, who)).status).toBe(403);
    for (const key of ['Upper', 'two words', '-x', '../x'])
      expect((await saveArticle(key, createArticle())).status).toBe(404);
    const keeper = await bureau.as(['npn_change_permission']);
    expect((await saveArticle('kept', createArticle(), null, keeper)).status).toBe(200);
    const otherLookup = { data_type: 'JOB_TASK', key: 'replies', version: 1, value: [] };
    expect((await service.send(setting.updateMetadata, otherLookup)).status).toBe(403);
  });
});
