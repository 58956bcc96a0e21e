import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CompiledQuery } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Statement } from './statements.ts';

export interface BareServer {
  /** Takes a call's statements; answers where posting runs them again. */
  serve: (statements: readonly Statement[]) => string;
  close: () => Promise<void>;
}

/**
 * The limit (quality 13): Node's own server on the same pool, which reads a body, runs the statements of a call one after
 * the other, and sends their rows. It checks nothing and declares nothing; what a call costs beyond it is ours.
 */
export async function startBareServer(db: Database): Promise<BareServer> {
  const calls: (readonly Statement[])[] = [];
  const server = createServer((request, response) => {
    answer(db, calls[Number(request.url?.slice(1))] ?? [], request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    serve: (statements) => `${origin}/${calls.push(statements) - 1}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

async function answer(
  db: Database,
  statements: readonly Statement[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  JSON.parse(Buffer.concat(chunks).toString());
  const results: unknown[] = [];
  for (const { text, values } of statements) {
    results.push((await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows);
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(results));
}
