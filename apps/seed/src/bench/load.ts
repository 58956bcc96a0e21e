import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A call in the form of the wire. */
export interface Sent {
  readonly path: string;
  readonly body: object;
  readonly token?: string | undefined;
  /** True for a step, which has its own key, as in the web. */
  readonly keyed?: boolean;
}

/** Next call of a connection, given its last answer (null before the first). */
export type Next = (last: Buffer | null) => Sent;

/** Result of a load. */
export interface Went {
  readonly calls: number;
  readonly seconds: number;
  /** Time of each call, ms. */
  readonly took: number[];
}

/**
 * Keeps this number of connections busy for the given time, over plain sockets that cost little: each sends its next call after an
 * answer. An answer that is not 2xx ends the measurement.
 */
export async function load(port: number, connections: readonly Next[], seconds: number): Promise<Went> {
  const took: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    connections.map(async (next) => {
      const wire = await openWire(port);
      let last: Buffer | null = null;
      do {
        const request = written(next(last));
        const began = performance.now();
        last = await wire.ask(request);
        took.push(performance.now() - began);
      } while (performance.now() < end);
      wire.close();
    }),
  );
  return { calls: took.length, seconds: (performance.now() - start) / 1000, took };
}

/** Makes a single call. */
export async function askOnce<T>(port: number, sent: Sent): Promise<T> {
  const wire = await openWire(port);
  try {
    return JSON.parse((await wire.ask(written(sent))).toString()) as T;
  } finally {
    wire.close();
  }
}

/** Value below which this share of the times lies. */
export function at(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

// Without compression, because it would cost the same for every call and hide the differences.
const HEADERS = 'Host: 127.0.0.1\r\nContent-Type: application/json\r\nAccept-Encoding: identity\r\n';

/** Bytes of a call. */
export function written({ path, body, token, keyed }: Sent): string {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\n${HEADERS}${token ? `Authorization: Bearer ${token}\r\n` : ''}${
    keyed ? `Idempotency-Key: ${randomUUID()}\r\n` : ''
  }Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** An open connection for one call at a time. */
interface Wire {
  ask: (request: string) => Promise<Buffer>;
  close: () => void;
}

/** Opens a connection to a server on this machine. */
export async function openWire(port: number): Promise<Wire> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const made = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(made)).once('error', reject);
  });
  let waiting: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | undefined;
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = -1;
  let head = '';
  const broke = (error: Error) => waiting?.reject(error);
  socket.on('error', broke);
  socket.on('close', () => broke(new Error('The server closed the connection.')));
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    if (wanted < 0) {
      const whole = Buffer.concat(chunks);
      const end = whole.indexOf('\r\n\r\n');
      if (end < 0) return;
      head = whole.toString('latin1', 0, end);
      const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      if (length === undefined) return broke(new Error(`An answer without its length:\n${head}`));
      chunks = [whole];
      wanted = end + 4 + Number(length);
    }
    if (held < wanted) return;
    const answer = Buffer.concat(chunks);
    const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
    [chunks, held, wanted] = [[], 0, -1];
    if (head.startsWith('HTTP/1.1 2')) waiting?.resolve(body);
    else broke(new Error(`${head.split('\r\n')[0]}: ${body.toString()}`));
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.closed) broke(new Error('The server has closed the connection.'));
        else socket.write(request);
      }),
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}
