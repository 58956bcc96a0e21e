import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';

let bureau: TestApp;
let port: number;

beforeAll(async () => {
  bureau = await testApp();
  await bureau.app.listen({ host: '127.0.0.1', port: 0 });
  port = (bureau.app.server.address() as AddressInfo).port;
});
afterAll(() => bureau.close());

const MB = 1_000_000;

/** A caller that reads nothing before it has written everything, as proxies are. */
async function open(length: string): Promise<{ socket: Socket; broken: () => string | undefined }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let broken: string | undefined;
  socket.on('error', (error: NodeJS.ErrnoException) => (broken = error.code));
  await once(socket, 'connect');
  socket.write(
    `POST ${endpoints.user.login.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
  );
  return { socket, broken: () => broken };
}

/** Writes, and waits for room to write more; false where the connection has broken. */
async function write(socket: Socket, bytes: Buffer): Promise<boolean> {
  const full = !socket.destroyed && !socket.write(bytes);
  while (full && !socket.destroyed && socket.writableNeedDrain) await sleep(1);
  return !socket.destroyed;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  socket.destroy();
  return text;
}

const BLOCK = Buffer.alloc(65_536, 'x');
const chunked = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

describe('a body that is far too long', () => {
  it.each([0.1, 1, 5, 17])('of %s MB is refused so that who has written all of it can read why', async (size) => {
    const bytes = size * MB;
    const { socket, broken } = await open(`content-length: ${bytes}`);
    for (let left = bytes; left > 0; left -= BLOCK.length)
      expect(await write(socket, BLOCK.subarray(0, Math.min(left, BLOCK.length)))).toBe(true);
    await sleep(100);
    const answer = await readAll(socket);
    expect(broken()).toBeUndefined();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toMatch(/"code":"too_large"/);
  });

  it('and does not say so, as well', async () => {
    const { socket, broken } = await open('transfer-encoding: chunked');
    for (let sent = 0; sent < 5 * MB; sent += BLOCK.length) expect(await write(socket, chunked(BLOCK))).toBe(true);
    socket.write('0\r\n\r\n');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 413 /);
    expect(broken()).toBeUndefined();
  });

  it('is not read without end: neither one that says so', async () => {
    const { socket } = await open(`content-length: ${1000 * MB}`);
    const began = performance.now();
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 413 /);
    expect(performance.now() - began).toBeLessThan(3000);
  });

  it('nor one that goes on and on', async () => {
    const { socket } = await open('transfer-encoding: chunked');
    let sent = 0;
    while (sent < 200 * MB && (await write(socket, chunked(BLOCK)))) sent += BLOCK.length;
    expect(sent).toBeLessThan(60 * MB);
  });

  it('nor one that comes in drops', async () => {
    const { socket } = await open(`content-length: ${10 * MB}`);
    socket.resume();
    const began = performance.now();
    for (let n = 0; n < 300 && (await write(socket, Buffer.from('x'))); n++) await sleep(100);
    const waited = performance.now() - began;
    expect(waited).toBeGreaterThan(3000);
    expect(waited).toBeLessThan(20_000);
  });
});
