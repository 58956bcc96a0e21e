import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { connect } from '../../../db/connect.ts';
import { groupMoves, createWebhookFixture, type WebhookFixture } from '../../../testing/webhook/webhook-fixture.ts';
import { startDelivery, LEASE_MS } from './deliver.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let desk: WebhookFixture;
beforeAll(async () => {
  desk = await createWebhookFixture();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

it('the queue keeps all events while webhooks are switched off', async () => {
  const hook = await desk.addHook();
  await desk.workOn();
  const { db, clock, databaseUrl } = desk.bureau;
  const logLines: string[] = [];
  const config = { ...readConfig({ WEBHOOKS: 'off' }), webhookPrivate: ['127.0.0.1'], databaseUrl };
  const off = startDelivery({ db, clock, config, log: (message) => logLines.push(message) });
  await sleep(2500);
  await off.stop();
  expect(logLines).toEqual([expect.stringContaining('WEBHOOKS is off')]);
  expect(desk.receiver.all).toEqual([]);
  expect((await desk.log(hook.id)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ]);
  await desk.deliver();
  expect(desk.receiver.taken).toHaveLength(2);
});

describe('events for a receiver', () => {
  it("a receiver gets each event once, in its job's order, after failures", async () => {
    await desk.addHook();
    desk.receiver.reply = 503;
    const jobs = [await desk.workOn(), await desk.workOn(), await desk.workOn()];
    for (let minute = 0; minute < 60; minute += 1) {
      await desk.deliver();
      await desk.pass(MINUTE);
    }
    expect(desk.receiver.taken).toEqual([]);
    // Only the first event of each job was tried. The later ones waited.
    expect(new Set(desk.receiver.all.map(({ id }) => id)).size).toBe(3);
    desk.receiver.reply = 200;
    for (let minute = 0; minute <= 60; minute += 1) {
      await desk.deliver();
      await desk.pass(MINUTE);
    }
    expect(groupMoves(desk.receiver.taken)).toEqual(Object.fromEntries(jobs.map((job) => [job, ['2 → 3', '3 → 4']])));
    expect(new Set(desk.receiver.taken.map(({ id }) => id)).size).toBe(desk.receiver.taken.length);
  });

  it('a receiver gets the other jobs while it refuses one', async () => {
    const hook = await desk.addHook();
    const failingJobId = await desk.workOn();
    desk.receiver.reply = ({ data }, response) => {
      const status = data.job_id === failingJobId ? 500 : 200;
      response.writeHead(status).end();
    };
    const workingJobId = await desk.workOn();
    await desk.deliver();
    expect((await desk.log(hook.id)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
      'waiting',
      'waiting',
    ]);
    expect(groupMoves(desk.receiver.all)).toEqual({ [failingJobId]: ['2 → 3'], [workingJobId]: ['2 → 3', '3 → 4'] });
  });
});

describe('an undelivered event', () => {
  it('the event fails after a day with its reason, and can be repeated', async () => {
    const hook = await desk.addHook();
    desk.receiver.reply = 500;
    await desk.workOn();
    for (let hour = 0; hour <= 25; hour += 1) {
      await desk.deliver();
      await desk.pass(HOUR);
    }
    const log = await desk.admin.call(endpoints.webhook.deliveries, { id: hook.id, state: 'dead' });
    expect(log.results).toHaveLength(2);
    expect(log.results.at(-1)).toMatchObject({ status: 500, response: 'not now', error: null });
    expect(log.results.at(-1)?.attempts).toBeGreaterThan(20);
    // The second waited for the first, and had its attempt too.
    expect(log.results[0]?.attempts).toBeGreaterThan(0);
    desk.receiver.reply = 200;
    expect(await desk.admin.call(endpoints.webhook.replay, { id: hook.id })).toEqual({ replayed: 2 });
    await desk.deliver();
    expect(groupMoves(desk.receiver.taken)).toEqual({ [`${desk.receiver.taken[0]?.data.job_id}`]: ['2 → 3', '3 → 4'] });
    expect(desk.receiver.taken.map(({ id }) => id)).toEqual(log.results.map(({ event }) => event).toReversed());
    expect(await desk.admin.call(endpoints.webhook.replay, { id: hook.id })).toEqual({ replayed: 0 });
    const deliveryId = (await desk.admin.call(endpoints.webhook.deliveries, { id: hook.id })).results[0]?.id ?? 0;
    expect(await desk.admin.call(endpoints.webhook.replay, { id: hook.id, delivery_ids: [deliveryId] })).toEqual({
      replayed: 1,
    });
  });

  it('the event switches the webhook off after three days, and notifies administrators', async () => {
    const hook = await desk.addHook();
    desk.receiver.reply = 500;
    for (let hour = 0; hour <= 80; hour += 1) {
      if (hour % 12 === 0) await desk.workOn();
      await desk.deliver();
      await desk.pass(HOUR);
    }
    const [stopped] = (await desk.admin.call(endpoints.webhook.list, {})).results as [typeof hook];
    expect(stopped).toMatchObject({ enabled: false });
    expect(stopped.stopped_at).not.toBeNull();
    const notifications = await desk.admin.call(endpoints.notification.list, {});
    expect(notifications.results).toMatchObject([{ event: 'webhook_stopped', title: hook.name, actor_id: null }]);
    expect((await desk.admin.send(endpoints.webhook.test, { id: hook.id })).problem.code).toBe('webhook_off');
    desk.receiver.reply = 200;
    await desk.deliver();
    expect(desk.receiver.taken).toEqual([]);
    const on = await desk.admin.call(endpoints.webhook.update, {
      id: hook.id,
      version: stopped.version,
      enabled: true,
    });
    expect(on).toMatchObject({ enabled: true, stopped_at: null, failing_since: null });
    await desk.deliver();
    expect(desk.receiver.taken.length).toBe(stopped.waiting);
  });
});

describe('a failed test event', () => {
  it('a failed test never counts as a failure of the webhook', async () => {
    const hook = await desk.addHook();
    desk.receiver.reply = 500;
    for (let day = 0; day <= 4; day += 1) {
      await desk.admin.call(endpoints.webhook.test, { id: hook.id });
      await desk.deliver();
      await desk.pass(24 * HOUR);
    }
    const log = await desk.log(hook.id);
    expect(log.map(({ state, attempts, type }) => [state, attempts, type])).toEqual(
      log.map(() => ['dead', 1, 'webhook.test']),
    );
    const readWebhook = async () => (await desk.admin.call(endpoints.webhook.list, {})).results[0];
    const fine = { enabled: true, failing_since: null, stopped_at: null, waiting: 0, dead: 0 };
    expect(await readWebhook()).toMatchObject(fine);
    const notifications = (await desk.admin.call(endpoints.notification.list, {})).results.map(({ title }) => title);
    expect(notifications).not.toContain(hook.name);
    expect(await desk.admin.call(endpoints.webhook.replay, { id: hook.id })).toEqual({ replayed: 0 });
    // A named test is sent again with one more attempt.
    const named = [log[0]?.id ?? 0];
    expect(await desk.admin.call(endpoints.webhook.replay, { id: hook.id, delivery_ids: named })).toEqual({
      replayed: 1,
    });
    await desk.deliver();
    expect((await desk.log(hook.id))[0]).toMatchObject({ state: 'dead', attempts: 1, status: 500 });
    expect(await readWebhook()).toMatchObject(fine);
    // Other events fail as usual.
    await desk.workOn();
    await desk.deliver();
    expect(await readWebhook()).toMatchObject({ failing_since: desk.bureau.clock(), waiting: 2 });
    expect(desk.receiver.all).toHaveLength(7);
  });
});

describe('several processes', () => {
  it('several processes share one queue, in the order of each job', async () => {
    await desk.addHook();
    const jobs = await Promise.all(Array.from({ length: 12 }, desk.workOn));
    const db = connect({ databaseUrl: desk.bureau.directUrl, dbPool: 4 });
    const there = desk.createWorker(db);
    for (let round = 0; round < 6; round += 1) await Promise.all([desk.deliver(), desk.deliver(there)]);
    await there.stop();
    await db.destroy();
    expect(desk.receiver.all).toHaveLength(24);
    expect(groupMoves(desk.receiver.taken)).toEqual(Object.fromEntries(jobs.map((job) => [job, ['2 → 3', '3 → 4']])));
  });

  it('other processes send the deliveries of a killed process', { timeout: 30_000 }, async () => {
    await desk.addHook();
    await desk.workOn();
    desk.receiver.reply = () => undefined;
    const child = join(import.meta.dirname, '../../../testing/webhook/deliverer-child.ts');
    const program = `
      const { runnerImport } = await import('vite');
      const { module } = await runnerImport(${JSON.stringify(child)});
      await module.deliverAndStay(${JSON.stringify(desk.bureau.directUrl)}, ${JSON.stringify(desk.bureau.clock())});`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    while (desk.receiver.all.length === 0) await sleep(10);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    desk.receiver.reply = 200;
    await desk.deliver();
    expect(desk.receiver.taken).toEqual([]);
    await desk.pass(LEASE_MS);
    await desk.deliver();
    expect(Object.values(groupMoves(desk.receiver.taken))).toEqual([['2 → 3', '3 → 4']]);
    // Delivery is at least once: the repeated event has the same id.
    expect(desk.receiver.all[0]?.id).toBe(desk.receiver.taken[0]?.id);
  });
});
