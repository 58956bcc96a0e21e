import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../testing/app.ts';
import { buildTask } from '../testing/factories/work.ts';

const { job, user } = endpoints;
let bureau: TestApp;
let boss: Client;
let address: string;

beforeAll(async () => {
  bureau = await testApp();
  boss = await bureau.as({ is_superuser: true });
  for (let n = 0; n < 12; n++) await buildTask(bureau.db);
  address = await bureau.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => bureau.close());

/** Sends one body again and again, four at a time, from a thread of its own; says how many answers of which status it got. */
const SENDERS = `
  const { parentPort, workerData: { url, headers, make } } = require('node:worker_threads');
  const body = new Function(make)();
  const statuses = {};
  let ended = false;
  const sender = async () => {
    while (!ended) {
      const status = await fetch(url, { method: 'POST', headers, body }).then((r) => (r.arrayBuffer(), r.status), () => 'broken off');
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const all = Promise.all([sender(), sender(), sender(), sender()]);
  parentPort.once('message', async () => { ended = true; await all; parentPort.postMessage(statuses); });
  parentPort.postMessage('begun');
`;

/** Takes what is sent to it in a thread of its own, and is busy with it without a pause: as much work for the machine, and none for the server. */
const ELSEWHERE = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer(async (request, answer) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    for (const until = performance.now() + 200; performance.now() < until; ) JSON.parse(body);
    answer.writeHead(422).end('{}');
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage('http://127.0.0.1:' + server.address().port));
`;

async function under(url: string, make: string, headers: Record<string, string>, work: () => Promise<void>) {
  const workerData = { url, make, headers: { 'content-type': 'application/json', ...headers } };
  const senders = new Worker(SENDERS, { eval: true, workerData });
  await once(senders, 'message');
  await work();
  senders.postMessage('end');
  const [statuses] = (await once(senders, 'message')) as [Record<string, number>];
  await senders.terminate();
  return statuses;
}

/** How long the job list takes, in the slowest of twenty. */
async function listTime(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 40; n++) {
    const began = performance.now();
    await boss.call(job.list, {});
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

/**
 * How much slower the list is while the server is sent to than while somebody else on this machine is sent the same: whatever
 * else is run here is in both. Up to five times.
 */
async function slowdown(path: string, make: string, headers: Record<string, string> = {}) {
  const other = new Worker(ELSEWHERE, { eval: true });
  const [elsewhere] = (await once(other, 'message')) as [string];
  const timed = async (url: string) => {
    let time = 0;
    const answers = await under(url, make, headers, async () => {
      time = await listTime();
    });
    return { time, answers };
  };
  let [least, statuses] = [Infinity, {}];
  for (let round = 0; round < 5 && least > 2; round++) {
    const beside = await timed(elsewhere);
    const here = await timed(address + path);
    statuses = here.answers;
    least = Math.min(least, here.time / beside.time);
  }
  await other.terminate();
  return { times: least, statuses };
}

describe('while somebody sends what only costs', () => {
  it('anybody’s sign-in of 2 MB and 180,000 keys, four at a time, slows nobody’s list down', async () => {
    await listTime();
    const make = `return '{' + Array.from({ length: 180000 }, (_, at) => '"key' + at + '":1').join() + '}'`;
    const { times, statuses } = await slowdown(user.login.path, make);
    expect(times).toBeLessThanOrEqual(2);
    // Node may close the connection before the sender has got to reading the answer.
    expect(Object.keys(statuses).filter((status) => !['413', 'broken off'].includes(status))).toEqual([]);
  });

  it('a boss’s 12 MB of jobs that are none, four at a time, slows nobody’s list down', async () => {
    const row = `'{"job_name":"' + 'x'.repeat(2300) + '"}'`;
    const make = `return '{"jobs":[' + Array.from({ length: 5000 }, () => ${row}).join() + ']}'`;
    const { times, statuses } = await slowdown(job.bulkAdd.path, make, { authorization: `Bearer ${boss.token}` });
    expect(times).toBeLessThanOrEqual(2);
    expect(Object.keys(statuses)).toEqual(['422']);
  });
});
