import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectTo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '../db/connect.ts';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { buildTask } from '../testing/factories/work.ts';

const { job } = endpoints;

/** Reads a job list over the network, on a new connection or an agent's. */
async function listTasks(address: string, { token }: ApiClient, agent?: Agent) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = httpRequest(address + job.list.path, { method: 'POST', headers, agent: agent ?? false });
  call.end('{}');
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(await text(response)) as object };
}

/** Locks all jobs while `work` runs. `work` receives a list that waits for them. */
async function runWithLockedJobs(bureau: TestApp, stuckList: () => Promise<unknown>, work: () => Promise<void>) {
  const foreign = connect({ databaseUrl: bureau.directUrl, dbPool: 1 });
  await foreign.transaction().execute(async (outside) => {
    await sql`lock table job in access exclusive mode`.execute(outside);
    void stuckList();
    const waiting = sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const countWaiting = async () => (await waiting.execute(bureau.db)).rows[0]?.n;
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(1);
    await work();
  });
  await foreign.destroy();
}

describe('shutdown of the server', () => {
  it('a stopping server returns 503 with a time, aborts endless requests, and ends', async () => {
    const bureau = await createTestApp({ finishWithinMs: 700 });
    await buildTask(bureau.db);
    const boss = await bureau.as({ is_superuser: true });
    const address = await bureau.app.listen({ host: '127.0.0.1', port: 0 });
    const agent = new Agent({ keepAlive: true });
    // An event stream and a silent connection.
    const stream = await fetch(`${address}/api/live`, { headers: { authorization: `Bearer ${boss.token}` } });
    const idle = connectTo(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
    expect((await listTasks(address, boss, agent)).status).toBe(200);
    let stuck: ReturnType<typeof listTasks> | undefined;
    await runWithLockedJobs(
      bureau,
      () => (stuck = listTasks(address, boss)),
      async () => {
        const closed = bureau.app.close();
        // Requests on an existing connection and on new ones, while the list still runs.
        const lateRequests = [listTasks(address, boss, agent), listTasks(address, boss)];
        const health = ['live', 'ready'].map((what) => fetch(`${address}/health/${what}`));
        for (const response of await Promise.all(lateRequests)) {
          expect(response).toMatchObject({ status: 503, body: { code: 'unavailable', retry_after: 5 } });
          expect(response.headers).toMatchObject({ 'retry-after': '5', connection: 'close' });
          expect(response.headers['content-type']).toMatch(/problem\+json/);
        }
        expect((await Promise.all(health)).map(({ status }) => status)).toEqual([200, 503]);
        expect(await stuck).toMatchObject({ status: 503, body: { code: 'unavailable' } });
        await closed;
      },
    );
    expect(await stream.text()).toMatch(/event: end/);
    expect(idle.readable).toBe(false);
    agent.destroy();
    await bureau.close();
  });

  it('a stopping server ends despite unfinished requests', async () => {
    const bureau = await createTestApp({ finishWithinMs: 300 });
    // The drain has its own time limit. Fastify would abort closing after ten seconds.
    expect(bureau.app.initialConfig.pluginTimeout).toBe(0);
    const { port } = new URL(await bureau.app.listen({ host: '127.0.0.1', port: 0 }));
    const sendBytes = async (...parts: string[]) => {
      const socket = connectTo(Number(port), '127.0.0.1').on('error', () => undefined);
      for (const part of parts) {
        socket.write(part);
        if (part !== parts.at(-1)) await once(socket, 'data');
      }
      return socket;
    };
    const head = 'POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const held = await Promise.all([
      sendBytes(`${head}content-length: 500\r\n\r\n{"us`),
      sendBytes('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n', 'GET /health/live HTTP/1.1\r\nho'),
    ]);
    const ends = held.map((socket) => once(socket.resume(), 'close'));
    await sleep(200);
    const began = performance.now();
    await bureau.app.close();
    expect(performance.now() - began).toBeLessThan(5000);
    await Promise.all(ends);
    await bureau.close();
  });

  it('a stopping server finishes running requests', async () => {
    const bureau = await createTestApp();
    await buildTask(bureau.db);
    const boss = await bureau.as({ is_superuser: true });
    const address = await bureau.app.listen({ host: '127.0.0.1', port: 0 });
    let running: ReturnType<typeof listTasks> | undefined;
    let closed: Promise<unknown> | undefined;
    await runWithLockedJobs(
      bureau,
      () => (running = listTasks(address, boss)),
      async () => {
        closed = bureau.app.close();
      },
    );
    expect(await running).toMatchObject({ status: 200 });
    await closed;
    await bureau.close();
  });
});

describe('unparsable requests', () => {
  it('an unparsable request gets a problem response like every other refusal', async () => {
    const bureau = await createTestApp();
    const address = new URL(await bureau.app.listen({ host: '127.0.0.1', port: 0 }));
    const sendBytes = async (bytes: string) => {
      const socket = connectTo(Number(address.port), '127.0.0.1');
      socket.end(bytes);
      return text(socket);
    };
    expect(await sendBytes('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [^]*problem\+json[^]*"code":"malformed"/);
    const long = `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await sendBytes(long)).toMatch(/^HTTP\/1.1 431 [^]*"code":"headers_too_large"/);
    expect(bureau.app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 120_000 });
    await bureau.close();
  });
});
