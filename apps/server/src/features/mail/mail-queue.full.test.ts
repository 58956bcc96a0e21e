import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildRequest } from '../../testing/factories/requests.ts';
import { createMailFixture, MAIL_CONFIG, type MailFixture } from '../../testing/mail/mail-fixture.ts';
import { startMailServer } from '../../testing/mail/mail-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAILS = 1000;
const KILLS = 20;
let desk: MailFixture;

beforeAll(async () => {
  desk = await createMailFixture();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

const sendTest = (to: string) => desk.admin.call(endpoints.mail.test, { to, language: 'vi' });
const listMails = async () => (await desk.admin.call(endpoints.mail.list, {})).results;
const readState = () => desk.admin.call(endpoints.mail.state, {});

describe('a mail server', () => {
  it('a delayed mail arrives once, after some minutes', async () => {
    let isDelayed = true;
    desk.server.answer = () => (isDelayed ? { code: 451, message: 'try again later' } : null);
    await sendTest('grey@studio.example');
    await desk.deliver();
    expect(await listMails()).toMatchObject([{ state: 'waiting', status: 451, attempts: 1 }]);
    expect(await readState()).toMatchObject({ failing_since: null });
    isDelayed = false;
    await desk.pass(2 * MINUTE);
    await desk.deliver();
    expect(desk.server.received).toHaveLength(1);
    await desk.deliver();
    expect(desk.server.received).toHaveLength(1);
  });

  it('a refused address gets no more mails, and customer service is notified', async () => {
    const { cus1, account } = await desk.addCustomer('gone@studio.example', { full_name: 'Studio Gone' });
    const cs = await desk.bureau.as({ permissions: ['npn_cs_customer_request'] });
    const reply = async () => {
      const { id } = await buildRequest(desk.bureau.db, { cus_id1: cus1.id, status: 'PROCESSING', board: 'CS_BOARD' });
      await cs.call(endpoints.request.reply, { id, text: 'Done.' });
      await desk.deliver();
    };
    desk.server.answer = () => ({ code: 550, message: 'no such user' });
    await reply();
    expect(await listMails()).toMatchObject([{ state: 'dead', status: 550, attempts: 1 }]);
    const { results } = await cs.call(endpoints.notification.list, {});
    expect(results).toMatchObject([{ event: 'mail_refused', title: 'Studio Gone' }]);
    const customer = await desk.bureau.as(account);
    expect(await customer.call(endpoints.mail.preferences, {})).toMatchObject({ refused: true });
    desk.server.answer = () => null;
    await reply();
    expect(desk.server.received).toEqual([]);
    await desk.bureau.db
      .updateTable('customer_account')
      .set({ email: 'new@studio.example' })
      .where('user_id', '=', account.user_id)
      .execute();
    await reply();
    expect(desk.server.received.map(({ to }) => to)).toEqual(['new@studio.example']);
  });

  it('a server that is away for a day delays mails, and after two days they have failed', async () => {
    const away = desk.createWorker({ smtpUrl: 'smtp://127.0.0.1:9' });
    await sendTest('late@studio.example');
    for (let hour = 0; hour < 24; hour += 1) {
      await desk.deliver(away);
      await desk.pass(HOUR);
    }
    expect((await listMails())[0]).toMatchObject({ state: 'waiting', status: null });
    expect((await readState()).failing_since).not.toBeNull();
    for (let hour = 0; hour < 26; hour += 1) {
      await desk.deliver(away);
      await desk.pass(HOUR);
    }
    expect((await listMails())[0]).toMatchObject({ state: 'dead' });
    await desk.admin.call(endpoints.mail.replay, {});
    await desk.deliver();
    expect(desk.server.received).toHaveLength(1);
    expect((await readState()).failing_since).toBeNull();
    await away.stop();
  });

  it('a silent server ends its attempt, and delays no other work', { timeout: 60_000 }, async () => {
    const silent = await startMailServer({ onConnect: () => undefined });
    const worker = desk.createWorker({ smtpUrl: silent.url });
    await sendTest('silent@studio.example');
    const began = performance.now();
    await worker.poll();
    const { id } = await buildRequest(desk.bureau.db, { status: 'PROCESSING', board: 'CS_BOARD' });
    const cs = await desk.bureau.as({ permissions: ['npn_cs_customer_request'] });
    await cs.call(endpoints.request.reply, { id, text: 'Done.' });
    expect(performance.now() - began).toBeLessThan(5000);
    await worker.idle();
    expect((await listMails()).find(({ to }) => to === 'silent@studio.example')).toMatchObject({
      state: 'waiting',
      status: null,
      attempts: 1,
    });
    await worker.stop();
    await silent.close();
  });

  it('mails are sent with a name, a password and TLS', async () => {
    const signIns: string[] = [];
    const server = await startMailServer(
      {
        authOptional: false,
        onAuth: ({ username = '', password = '' }, _session, done) => {
          signIns.push(`${username} ${password}`);
          done(null, { user: username });
        },
      },
      'bureau:p%40ss@',
    );
    const worker = desk.createWorker({ smtpUrl: server.url });
    await sendTest('tls@studio.example');
    await desk.deliver(worker);
    expect(signIns).toEqual(['bureau p@ss']);
    expect(server.received.map(({ to }) => to)).toEqual(['tls@studio.example']);
    expect(server.received[0]?.raw).toBeDefined();
    await worker.stop();
    await server.close();
  });
});

it('all mails arrive although several processes are killed', async () => {
  const addresses = Array.from({ length: MAILS }, (_none, n) => `n${n}@studio.example`);
  await desk.bureau.db
    .insertInto('webhook_event')
    .values(
      addresses.map((to) => ({
        type: 'mail.test',
        at: desk.bureau.clock(),
        data: JSON.stringify({ user_id: null, to, language: 'en', items: [] }),
      })),
    )
    .execute();
  const events = await desk.bureau.db.selectFrom('webhook_event').select('id').execute();
  await desk.bureau.db
    .insertInto('webhook_delivery')
    .values(events.map(({ id }) => ({ webhook_id: 0, event_id: id, order_key: `mail ${id}` })))
    .execute();
  // Built once, because a process that compiles the sources starts after seconds.
  const outDir = join(import.meta.dirname, '../../../dist/mail-child');
  const child = join(import.meta.dirname, '../../testing/mail/mail-child.ts');
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: [/^@darkroom\//], target: 'node' },
    build: { ssr: child, outDir },
  });
  const { bureau, server } = desk;
  for (let kills = 0; kills < KILLS; kills += 1) {
    const config = { ...MAIL_CONFIG, smtpUrl: server.url, databaseUrl: bureau.directUrl };
    const program = `
      const { sendAndStay } = await import(${JSON.stringify(join(outDir, 'mail-child.js'))});
      await sendAndStay(${JSON.stringify(config)}, ${JSON.stringify(bureau.clock())});`;
    const started = server.received.length;
    const process_ = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    while (server.received.length < started + 10) await sleep(5);
    await sleep(Math.random() * 50);
    process_.kill('SIGKILL');
    await once(process_, 'exit');
    await desk.pass(6 * MINUTE);
  }
  await desk.deliver();
  expect(new Set(server.received.map(({ to }) => to)).size).toBe(MAILS);
  // A killed process loses up to four mails that it had taken. Only these can arrive again, with the same id.
  const taken = await bureau.db.selectFrom('webhook_delivery').select('attempts').execute();
  const lost = taken.reduce((sum, { attempts }) => sum + attempts - 1, 0);
  expect(lost).toBeLessThanOrEqual(KILLS * 4);
  expect(server.received.length - MAILS).toBeLessThanOrEqual(lost);
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(MAILS);
  expect(await readState()).toMatchObject({ waiting: 0, dead: 0 });
});
