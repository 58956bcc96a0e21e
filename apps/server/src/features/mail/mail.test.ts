import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildJob, buildTask } from '../../testing/factories/work.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildQuote } from '../../testing/factories/quotes.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { hashPassword } from '../user/password.ts';
import { createMailFixture, type MailFixture } from '../../testing/mail/mail-fixture.ts';
import { readSubject, readText } from '../../testing/mail/mail-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let desk: MailFixture;
let numbers = 0;

beforeAll(async () => {
  desk = await createMailFixture();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

const address = () => `khách${++numbers}@studio.example`;
const complete = (job_id: number) =>
  desk.bureau.db
    .updateTable('job')
    .set({ job_status: 'COMPLETED', completed_at: desk.bureau.clock() })
    .where('job_id', '=', job_id)
    .execute();
const getPlainTexts = () => desk.server.received.map(readText);

describe('a mail to a customer', () => {
  it('a reply reaches every login of its customer and nobody else, without names of staff', async () => {
    const [to, topTo, otherTo] = [address(), address(), address()];
    const { cus1 } = await desk.addCustomer(to);
    const top = await desk.addCustomer(topTo, { cus_id1: null, cus_id0: cus1.cus_id0 });
    await desk.addCustomer(otherTo);
    const { id } = await buildRequest(desk.bureau.db, {
      cus_id1: cus1.id,
      status: 'PROCESSING',
      board: 'CS_BOARD',
      subject: 'Ảnh cưới của Ngọc Ánh',
    });
    const cs = await desk.bureau.as({ full_name: 'Trần Thị Bích', permissions: ['npn_cs_customer_request'] });
    await cs.call(endpoints.request.reply, { id, text: 'Chúng tôi đã sửa <ảnh> & gửi lại.' });
    await desk.deliver();
    expect(desk.server.received.map((mail) => mail.to).toSorted()).toEqual([to, topTo].toSorted());
    expect(top.account.user_id).toBeGreaterThan(0);
    const [mail] = desk.server.received;
    expect(readSubject(mail!)).toBe('Reply: Ảnh cưới của Ngọc Ánh');
    expect(readText(mail!)).toContain('> Chúng tôi đã sửa <ảnh> & gửi lại.');
    expect(readText(mail!)).toContain(`https://darkroom.example/customer-portal/contact-us?request=${id}`);
    expect(mail!.raw).not.toContain('Bích');
    expect(mail!.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(mail!.raw).toMatch(/^Auto-Submitted: auto-generated/m);
  });

  it('completed jobs of some minutes are one mail, and a reopened job is not in it', async () => {
    const { cus1 } = await desk.addCustomer(address());
    const { id: customer2_id } = await buildCustomer(desk.bureau.db, { cus_id1: cus1.id });
    const jobs = await Promise.all(
      ['Biệt thự', 'Sân vườn', 'Hồ bơi'].map((job_name) => buildJob(desk.bureau.db, { customer2_id, job_name })),
    );
    for (const job of jobs) await complete(job.job_id);
    await desk.deliver();
    expect(desk.server.received).toEqual([]);
    await desk.bureau.db
      .updateTable('job')
      .set({ job_status: 'PENDING', completed_at: null })
      .where('job_id', '=', jobs[1]!.job_id)
      .execute();
    await desk.pass(6 * MINUTE);
    await desk.deliver();
    expect(desk.server.received).toHaveLength(1);
    expect(readSubject(desk.server.received[0]!)).toBe('Completed jobs: 2');
    expect(getPlainTexts()[0]).toContain('Biệt thự');
    expect(getPlainTexts()[0]).not.toContain('Sân vườn');
  });

  it('a customer can receive one mail a day, at an hour of their own clock, in their language', async () => {
    const { cus1, account } = await desk.addCustomer(address());
    const customer = await desk.bureau.as(account);
    const preferences = await customer.call(endpoints.mail.preferences, {});
    expect(preferences).toMatchObject({
      language: 'en',
      at_hour: null,
      kinds: ['reply', 'quote', 'complaint', 'completed', 'sign_in'],
    });
    await customer.call(endpoints.mail.setPreferences, {
      kinds: ['completed'],
      language: 'vi',
      at_hour: 18,
      time_zone: 'Australia/Sydney',
    });
    const { id: customer2_id } = await buildCustomer(desk.bureau.db, { cus_id1: cus1.id });
    await complete((await buildJob(desk.bureau.db, { customer2_id })).job_id);
    const rows = await desk.bureau.db.selectFrom('webhook_delivery').select('next_at').execute();
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Australia/Sydney', hour: '2-digit', minute: '2-digit' });
    expect(hour.format(new Date(rows[0]!.next_at))).toBe('18:00');
    expect(Date.parse(rows[0]!.next_at) - Date.parse(desk.bureau.clock())).toBeLessThan(24 * HOUR);
    await desk.pass(24 * HOUR);
    await desk.deliver();
    expect(desk.server.received.map(readSubject)).toEqual(['Đơn hàng đã hoàn thành: 1']);
    expect(getPlainTexts()[0]).toContain('Kính gửi Quý khách');
  });

  it('a sent quote and a finished complaint are reported once', async () => {
    const { cus1 } = await desk.addCustomer(address());
    const { db } = desk.bureau;
    const complaint = await buildRequest(db, {
      cus_id1: cus1.id,
      type: 'FAULTS',
      status: 'PROCESSING',
      subject: 'Halo',
    });
    const request = await buildRequest(db, {
      cus_id1: cus1.id,
      type: 'QUOTES',
      status: 'PROCESSING',
      subject: 'Attic',
    });
    const sentBack = await buildRequest(db, {
      cus_id1: cus1.id,
      type: 'FAULTS',
      status: 'NEED_REVIEW',
      subject: 'Refused',
    });
    const reopened = await buildRequest(db, {
      cus_id1: cus1.id,
      type: 'FAULTS',
      status: 'PROCESSING',
      subject: 'Reopened',
    });
    const quote = await buildQuote(db, { request_id: request.id, valid_until: '2026-12-24' });
    await db
      .updateTable('quote')
      .set({ status: 'SENT', sent_at: desk.bureau.clock() })
      .where('id', '=', quote.id)
      .execute();
    await db
      .updateTable('customer_request')
      .set({ status: 'DONE', status_since: desk.bureau.clock() })
      .where('id', 'in', [complaint.id, sentBack.id, reopened.id])
      .execute();
    await db.updateTable('customer_request').set({ status: 'PROCESSING' }).where('id', '=', reopened.id).execute();
    await desk.pass(6 * MINUTE);
    await desk.deliver();
    expect(desk.server.received.map(readSubject).toSorted()).toEqual(['Quote: Attic', 'Resolved: Halo']);
    expect(getPlainTexts().join()).toContain('24 Dec 2026');
  });

  it('a link in a mail turns its kind off without signing in, also with one click', async () => {
    const { cus1, account } = await desk.addCustomer(address());
    const reply = async () => {
      const { id } = await buildRequest(desk.bureau.db, { cus_id1: cus1.id, status: 'PROCESSING' });
      await desk.admin.call(endpoints.mail.state, {});
      const cs = await desk.bureau.as({ permissions: ['npn_cs_customer_request'] });
      await cs.call(endpoints.request.reply, { id, text: 'Done.' });
      await desk.deliver();
    };
    await reply();
    const [, url = ''] =
      /^List-Unsubscribe: <([^>]+)>/m.exec(desk.server.received[0]!.raw.replace(/\r\n[ \t]/g, ' ')) ?? [];
    const { pathname } = new URL(url.trim());
    const send = (path: string) =>
      desk.bureau.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await send(pathname)).statusCode).toBe(200);
    expect((await send(pathname.replace(/[0-9a-f-]{36}/, '11111111-1111-4111-8111-111111111111'))).statusCode).toBe(
      200,
    );
    expect((await send('/api/user/login')).statusCode).toBe(415);
    await reply();
    expect(desk.server.received).toHaveLength(1);
    const { kinds } = await (await desk.bureau.as(account)).call(endpoints.mail.preferences, {});
    expect(kinds).toEqual(['quote', 'complaint', 'completed', 'sign_in']);
  });
});

describe('a mail to staff', () => {
  it('unseen notifications are reported after an hour, only to a person who chose it', async () => {
    const { db } = desk.bureau;
    const [one, two] = await Promise.all(
      [address(), address()].map((email) =>
        buildStaff(db, { email, permissions: ['npn_editor_pte', 'npn_view_task'] }),
      ),
    );
    const client = await desk.bureau.as(one!);
    expect(await client.call(endpoints.mail.preferences, {})).toMatchObject({ kinds: [], choices: ['notifications'] });
    await client.call(endpoints.mail.setPreferences, { kinds: ['notifications'], language: 'vi' });
    const leader = await desk.bureau.as({ is_superuser: true });
    const assign = async (editor: number) => {
      const { task_id } = await buildTask(db, { workstream: 'PTE', status: 1 });
      await leader.call(endpoints.task.assign, { tasks: [{ task_id, version: 1 }], editor });
    };
    await assign(one!.user_id);
    await assign(two!.user_id);
    await desk.pass(59 * MINUTE);
    await desk.deliver();
    expect(desk.server.received).toEqual([]);
    await desk.pass(2 * MINUTE);
    await desk.deliver();
    expect(desk.server.received.map(readSubject)).toEqual(['Thông báo chưa đọc: 1']);
    await assign(one!.user_id);
    const { results } = await client.call(endpoints.notification.list, {});
    await client.call(endpoints.notification.seen, { ids: results.map(({ id }) => id) });
    await desk.pass(2 * HOUR);
    await desk.deliver();
    expect(desk.server.received).toHaveLength(1);
  });
});

describe('a warning', () => {
  it('a customer hears of a sign-in from a new address, but not of the first', async () => {
    const { account } = await desk.addCustomer(address(), { password_hash: await hashPassword('darkroom-demo-1') });
    const signIn = (remoteAddress: string) =>
      desk.bureau.app.inject({
        method: 'POST',
        url: endpoints.user.login.path,
        remoteAddress,
        payload: { username: account.username, password: 'darkroom-demo-1' },
      });
    for (const from of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) expect((await signIn(from)).statusCode).toBe(200);
    await desk.deliver();
    expect(desk.server.received.map(readSubject)).toEqual(['New sign-in to your account']);
    expect(getPlainTexts()[0]).toContain('203.0.113.2');
  });

  it('a leader hears of an urgent job of their workstream that will be late, if they chose it', async () => {
    const { db, clock } = desk.bureau;
    const addLeader = async (code: 'npn_view_all_pte_tasks' | 'npn_view_all_ots_tasks') => {
      const email = address();
      const leader = await buildStaff(db, { email, permissions: ['npn_assign_task', code] });
      const client = await desk.bureau.as(leader);
      await client.call(endpoints.mail.setPreferences, { kinds: ['late'], language: 'en' });
      return email;
    };
    const [pte] = [await addLeader('npn_view_all_pte_tasks'), await addLeader('npn_view_all_ots_tasks')];
    const addForecast = async (job_priority: 'Urgent' | null) => {
      const { job_id } = await buildTask(db, { workstream: 'PTE', status: 3, job: { job_priority } });
      const forecast = { job_id, calculated_at: clock(), p50: clock(), p80: clock(), at_risk: false, basis: '{}' };
      await db.insertInto('job_forecast').values(forecast).execute();
      await db.updateTable('job_forecast').set({ at_risk: true }).where('job_id', '=', job_id).execute();
    };
    await addForecast('Urgent');
    await addForecast(null);
    await desk.pass(6 * MINUTE);
    await desk.deliver();
    expect(desk.server.received.map((mail) => [mail.to, readSubject(mail)])).toEqual([
      [pte, 'Urgent jobs that will be late: 1'],
    ]);
  });
});

describe('the list of mails', () => {
  it('an administrator sends a test mail, sees its result, and sends it again', async () => {
    const to = address();
    await desk.admin.call(endpoints.mail.test, { to, language: 'vi' });
    expect(await desk.admin.call(endpoints.mail.state, {})).toMatchObject({
      waiting: 1,
      dead: 0,
      server: expect.any(String) as string,
    });
    await desk.deliver();
    const list = await desk.admin.call(endpoints.mail.list, { state: 'delivered' });
    expect(list.results).toMatchObject([{ kind: 'test', to, language: 'vi', status: 250, attempts: 1 }]);
    expect(await desk.admin.call(endpoints.mail.replay, { mail_ids: [list.results[0]!.id] })).toEqual({ replayed: 1 });
    await desk.deliver();
    expect(desk.server.received.map((mail) => mail.to)).toEqual([to, to]);
    expect(new Set(desk.server.received.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('a preview exists for every kind and language, and webhooks do not list the mails', async () => {
    for (const kind of endpoints.mail.preview.input.shape.kind.options)
      for (const language of ['vi', 'en'] as const) {
        const { subject, text, html } = await desk.admin.call(endpoints.mail.preview, { kind, language });
        expect(subject).not.toMatch(/mail:|\{\{/);
        expect(text).not.toMatch(/mail:|\{\{/);
        expect(html).not.toMatch(/mail:|\{\{|<script/);
      }
    expect((await desk.admin.call(endpoints.webhook.list, {})).results).toEqual([]);
  });

  it('mails are files while no mail server is configured', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'darkroom-mail-'));
    const worker = desk.createWorker({ smtpUrl: null, dataFolder });
    await desk.admin.call(endpoints.mail.test, { to: 'boss@bureau.example', language: 'en' });
    await desk.deliver(worker);
    const files = await readdir(join(dataFolder, 'mail'));
    expect(files).toHaveLength(1);
    const written = await readFile(join(dataFolder, 'mail', files[0]!), 'utf8');
    expect(written).toMatch(/^To: boss@bureau\.example/m);
    expect(desk.server.received).toEqual([]);
    await worker.stop();
    await rm(dataFolder, { recursive: true });
  });

  it('a subject cannot add a header', async () => {
    const { cus1 } = await desk.addCustomer(address());
    const subject = 'A\r\nBcc: x@evil.example';
    const { id } = await buildRequest(desk.bureau.db, { cus_id1: cus1.id, subject, status: 'PROCESSING' });
    const cs = await desk.bureau.as({ permissions: ['npn_cs_customer_request'] });
    await cs.call(endpoints.request.reply, { id, text: 'Ok' });
    await desk.deliver();
    const [headers] = desk.server.received[0]!.raw.split('\r\n\r\n');
    expect(headers).toContain('Subject: Reply: A Bcc: x@evil.example');
    expect(headers).not.toMatch(/^Bcc:/m);
  });
});
