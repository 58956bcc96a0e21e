import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { MAX_MAIN_THREAD_BODY } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { buildTask } from '../testing/factories/work.ts';

// `npm run chaos` measures the delay for other users. These tests show only that they do not have to wait.

const { job, user } = endpoints;
/** [0]: number of started checks. [1]: whether they can end. */
const held = new Int32Array(new SharedArrayBuffer(8));
/** Replaces the worker for large bodies. It runs in its own thread and waits until the test lets it end. */
const WAITING_WORKER = `
  const { parentPort, workerData: held } = require('node:worker_threads');
  parentPort.on('message', () => {
    Atomics.add(held, 0, 1);
    Atomics.wait(held, 1, 0);
    parentPort.postMessage({ failed: { code: 'validation', trouble: {} } });
  });
`;

let bureau: TestApp;
let boss: ApiClient;
let port: number;

beforeAll(async () => {
  bureau = await createTestApp({
    startBodyWorker: () => new Worker(WAITING_WORKER, { eval: true, workerData: held }),
    config: { backdoorUntil: '2027-01-01T00:00:00.000Z' },
  });
  boss = await bureau.as({ is_superuser: true });
  await buildTask(bureau.db);
  port = Number(new URL(await bureau.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => bureau.close());

/** Sends the head of a sign-in and the given start of its body, and waits for the response. */
async function readResponseTo(head: string, begin: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${user.login.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${head}\r\n\r\n${begin}`,
  );
  const [response] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return response.toString();
}

describe('expensive bodies of a client', () => {
  it('a sign-in of 2 MB is refused by its head', async () => {
    const response = await readResponseTo('content-length: 2000000', '');
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('"code":"too_large"');
  });

  it('an endless sign-in without a length is refused by its first kilobytes', async () => {
    const chunk = `{"username":"${'x'.repeat(5000)}`;
    const response = await readResponseTo('transfer-encoding: chunked', `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('four orders of 12 MB are checked while other requests get responses', async () => {
    const jobs = Array.from({ length: 5000 }, () => ({ job_name: 'x'.repeat(2300) }));
    let answered = 0;
    const sent = Array.from({ length: 4 }, async () => {
      const { status } = await boss.send(job.bulkAdd, { jobs });
      answered += 1;
      return status;
    });
    await expect.poll(() => Atomics.load(held, 0), { timeout: 30_000 }).toBe(1);
    for (let n = 0; n < 10; n++) expect((await boss.send(job.list, {})).status).toBe(200);
    // Another kind of write gets its response too.
    expect((await boss.send(job.bulkAdd, { jobs: [] })).status).toBe(422);
    expect(answered).toBe(0);
    Atomics.store(held, 1, 1);
    Atomics.notify(held, 1);
    expect(await Promise.all(sent)).toEqual([422, 422, 422, 422]);
    expect(Atomics.load(held, 0)).toBe(4);
  }, 60_000);
});

describe('a body that arrives slowly', () => {
  let impatient: TestApp;
  let token: string | null;
  beforeAll(async () => {
    impatient = await createTestApp({ bodyWithinMs: 1000 });
    await impatient.app.listen({ host: '127.0.0.1', port: 0 });
    token = (await impatient.as(['npn_view_job'])).token;
  });
  afterAll(() => impatient.close());

  /** Sends a body of this length in parts. Returns the response, and the milliseconds until the connection was closed. */
  async function sendSlowly(head: string, part: number, length: number): Promise<{ response: string; closed: number }> {
    const socket = connect((impatient.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST ${job.list.path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n${head}\r\n\r\n`);
    const began = performance.now();
    let [response, sent] = ['', 0];
    const dripping = setInterval(() => {
      if (sent < length && socket.writable) socket.write(' '.repeat(part));
      sent += part;
    }, 50);
    socket.on('data', (data) => {
      response += String(data);
      if (sent >= length) socket.end();
    });
    // A reset connection is closed, too.
    await new Promise((resolve) => void socket.once('close', resolve));
    clearInterval(dripping);
    return { response, closed: performance.now() - began };
  }
  const createHead = (who: string | null) => `content-type: application/json\r\nauthorization: Bearer ${who}`;

  it.each([
    ['a slow body is refused after its time', () => createHead(token), 408],
    ['a slow body without a session is refused unread', () => createHead(null), 401],
    [
      'a slow body of another content type is refused unread',
      () => `content-type: text/plain\r\nauthorization: Bearer ${token}`,
      415,
    ],
  ])('%s, and its connection is closed', async (_what, headOf, status) => {
    const { response, closed } = await sendSlowly(headOf(), 1, 10_000);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // Timers can fire a millisecond early.
    expect(closed).toBeGreaterThan(990);
    expect(closed).toBeLessThan(10_000);
  });

  it('a body is read to its end when enough bytes arrive each second', async () => {
    const { response, closed } = await sendSlowly(createHead(token), 1000, 24_000);
    expect(closed).toBeGreaterThan(1000);
    expect(response).toMatch(/^HTTP\/1\.1 400 [^]*"code":"malformed"/);
  });
});

const JSON_TYPE = 'application/json';
const CSP_TYPE = 'application/csp-report';
/** The type of the one click of mail programs. Its body is not read. */
const FORM_TYPE = 'application/x-www-form-urlencoded';
const CONTENT_TYPES = [
  JSON_TYPE,
  'application/json; charset=utf-16',
  CSP_TYPE,
  'application/reports+json',
  'text/plain',
  FORM_TYPE,
  'multipart/form-data; boundary=b',
  null,
];
const nested = `{"a":${'['.repeat(1500)}${']'.repeat(1500)}}`;
/** Bodies that no endpoint accepts, with the error code for the right content type. */
const HOSTILE_BODIES: readonly (readonly [body: string | Buffer, code: string, encoding?: string])[] = [
  [nested, 'too_complex'],
  [`{${Array.from({ length: 1001 }, (_, n) => `"${n.toString(36)}":0`).join()}}`, 'too_complex'],
  [`{"a":[${'0,'.repeat(10_001)}0]}`, 'too_complex'],
  ['{"__proto__":{"is_superuser":true}}', 'malformed'],
  ['{"csp-report":{"constructor":{"prototype":{"is_superuser":true}}}}', 'malformed'],
  [Buffer.from('{"text":"caf\xe9"}', 'latin1'), 'malformed'],
  ['{"text":', 'malformed'],
  [gzipSync(nested), 'unsupported_media_type', 'gzip'],
];

describe('a body that no endpoint accepts', () => {
  const calls = allEndpoints.filter(({ method }) => method === 'POST');
  const routes = [
    ...calls.map(({ path, bodyLimit = MAX_MAIN_THREAD_BODY }) => ({ path, limit: bodyLimit, types: [JSON_TYPE] })),
    { path: '/api/report/error', limit: 16_384, types: [JSON_TYPE] },
    { path: '/api/report/csp', limit: 16_384, types: [JSON_TYPE, CSP_TYPE] },
  ];

  it.each(routes)('the body is refused at $path with any content type', async ({ path, limit, types }) => {
    for (const type of CONTENT_TYPES) {
      for (const [payload, code, encoding] of HOSTILE_BODIES) {
        // Endpoints with their own rate limit count refused bodies too.
        await bureau.db.deleteFrom('rate_limit').execute();
        const response = await bureau.app.inject({
          method: 'POST',
          url: path.replace(/\{\w+\}/g, '1'),
          headers: {
            authorization: `Bearer ${boss.token}`,
            ...(type === null ? {} : { 'content-type': type }),
            ...(encoding ? { 'content-encoding': encoding } : {}),
          },
          payload,
        });
        const isUnread = path === endpoints.mail.unsubscribe.path && type === FORM_TYPE;
        const refused = isUnread ? 'validation' : 'unsupported_media_type';
        const expected = type === null || !types.includes(type) ? refused : code;
        expect({ type, code: response.json<{ code: string }>().code }).toEqual({
          type,
          code: expected === 'too_complex' && payload.length > limit ? 'too_large' : expected,
        });
      }
    }
  });
});
