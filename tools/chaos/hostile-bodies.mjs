import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

// Effect of expensive bodies on the lists of others (quality 20b): at most twice as slow.
const MAX_RATIO = 2;
const ROUNDS = 5;
const CALLS = 100;

/** Sends one body again and again from a separate thread, four at a time. */
const SENDER_CODE = `
  const { parentPort, workerData: { url, headers, make } } = require('node:worker_threads');
  const body = new Function(make)();
  let ended = false;
  const sender = async () => {
    while (!ended) await fetch(url, { method: 'POST', headers, body }).then((answer) => answer.arrayBuffer()).catch(() => {});
  };
  const all = Promise.all([sender(), sender(), sender(), sender()]);
  parentPort.once('message', async () => { ended = true; await all; parentPort.postMessage('ended'); });
  parentPort.postMessage('begun');
`;

const BODIES = [
  {
    name: 'sign-in of 2 MB and 180,000 keys',
    path: '/api/user/login',
    make: `return '{' + Array.from({ length: 180000 }, (_, at) => '"key' + at + '":1').join() + '}'`,
  },
  {
    name: '12 MB of jobs that are none',
    path: '/api/job/bulk-add',
    make: `return JSON.stringify({ jobs: Array.from({ length: 5000 }, () => ({ job_name: 'x'.repeat(2300) })) })`,
  },
];

/** Measures the 95th percentile of the time of the job list's requests, in ms. */
async function measureListTime(server, token) {
  const times = [];
  for (let n = 0; n < CALLS; n++) {
    const startedAt = performance.now();
    await server.call('/api/job/list', {}, token);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(CALLS * 0.95)];
}

/**
 * Requests lists alone and next to each hostile sender. The fastest of some runs counts, because the machine's other
 * work only adds time.
 */
export async function sendHostileBodies({ servers: [server], token }) {
  await measureListTime(server, token);
  const lines = [];
  for (const { name, path, make } of BODIES) {
    let lowestRatio = Infinity;
    for (let round = 0; round < ROUNDS && lowestRatio > MAX_RATIO; round++) {
      const alone = await measureListTime(server, token);
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const senders = new Worker(SENDER_CODE, { eval: true, workerData: { url: server.origin + path, headers, make } });
      await once(senders, 'message');
      const loaded = await measureListTime(server, token);
      senders.postMessage('end');
      await once(senders, 'message');
      await senders.terminate();
      lowestRatio = Math.min(lowestRatio, loaded / alone);
    }
    lines.push(`${name}: lists' p95 × ${lowestRatio.toFixed(2)}`);
    if (lowestRatio > MAX_RATIO) throw new Error(lines.join('; '));
  }
  return lines.join('; ');
}
