import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { Call } from './mount.ts';
import { logRequests } from './request-log.ts';

interface Line {
  route: string;
  status: number;
  ms: number;
  quick?: number;
}

let close: () => Promise<unknown>;
afterEach(() => close());

/** Starts a server with a read, a write and a failing endpoint. Returns the lines of its log. */
async function createLoggedApp(production: boolean) {
  const lines: Line[] = [];
  const app = Fastify({
    logger: { stream: { write: (line: string) => lines.push(JSON.parse(line) as Line) } },
    disableRequestLogging: true,
  });
  app.decorateRequest('call', null);
  logRequests(app, { production });
  const kinds: Readonly<Record<string, Call['kind']>> = {
    '/read': 'read',
    '/slow': 'read',
    '/refused': 'read',
    '/write': 'write',
  };
  for (const [url, kind] of Object.entries(kinds))
    app.route({
      method: 'POST',
      url,
      handler: async (request, reply) => {
        request.call = { name: 'x', kind, now: '', actor: null, gateResult: null };
        if (url === '/slow') await sleep(60);
        return reply.status(url === '/refused' ? 403 : 200).send({});
      },
    });
  await app.ready();
  close = () => app.close();
  const callUrl = async (url: string, times: number) => {
    for (let n = 0; n < times; n++) await app.inject({ method: 'POST', url });
    return lines.filter(({ route }) => route === url);
  };
  return callUrl;
}

it('in production, twenty quick reads share a log line that has their number', async () => {
  const call = await createLoggedApp(true);
  expect(await call('/read', 19)).toEqual([]);
  expect(await call('/read', 41)).toMatchObject([{ quick: 20 }, { quick: 20 }, { quick: 20 }]);
});

it('every write, refusal and slow request is logged', async () => {
  const call = await createLoggedApp(true);
  expect(await call('/write', 3)).toHaveLength(3);
  expect(await call('/refused', 3)).toMatchObject([{ status: 403 }, { status: 403 }, { status: 403 }]);
  expect(await call('/slow', 2)).toHaveLength(2);
});

it('outside production, every request is logged', async () => {
  const call = await createLoggedApp(false);
  expect(await call('/read', 3)).toHaveLength(3);
});
