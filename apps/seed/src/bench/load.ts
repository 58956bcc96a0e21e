import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A request in the form in which it is sent. */
export interface ApiRequest {
  readonly path: string;
  readonly body: object;
  readonly token?: string | undefined;
  /** True for a step. It has its own key, as in the web application. */
  readonly keyed?: boolean;
}

/** Returns the next request of a connection from its last response (null before the first). */
export type NextRequest = (last: Buffer | null) => ApiRequest;

export interface LoadResult {
  readonly calls: number;
  readonly seconds: number;
  /** Time of each request, ms. */
  readonly durations: number[];
}

/**
 * Keeps connections busy for the given time, over plain sockets: each sends its next request after a response. A
 * response that is not 2xx ends the measurement.
 */
export async function measureLoad(
  port: number,
  connections: readonly NextRequest[],
  seconds: number,
): Promise<LoadResult> {
  const durations: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    connections.map(async (next) => {
      const connection = await openConnection(port);
      let last: Buffer | null = null;
      do {
        const request = writeRequest(next(last));
        const startedAt = performance.now();
        last = await connection.ask(request);
        durations.push(performance.now() - startedAt);
      } while (performance.now() < end);
      connection.close();
    }),
  );
  return { calls: durations.length, seconds: (performance.now() - start) / 1000, durations };
}

export async function askOnce<T>(port: number, sent: ApiRequest): Promise<T> {
  const connection = await openConnection(port);
  try {
    return JSON.parse((await connection.ask(writeRequest(sent))).toString()) as T;
  } finally {
    connection.close();
  }
}

/** Returns the value below which this share of the times lies. */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

// Without compression, because it would cost the same for every request and hide the differences.
const HEADERS = 'Host: 127.0.0.1\r\nContent-Type: application/json\r\nAccept-Encoding: identity\r\n';

/** Returns the bytes of a request. */
export function writeRequest({ path, body, token, keyed }: ApiRequest): string {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\n${HEADERS}${token ? `Authorization: Bearer ${token}\r\n` : ''}${
    keyed ? `Idempotency-Key: ${randomUUID()}\r\n` : ''
  }Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** An open connection for one request at a time. */
interface Connection {
  ask: (request: string) => Promise<Buffer>;
  close: () => void;
}

/** Opens a connection to a server on this machine. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const newSocket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(newSocket)).once(
      'error',
      reject,
    );
  });
  let waiting: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | undefined;
  let chunks: Buffer[] = [];
  let receivedBytes = 0;
  let expectedBytes = -1;
  let head = '';
  const failPending = (error: Error) => waiting?.reject(error);
  socket.on('error', failPending);
  socket.on('close', () => failPending(new Error('The server closed the connection.')));
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    receivedBytes += chunk.length;
    if (expectedBytes < 0) {
      const received = Buffer.concat(chunks);
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      head = received.toString('latin1', 0, end);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) return failPending(new Error(`An answer without its length:\n${head}`));
      chunks = [received];
      expectedBytes = end + 4 + Number(length);
    }
    if (receivedBytes < expectedBytes) return;
    const response = Buffer.concat(chunks);
    const body = response.subarray(response.indexOf('\r\n\r\n') + 4);
    [chunks, receivedBytes, expectedBytes] = [[], 0, -1];
    if (head.startsWith('HTTP/1.1 2')) waiting?.resolve(body);
    else failPending(new Error(`${head.split('\r\n')[0]}: ${body.toString()}`));
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.closed) failPending(new Error('The server has closed the connection.'));
        else socket.write(request);
      }),
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}
