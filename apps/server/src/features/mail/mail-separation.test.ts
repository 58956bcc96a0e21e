import { endpoints } from '@darkroom/contract/endpoints';
import { CHOSEN_MAILS, isForStaff, MAIL_KINDS, type MailKind } from '@darkroom/domain/mail/mail';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCus0, buildCus1, buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';
import { buildQuote } from '../../testing/factories/quotes.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildJob, buildTask } from '../../testing/factories/work.ts';
import { createMailFixture, type MailFixture } from '../../testing/mail/mail-fixture.ts';
import { readAll, readSubject, readText } from '../../testing/mail/mail-server.ts';
import { hashPassword } from '../user/password.ts';

const MINUTE = 60_000;
const PASSWORD = 'darkroom-demo-1';
/** Word in everything that only the bureau reads. */
const BUREAU = 'wallaby';
const CUSTOMER_MAILS = CHOSEN_MAILS.filter((kind) => !isForStaff(kind));
/** Kinds that each login receives. The first login of a customer is also invited, and forgets its password. */
const KINDS: readonly MailKind[] = [...CUSTOMER_MAILS, 'factors_reset'];

let desk: MailFixture;

beforeAll(async () => {
  desk = await createMailFixture();
});
afterAll(() => desk.close());

/** Adds a customer with two logins, requests, a quote and jobs. Its word is in all its texts. */
async function addMarkedCustomer(word: string) {
  const { db } = desk.bureau;
  const [to, topTo] = [`${word}.one@studio.example`, `${word}.top@studio.example`];
  const { id: cus_id0 } = await buildCus0(db, { name: `${word} Holding` });
  const { id: cus_id1 } = await buildCus1(db, { name: `${word} Studio`, cus_id0 });
  const { id: customer2_id } = await buildCustomer(db, { cus_id1, name: `${word} Client` });
  const top = { username: `${word}.top`, full_name: `${word} Owner`, password_hash: await hashPassword(PASSWORD) };
  const { user_id: topId } = await buildCustomerAccount(db, { cus_id0, language: 'vi', ...top });
  await db.updateTable('customer_account').set({ email: topTo }).where('user_id', '=', topId).execute();
  const texts = { full_name: `${word} Chan`, job_name: `${word} Loft`, description: `${word} description` };
  const links = { shared_link: `https://${word}.example/in`, image_link: `https://${word}.example/image` };
  const addRequest = (type: 'FAULTS' | 'QUOTES', subject: string) =>
    buildRequest(db, { ...texts, ...links, cus_id1, type, status: 'PROCESSING', subject: `${word} ${subject}` });
  const requests = [await addRequest('FAULTS', 'halo'), await addRequest('QUOTES', 'attic')] as const;
  const quote = await buildQuote(db, { request_id: requests[1].id, note: `${word} note`, valid_until: '2026-12-24' });
  const notes = { job_notes: `${word} ${BUREAU} notes`, job_link: `https://${word}.example/job` };
  const jobs = [];
  for (const name of ['Villa', 'Garden'])
    jobs.push(await buildJob(db, { ...notes, customer2_id, job_name: `${word} ${name}` }));
  return { word, to, topTo, topId, cus_id0, cus_id1, customer2_id, requests, quote, jobs };
}

const signIn = (username: string, remoteAddress: string) =>
  desk.bureau.app.inject({
    method: 'POST',
    url: endpoints.user.login.path,
    remoteAddress,
    payload: { username, password: PASSWORD },
  });

it('each login receives its own mails in its language, and nothing of the other customer or of staff', async () => {
  const { db, clock } = desk.bureau;
  const customers = [await addMarkedCustomer('zebrafink'), await addMarkedCustomer('yakbutter')] as const;
  const boss = await desk.bureau.as({
    is_superuser: true,
    username: `${BUREAU}.boss`,
    full_name: `${BUREAU} Trần`,
    email: `${BUREAU}@bureau.example`,
  });
  await boss.call(endpoints.mail.setPreferences, { kinds: ['notifications', 'late'], language: 'vi' });
  const useLink = async (to: string) => {
    const mail = desk.server.received.findLast((one) => one.to === to)!;
    const [, token = ''] = /set-password#token=([\w-]{43})/.exec(readText(mail)) ?? [];
    const input = { token, new_password: PASSWORD };
    return (await desk.bureau.withToken(null).call(endpoints.user.passwordByLink, input)).user.username;
  };
  const forBoth = (step: (customer: (typeof customers)[number]) => Promise<unknown>) =>
    Promise.all(customers.map(step));

  await forBoth(({ word, to, cus_id0, cus_id1 }) => {
    const login = { new_cus_username: `${word}.one`, new_cus_email: to };
    return boss.call(endpoints.customer.detailUpdate, { cus_detail_id: cus_id1, cus_id1, cus_id0, ...login });
  });
  await desk.deliver();
  for (const { word, to } of customers) expect(await useLink(to)).toBe(`${word}.one`);
  await forBoth(({ word }) =>
    desk.bureau.withToken(null).call(endpoints.user.forgotPassword, { username: `${word}.one` }),
  );
  await desk.deliver();
  for (const { word, to } of customers) expect(await useLink(to)).toBe(`${word}.one`);
  await forBoth(async ({ word, topId, requests, quote, customer2_id }) => {
    for (const username of [`${word}.one`, `${word}.top`])
      for (const from of ['203.0.113.1', '203.0.113.2']) expect((await signIn(username, from)).statusCode).toBe(200);
    const top = await desk.bureau.as({ user_id: topId });
    const daily = { language: 'vi', at_hour: 18, time_zone: 'Australia/Sydney' } as const;
    await top.call(endpoints.mail.setPreferences, { kinds: CUSTOMER_MAILS, ...daily });
    const [complaint] = requests;
    await boss.call(endpoints.request.reply, { id: complaint.id, text: `${word} reply` });
    await boss.call(endpoints.quote.send, { id: quote.id, version: quote.version, low_price_confirmed: true });
    const { version } = (await boss.call(endpoints.request.list, { id: complaint.id })).results[0]!;
    await boss.call(endpoints.request.changeStatus, { id: complaint.id, version, status: 'DONE' });
    await db
      .updateTable('job')
      .set({ job_status: 'COMPLETED', completed_at: clock() })
      .where('customer2_id', '=', customer2_id)
      .execute();
    const ofCustomer = db.selectFrom('user_account').select('id').where('username', 'like', `${word}.%`);
    for (const { id } of await ofCustomer.execute()) await boss.call(endpoints.user.resetFactors, { user_id: id });
  });
  // Staff: an assigned task, and an urgent job that will be late, of each customer.
  const editor = await buildStaff(db, {
    email: 'editor@bureau.example',
    permissions: ['npn_editor_pte', 'npn_view_task'],
  });
  const editing = await desk.bureau.as(editor);
  await editing.call(endpoints.mail.setPreferences, { kinds: ['notifications'], language: 'en' });
  await forBoth(async ({ word, customer2_id }) => {
    const job = { customer2_id, job_name: `${word} Urgent`, job_priority: 'Urgent' };
    const { task_id, job_id } = await buildTask(db, { workstream: 'PTE', status: 1, job });
    await boss.call(endpoints.task.assign, { tasks: [{ task_id, version: 1 }], editor: editor.user_id });
    const forecast = { calculated_at: clock(), p50: clock(), p80: clock(), at_risk: true, basis: '{}' };
    await db
      .insertInto('job_forecast')
      .values({ job_id, ...forecast })
      .execute();
  });
  await desk.admin.call(endpoints.mail.test, { to: 'editor@bureau.example', language: 'en' });
  for (const minutes of [6, 60, 24 * 60]) {
    await desk.pass(minutes * MINUTE);
    await desk.deliver();
  }

  const { results } = await desk.admin.call(endpoints.mail.list, {});
  expect(results.every(({ state }) => state === 'delivered')).toBe(true);
  expect(desk.server.received).toHaveLength(results.length);
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(MAIL_KINDS));
  const kindsOf = (to: string) => new Set(results.filter((one) => one.to === to).map(({ kind }) => kind));
  expect(kindsOf('editor@bureau.example')).toEqual(new Set(['notifications', 'test']));
  expect(kindsOf(`${BUREAU}@bureau.example`)).toEqual(new Set(['late']));
  const addresses = customers.flatMap(({ to, topTo }) => [to, topTo]);
  const forStaff = desk.server.received.filter(({ to }) => !addresses.includes(to));
  expect(new Set(forStaff.map(({ to }) => to))).toEqual(new Set(['editor@bureau.example', `${BUREAU}@bureau.example`]));
  const accounts = await db.selectFrom('user_account').select(['username', 'mail_token']).execute();
  for (const [own, other] of [customers, customers.toReversed()] as (typeof customers)[]) {
    expect(kindsOf(own.to)).toEqual(new Set([...KINDS, 'invitation', 'password_link']));
    expect(kindsOf(own.topTo)).toEqual(new Set(KINDS));
    for (const mail of desk.server.received.filter(({ to }) => [own.to, own.topTo].includes(to))) {
      const text = readAll(mail).toLowerCase();
      for (const word of [other.word, BUREAU, ...other.jobs.map(({ prod_id }) => prod_id)])
        expect(text).not.toContain(word);
      const ownRequests = own.requests.map(({ id }) => String(id));
      for (const [, id] of text.matchAll(/[?&]request=(\d+)/g)) expect(ownRequests).toContain(id);
      expect(text).toContain(`lang="${mail.to === own.to ? 'en' : 'vi'}"`);
      const username = mail.to.split('@')[0];
      const [, token] = /unsubscribe\/([0-9a-f-]{36})\//.exec(text) ?? [];
      if (token) expect(accounts.find(({ mail_token }) => mail_token === token)).toMatchObject({ username });
    }
  }
  // The jobs of a moment are one mail, also in the mail of a day.
  const completed = desk.server.received.map(readSubject).filter((subject) => /^(Completed|Đơn hàng đã)/.test(subject));
  expect(completed.toSorted()).toEqual([
    ...Array(2).fill('Completed jobs: 2'),
    ...Array(2).fill('Đơn hàng đã hoàn thành: 2'),
  ]);

  const [one, two] = customers;
  const { mail_token: token } = await db
    .selectFrom('user_account')
    .select('mail_token')
    .where('username', '=', `${one.word}.one`)
    .executeTakeFirstOrThrow();
  await desk.bureau.withToken(null).call(endpoints.mail.unsubscribe, { token, kind: 'reply' });
  await desk.clear();
  await forBoth(({ word, requests }) =>
    boss.call(endpoints.request.reply, { id: requests[1].id, text: `${word} reply` }),
  );
  await desk.deliver();
  expect(desk.server.received.map(({ to }) => to).toSorted()).toEqual([one.topTo, two.to, two.topTo].toSorted());
});
