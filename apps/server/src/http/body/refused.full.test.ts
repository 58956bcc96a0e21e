import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let bureau: TestApp;
let port: number;
let boss: string;
let stranger: string;
/** Server side of the newest connection. */
let received: Socket;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = `authorization: Bearer ${(await bureau.as({ is_superuser: true })).token}\r\n`;
  stranger = `authorization: Bearer ${(await bureau.as([])).token}\r\n`;
  bureau.app.server.on('connection', (socket: Socket) => (received = socket));
  await bureau.app.listen({ host: '127.0.0.1', port: 0 });
  port = (bureau.app.server.address() as AddressInfo).port;
});
afterAll(() => bureau.close());

const MB = 1_000_000;
/** Read-ahead of the system, and a little more. */
const MAX_READ = 0.5 * MB;
const BLOCK = Buffer.from('"key":1,'.repeat(8192));
const JSON_TYPE = 'content-type: application/json\r\n';

interface RefusedUpload {
  answer: string;
  /** Bytes of the body that the server has read. */
  read: number;
  open_ms: number;
}

/** Sends a body while the connection accepts bytes, and reads the response at the same time. */
async function sendBody(path: string, headers: string, bytes: number): Promise<RefusedUpload> {
  const socket = connect({ port, host: '127.0.0.1' });
  // Node's own `once` fails for a reset connection, which can happen here.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  let response = '';
  socket.on('data', (chunk) => (response += String(chunk)));
  await once(socket, 'connect');
  const began = performance.now();
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
  const chunked = headers.includes('chunked');
  const start = chunked ? `${(bytes + 1).toString(16)}\r\n{` : '{';
  socket.write(start);
  for (let sent = 0; sent < bytes && socket.writable; sent += BLOCK.length) {
    socket.write(BLOCK);
    while (socket.writableNeedDrain && socket.writable) await sleep(1);
  }
  await closed;
  return { answer: response, read: received.bytesRead, open_ms: performance.now() - began };
}

describe('refused bodies', () => {
  const { user, job } = endpoints;
  const length = `content-length: ${10 * MB}\r\n`;
  it.each([
    ['too long for a sign-in', 413, user.login.path, () => JSON_TYPE + length],
    ['without an end', 413, user.login.path, () => `${JSON_TYPE}transfer-encoding: chunked\r\n`],
    ['without a session', 401, job.bulkAdd.path, () => JSON_TYPE + length],
    ['without a permission', 403, job.bulkAdd.path, () => stranger + JSON_TYPE + length],
    ['of another kind', 415, job.bulkAdd.path, () => `${boss}content-type: text/csv\r\n${length}`],
    ['of too many keys', 400, job.bulkAdd.path, () => boss + JSON_TYPE + length],
  ])('a body %s gets status %i without being read to its end', async (_why, status, path, headers) => {
    const refused = await sendBody(path, headers(), 10 * MB);
    expect(refused.answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(refused.answer).toMatch(/^connection: close\r$/im);
    expect(refused.read).toBeLessThan(MAX_READ);
    expect(refused.open_ms).toBeLessThan(10_000);
  });

  it('a short refused body keeps its connection', async () => {
    expect(await sendShort()).toMatch(/^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 401 /);
  });

  /** Sends two requests on one connection, each body a moment after its head. */
  async function sendShort(): Promise<string> {
    const socket = connect({ port, host: '127.0.0.1' });
    let response = '';
    socket.on('data', (chunk) => (response += String(chunk)));
    const body = JSON.stringify({ text: 'x'.repeat(1000) });
    for (const times of [1, 2]) {
      socket.write(`POST ${job.list.path} HTTP/1.1\r\nhost: x\r\n${JSON_TYPE}content-length: ${body.length}\r\n\r\n`);
      await sleep(50);
      socket.write(body);
      await expect.poll(() => response.split('HTTP/1.1').length).toBe(times + 1);
    }
    socket.destroy();
    return response;
  }
});
