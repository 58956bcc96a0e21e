import { spawn } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import type { WebhookEvent } from '@darkroom/domain/webhook/events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { connect } from '../../../db/connect.ts';
import { later, WHOLE_MS } from '../../../http/session/session.ts';
import { GROUPS } from '../../../seed/groups.ts';
import { seedBuiltIn } from '../../../seed/built-in.ts';
import { testApp, type Client, type TestApp } from '../../../testing/app.ts';
import { buildTask } from '../../../testing/factories/work.ts';
import { startReceiver, type Received, type Receiver } from '../../../testing/webhook-receiver.ts';
import { createDeliverer, LEASE_MS, type Deliverer } from './deliver.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let bureau: TestApp;
let admin: Client;
let editor: Client;
let receiver: Receiver;
let deliverer: Deliverer;
const config: { webhookPrivate: string[] } = { webhookPrivate: ['127.0.0.1'] };

beforeAll(async () => {
  bureau = await testApp({ config });
  await seedBuiltIn(bureau.db);
  admin = await bureau.as({ permissions: ['npn_admin'] });
  editor = await bureau.as({ permissions: [...GROUPS['Editor PTE']] });
});
afterAll(() => bureau.close());

const workerOf = (db = bureau.db): Deliverer =>
  createDeliverer({
    db,
    clock: bureau.clock,
    config: configOf(),
    log: (message) => {
      throw new Error(message);
    },
    chance: () => 0.5,
  });
const configOf = (given = config) => ({ ...readConfig({}), ...given, databaseUrl: bureau.databaseUrl });

beforeEach(async () => {
  await bureau.db.deleteFrom('webhook').execute();
  await bureau.db.deleteFrom('webhook_event').execute();
  receiver = await startReceiver();
  deliverer = workerOf();
});
afterEach(async () => {
  await deliverer.stop();
  await receiver.close();
});

/** Time passes, and nobody's session ends of it. */
async function pass(ms: number): Promise<void> {
  bureau.clock.advance(ms);
  const now = bureau.clock();
  await bureau.db
    .updateTable('session')
    .set({ last_used_at: now, expires_at: later(now, WHOLE_MS) })
    .execute();
}

let names = 0;
const addHook = (events: WebhookEvent[] = ['task.status_changed'], url = receiver.url) =>
  admin.call(endpoints.webhook.add, { name: `Hook ${++names}`, url, events });

/** Everything that is due, to the end. */
async function deliver(worker = deliverer): Promise<void> {
  while ((await worker.look()) > 0) await worker.idle();
  await worker.idle();
}

/** A task that an editor starts, counts and finishes: three moves of one job. */
async function workOn(): Promise<number> {
  const { task_id, job_id } = await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: editor.user_id });
  await editor.call(endpoints.task.act, { task_id, version: 1, action: 'start' });
  await editor.call(endpoints.task.act, { task_id, version: 2, action: 'done', x1: 3, over: true });
  return job_id;
}

/** The moves as the receiver of some messages learns of them, job by job. */
function movesOf(messages: readonly Received[]): Record<string, string[]> {
  const moves: Record<string, string[]> = {};
  for (const { data } of messages) (moves[`${data.job_id}`] ??= []).push(`${data.was} → ${data.status}`);
  return moves;
}

/** The signature as a receiver checks it, by the specification and not by our code. */
function isGenuine({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`;
  const wanted = createHmac('sha256', key).update(content).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
}

const statesOf = async (id: number) =>
  (await admin.call(endpoints.webhook.deliveries, { id })).results.map(({ state }) => state);

describe('a receiver', () => {
  it('that fails for an hour gets each event once, in the order of its job', async () => {
    await addHook();
    receiver.answer = 503;
    const jobs = [await workOn(), await workOn(), await workOn()];
    for (let minute = 0; minute < 60; minute += 1) {
      await deliver();
      await pass(MINUTE);
    }
    expect(receiver.taken).toEqual([]);
    // Only the first of each job was tried: what comes after it waited.
    expect(new Set(receiver.all.map(({ id }) => id)).size).toBe(3);
    receiver.answer = 200;
    for (let minute = 0; minute <= 60; minute += 1) {
      await deliver();
      await pass(MINUTE);
    }
    expect(movesOf(receiver.taken)).toEqual(Object.fromEntries(jobs.map((job) => [job, ['2 → 3', '3 → 4']])));
    expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(receiver.taken.length);
  });

  it('that refuses one job gets the others', async () => {
    const hook = await addHook();
    const bad = await workOn();
    receiver.answer = ({ data }, answer) => {
      const status = data.job_id === bad ? 500 : 200;
      answer.writeHead(status).end();
    };
    const good = await workOn();
    await deliver();
    expect(await statesOf(hook.id)).toEqual(['delivered', 'delivered', 'waiting', 'waiting']);
    expect(movesOf(receiver.all)).toEqual({ [bad]: ['2 → 3'], [good]: ['2 → 3', '3 → 4'] });
  });

  it('can tell that it was us, and what it was sent', async () => {
    const hook = await addHook();
    const job_id = await workOn();
    await deliver();
    const [first] = receiver.all as [Received];
    expect(isGenuine(first, hook.secret)).toBe(true);
    expect(isGenuine({ ...first, body: first.body.replace('PTE', 'OTS') }, hook.secret)).toBe(false);
    expect(isGenuine(first, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
    expect(first.headers['webhook-id']).toBe(first.id);
    const sent = JSON.parse(first.body) as Record<string, unknown>;
    expect(sent).toMatchObject({
      version: 1,
      type: 'task.status_changed',
      at: bureau.clock(),
      data: { job_id, was: 2, status: 3 },
    });
    // No person, no note, no fault: neither their fields nor their names.
    expect(Object.keys(first.data).sort()).toEqual([
      'cus_id0',
      'cus_id1',
      'customer2_id',
      'job_detail_id',
      'job_id',
      'quantity',
      'status',
      'sub_prod_id',
      'task_id',
      'was',
      'workstream',
    ]);
  });

  it('gets both signatures for a day after the secret was changed, then the new one alone', async () => {
    const hook = await addHook();
    const rotated = await admin.call(endpoints.webhook.rotate, { id: hook.id, version: hook.version });
    expect(rotated.secret).not.toBe(hook.secret);
    const last = async () => {
      await admin.call(endpoints.webhook.test, { id: hook.id });
      await deliver();
      const message = receiver.all.at(-1) as Received;
      return [isGenuine(message, hook.secret), isGenuine(message, rotated.secret)];
    };
    expect(await last()).toEqual([true, true]);
    await pass(24 * HOUR);
    expect(await last()).toEqual([false, true]);
  });
});

describe('what has not arrived', () => {
  it('is given up after a day, says why, and can be sent again: under the same id, in its place', async () => {
    const hook = await addHook();
    receiver.answer = 500;
    await workOn();
    for (let hour = 0; hour <= 25; hour += 1) {
      await deliver();
      await pass(HOUR);
    }
    const log = await admin.call(endpoints.webhook.deliveries, { id: hook.id, state: 'dead' });
    expect(log.results).toHaveLength(2);
    expect(log.results.at(-1)).toMatchObject({ status: 500, answer: 'not now', error: null });
    expect(log.results.at(-1)?.attempts).toBeGreaterThan(20);
    // The second was held back by the first, and had its attempt too.
    expect(log.results[0]?.attempts).toBeGreaterThan(0);
    receiver.answer = 200;
    expect(await admin.call(endpoints.webhook.replay, { id: hook.id })).toEqual({ replayed: 2 });
    await deliver();
    expect(movesOf(receiver.taken)).toEqual({ [`${receiver.taken[0]?.data.job_id}`]: ['2 → 3', '3 → 4'] });
    expect(receiver.taken.map(({ id }) => id)).toEqual(log.results.map(({ event }) => event).toReversed());
    expect(await admin.call(endpoints.webhook.replay, { id: hook.id })).toEqual({ replayed: 0 });
    const one = (await admin.call(endpoints.webhook.deliveries, { id: hook.id })).results[0]?.id ?? 0;
    expect(await admin.call(endpoints.webhook.replay, { id: hook.id, delivery_ids: [one] })).toEqual({ replayed: 1 });
  });

  it('for three days switches the webhook off, tells the administrators, and goes on once it is on again', async () => {
    const hook = await addHook();
    receiver.answer = 500;
    for (let hour = 0; hour <= 80; hour += 1) {
      if (hour % 12 === 0) await workOn();
      await deliver();
      await pass(HOUR);
    }
    const [stopped] = (await admin.call(endpoints.webhook.list, {})).results as [typeof hook];
    expect(stopped).toMatchObject({ enabled: false });
    expect(stopped.stopped_at).not.toBeNull();
    const told = await admin.call(endpoints.notice.list, {});
    expect(told.results).toMatchObject([{ event: 'webhook_stopped', title: hook.name, actor_id: null }]);
    expect((await admin.send(endpoints.webhook.test, { id: hook.id })).problem.code).toBe('webhook_off');
    receiver.answer = 200;
    await deliver();
    expect(receiver.taken).toEqual([]);
    const on = await admin.call(endpoints.webhook.update, { id: hook.id, version: stopped.version, enabled: true });
    expect(on).toMatchObject({ enabled: true, stopped_at: null, failing_since: null });
    await deliver();
    expect(receiver.taken.length).toBe(stopped.waiting);
  });
});

describe('an answer', () => {
  const attempted = async (answer: Receiver['answer']) => {
    const hook = await addHook();
    receiver.answer = answer;
    await admin.call(endpoints.webhook.test, { id: hook.id });
    await deliver();
    const { results } = await admin.call(endpoints.webhook.deliveries, { id: hook.id });
    return results[0];
  };

  it('that leads elsewhere is not followed', async () => {
    const other = await startReceiver();
    const log = await attempted((_message, answer) => answer.writeHead(302, { location: other.url }).end());
    expect(log).toMatchObject({ state: 'dead', status: 302 });
    expect(other.all).toEqual([]);
    await other.close();
  });

  it('is read as far as 64 kB, and kept as far as a person reads it, without characters that do something', async () => {
    let written = 0;
    const log = await attempted((_message, answer) => {
      answer.writeHead(200);
      answer.write('\u001b[31m<b>\u0000');
      const more = () => {
        if (answer.destroyed || written > 50_000_000) return;
        written += 65_536;
        answer.write('x'.repeat(65_536), more);
      };
      more();
    });
    expect(log).toMatchObject({ state: 'delivered', status: 200 });
    expect(log?.answer).toMatch(/^\\u\{1b\}\[31m<b>\\u\{0\}xxx/);
    expect(log?.answer?.length).toBeLessThanOrEqual(1000);
    expect(written).toBeLessThan(50_000_000);
  });

  it(
    'that does not come is not waited for longer than ten seconds, and holds up no other webhook',
    { timeout: 20_000 },
    async () => {
      const mute = await addHook();
      receiver.answer = () => undefined;
      const other = await startReceiver();
      const quick = await addHook(['task.status_changed'], other.url);
      for (const { id } of [mute, quick]) await admin.call(endpoints.webhook.test, { id });
      const began = performance.now();
      await deliverer.look();
      while (other.taken.length === 0) await sleep(20);
      expect(performance.now() - began).toBeLessThan(5000);
      await deliverer.idle();
      expect(performance.now() - began).toBeLessThan(15_000);
      const { results } = await admin.call(endpoints.webhook.deliveries, { id: mute.id });
      expect(results[0]).toMatchObject({ state: 'dead', status: null, error: 'No answer within 10 s.' });
      await other.close();
    },
  );

  it('of a private address is never asked for, though the webhook was added when it was allowed', async () => {
    const hook = await addHook();
    await admin.call(endpoints.webhook.test, { id: hook.id });
    const strict = createDeliverer({
      db: bureau.db,
      clock: bureau.clock,
      config: configOf({ webhookPrivate: [] }),
      log: () => undefined,
    });
    await deliver(strict);
    expect(receiver.all).toEqual([]);
    const { results } = await admin.call(endpoints.webhook.deliveries, { id: hook.id });
    expect(results[0]).toMatchObject({ state: 'dead', error: '127.0.0.1 is not a public address.' });
    await strict.stop();
  });
});

describe('several processes', () => {
  it('work one queue: each event is sent once, in the order of its job', async () => {
    await addHook();
    const jobs = await Promise.all(Array.from({ length: 12 }, workOn));
    const db = connect({ databaseUrl: bureau.databaseUrl, dbPool: 4 });
    const there = workerOf(db);
    for (let round = 0; round < 6; round += 1) await Promise.all([deliver(), deliver(there)]);
    await there.stop();
    await db.destroy();
    expect(receiver.all).toHaveLength(24);
    expect(movesOf(receiver.taken)).toEqual(Object.fromEntries(jobs.map((job) => [job, ['2 → 3', '3 → 4']])));
  });

  it('take up what one that was killed had begun, once its time with it is over', { timeout: 30_000 }, async () => {
    await addHook();
    await workOn();
    receiver.answer = () => undefined;
    const child = join(import.meta.dirname, '../../../testing/deliverer-child.ts');
    const program = `
      const { runnerImport } = await import('vite');
      const { module } = await runnerImport(${JSON.stringify(child)});
      await module.deliverAndStay(${JSON.stringify(bureau.databaseUrl)}, ${JSON.stringify(bureau.clock())});`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    while (receiver.all.length === 0) await sleep(10);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    receiver.answer = 200;
    await deliver();
    expect(receiver.taken).toEqual([]);
    await pass(LEASE_MS);
    await deliver();
    expect(Object.values(movesOf(receiver.taken))).toEqual([['2 → 3', '3 → 4']]);
    // At least once: what it had begun to send is the same event, by its id.
    expect(receiver.all[0]?.id).toBe(receiver.taken[0]?.id);
  });
});
