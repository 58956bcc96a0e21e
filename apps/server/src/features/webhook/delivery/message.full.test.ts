import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { CHECK_EXAMPLE, MESSAGE_EXAMPLE } from '@darkroom/contract/webhook/webhook';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWebhookFixture, type WebhookFixture } from '../../../testing/webhook/webhook-fixture.ts';
import { startReceiver, type Received, type Receiver } from '../../../testing/webhook/receiver.ts';

const HOUR = 3_600_000;

let desk: WebhookFixture;
beforeAll(async () => {
  desk = await createWebhookFixture();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

/** Returns true if the signature is valid for a receiver, by the specification and without the product's code. */
function isGenuine({ headers, body }: Received, secret: string | null): boolean {
  const key = Buffer.from(secret!.replace(/^whsec_/, ''), 'base64');
  const content = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`;
  const wanted = createHmac('sha256', key).update(content).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
}

describe('messages for a receiver', () => {
  it("the guide's code and the webhook page's code check a message", async () => {
    const guide = await readFile(new URL('../../../../../../docs/webhooks.md', import.meta.url), 'utf8');
    for (const example of [MESSAGE_EXAMPLE, CHECK_EXAMPLE]) expect(guide).toContain(`\n${example}\n\`\`\``);
    const asModule = `data:text/javascript,${encodeURIComponent(CHECK_EXAMPLE)}`;
    const { check } = (await import(asModule)) as { check: (secret: string, headers: object, body: string) => void };
    const { id, secret } = await desk.addHook();
    await desk.admin.call(endpoints.webhook.test, { id });
    await desk.deliver();
    const [{ headers, body }] = desk.receiver.all as [Received];
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(desk.bureau.clock()));
    onTestFinished(() => void vi.restoreAllMocks());
    expect(() => check(secret!, headers, body)).not.toThrow();
    expect(() => check(secret!, headers, body.replace('test', 'tent'))).toThrow('wrong signature');
    expect(() => check(secret!, { ...headers, 'webhook-timestamp': '1' }, body)).toThrow('too old');
  });

  it('a receiver verifies the sender and reads the event', async () => {
    const hook = await desk.addHook();
    const job_id = await desk.workOn();
    await desk.deliver();
    const [first] = desk.receiver.all as [Received];
    expect(isGenuine(first, hook.secret)).toBe(true);
    expect(isGenuine({ ...first, body: first.body.replace('PTE', 'OTS') }, hook.secret)).toBe(false);
    expect(isGenuine(first, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
    expect(first.headers['webhook-id']).toBe(first.id);
    const sent = JSON.parse(first.body) as Record<string, unknown>;
    expect(sent).toMatchObject({
      version: 1,
      type: 'task.status_changed',
      at: desk.bureau.clock(),
      data: { job_id, previous_status: 2, status: 3 },
    });
    // People, notes and faults are left out, with their field names.
    expect(Object.keys(first.data).sort()).toEqual([
      'cus_id0',
      'cus_id1',
      'customer2_id',
      'job_detail_id',
      'job_id',
      'previous_status',
      'quantity',
      'status',
      'sub_prod_id',
      'task_id',
      'workstream',
    ]);
  });

  it('a receiver gets both signatures for a day after a new secret', async () => {
    const hook = await desk.addHook();
    const rotated = await desk.admin.call(endpoints.webhook.rotate, { id: hook.id, version: hook.version });
    expect(rotated.secret).not.toBe(hook.secret);
    const sendLastMessage = async () => {
      await desk.admin.call(endpoints.webhook.test, { id: hook.id });
      await desk.deliver();
      const message = desk.receiver.all.at(-1) as Received;
      return [isGenuine(message, hook.secret), isGenuine(message, rotated.secret)];
    };
    expect(await sendLastMessage()).toEqual([true, true]);
    await desk.pass(24 * HOUR);
    expect(await sendLastMessage()).toEqual([false, true]);
  });
});

describe('the response of a receiver', () => {
  const attemptDelivery = async (response: Receiver['reply']) => {
    const hook = await desk.addHook();
    desk.receiver.reply = response;
    await desk.admin.call(endpoints.webhook.test, { id: hook.id });
    await desk.deliver();
    const { results } = await desk.admin.call(endpoints.webhook.deliveries, { id: hook.id });
    return results[0];
  };

  it('a response with a redirect is not followed', async () => {
    const otherReceiver = await startReceiver();
    const log = await attemptDelivery((_message, response) =>
      response.writeHead(302, { location: otherReceiver.url }).end(),
    );
    expect(log).toMatchObject({ state: 'dead', status: 302 });
    expect(otherReceiver.all).toEqual([]);
    await otherReceiver.close();
  });

  it('a response is read up to 64 kB, without control characters', async () => {
    let written = 0;
    const log = await attemptDelivery((_message, response) => {
      response.writeHead(200);
      response.write('\u001b[31m<b>\u0000');
      const writeMore = () => {
        if (response.destroyed || written > 50_000_000) return;
        written += 65_536;
        response.write('x'.repeat(65_536), writeMore);
      };
      writeMore();
    });
    expect(log).toMatchObject({ state: 'delivered', status: 200 });
    expect(log?.response).toMatch(/^\\u\{1b\}\[31m<b>\\u\{0\}xxx/);
    expect(log?.response?.length).toBeLessThanOrEqual(1000);
    expect(written).toBeLessThan(50_000_000);
  });

  it('a response times out after ten seconds and delays no other webhook', async () => {
    const mute = await desk.addHook();
    desk.receiver.reply = () => undefined;
    const otherReceiver = await startReceiver();
    const quick = await desk.addHook(['task.status_changed'], otherReceiver.url);
    for (const { id } of [mute, quick]) await desk.admin.call(endpoints.webhook.test, { id });
    const began = performance.now();
    // The server polls again and again, too: a poll that a busy database refuses is repeated.
    while (otherReceiver.taken.length === 0) {
      await desk.deliverer.poll();
      await sleep(20);
    }
    const readState = async () =>
      (await desk.admin.call(endpoints.webhook.deliveries, { id: mute.id })).results[0]?.state;
    expect(await readState(), 'the mute one is still waited for').not.toBe('dead');
    await desk.deliverer.idle();
    expect(performance.now() - began).toBeGreaterThan(9_000);
    expect(performance.now() - began, 'a busy machine has some more').toBeLessThan(30_000);
    const { results } = await desk.admin.call(endpoints.webhook.deliveries, { id: mute.id });
    expect(results[0]).toMatchObject({ state: 'dead', status: null, error: 'timed_out: 10' });
    await otherReceiver.close();
  });

  it('a private address receives nothing after its permission ended', async () => {
    const hook = await desk.addHook();
    await desk.admin.call(endpoints.webhook.test, { id: hook.id });
    const strict = desk.createWorker(undefined, []);
    await desk.deliver(strict);
    expect(desk.receiver.all).toEqual([]);
    const { results } = await desk.admin.call(endpoints.webhook.deliveries, { id: hook.id });
    expect(results[0]).toMatchObject({ state: 'dead', error: 'address_not_public: 127.0.0.1' });
    await strict.stop();
  });
});
