import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './bureau.mjs';
import { closeAll, startServer } from './servers.mjs';

const CALLS = 20;
const RECEIVE_WITHIN_MS = 5000;
/** Wrong passwords after which a name is blocked for a while (decision 020). */
const WRONG_SIGN_INS = 8;

/**
 * Checks two servers behind one address (docs/scale.md), where a proxy alternates between them. A user has one sign-in,
 * one limit and one sign-out, and receives all changes.
 */
export async function checkTwoServers(bureau) {
  const env = { ...bureau.env, TRUST_PROXY: '1', CALL_LIMITS: 'on', LOG_LEVEL: 'info' };
  const servers = [];
  let proxy;
  try {
    servers.push(...(await Promise.all([startServer(env), startServer(env)])));
    proxy = await startProxy(servers.map(({ origin }) => origin));
    const address = { ...servers[0], call: (...args) => servers[0].callAt(proxy.origin, ...args) };
    const token = await signIn(address);
    for (let n = 0; n < CALLS; n++) await address.call('/api/user/me', undefined, token);
    const [fewestCalls] = [...proxy.callCounts.values()].sort((a, b) => a - b);
    if (proxy.callCounts.size !== 2 || fewestCalls < CALLS / 2 - 1)
      throw new Error('the proxy did not use both servers');

    const streams = await Promise.all([0, 1].map(() => openStream(proxy.origin, token)));
    if (streams[0].at === streams[1].at) throw new Error('both streams are open at one server');
    const { customer2_id, detail } = bureau.order;
    const job_name = `Job ${(bureau.asked += 1)}`;
    const startedAt = performance.now();
    await address.call(
      '/api/job/bulk-add',
      { jobs: [{ job_date: '2026-11-20', customer2_id, job_name, job_details: [detail] }] },
      token,
    );
    bureau.acknowledged.add(job_name);
    await Promise.all(streams.map((stream) => stream.receives('"topic":"job"')));
    const receivedAfter = Math.round(performance.now() - startedAt);

    const wrong = { username: 'somebody', password: 'not the password' };
    const responses = [];
    for (let n = 0; n <= WRONG_SIGN_INS; n++) responses.push(await getRefusal(address.call('/api/user/login', wrong)));
    if (
      responses.at(-1)?.code !== 'too_many_attempts' ||
      responses.slice(0, -1).some(({ code }) => code !== 'sign_in_failed')
    )
      throw new Error(`answers to wrong sign-ins: ${responses.map((answer) => answer?.code).join(', ')}`);
    findInLogs(servers, responses[0].request_id);

    await address.call('/api/user/logout', {}, token);
    for (const server of servers) {
      const { code } = await getRefusal(server.call('/api/user/me', undefined, token));
      if (code !== 'session_required') throw new Error(`after sign-out, ${server.origin} answers ${code}`);
    }
    await Promise.all(streams.map((stream) => stream.ends()));
    return `${CALLS} calls with one sign-in, answered by both servers; a change received from both after ${receivedAfter} ms; wrong sign-in ${WRONG_SIGN_INS + 1} refused by their common limit; signed out of both`;
  } finally {
    await proxy?.close();
    await closeAll(servers);
  }
}

/** Returns the reason for which a request was refused. */
const getRefusal = (call) =>
  call.then(
    () => ({ code: 'nothing' }),
    (error) => error,
  );

/** Finds the line of a request in the log of one of the servers, by the number that the user sees. */
function findInLogs(servers, number) {
  const lines = servers.flatMap((server) => server.said().split('\n')).filter((line) => line.includes(number));
  if (!lines.some((line) => JSON.parse(line).reqId === number && JSON.parse(line).route === '/api/user/login'))
    throw new Error(`no log contains call ${number}`);
}

/** Starts a proxy that sends each request to the next server, for every client. */
async function startProxy(origins) {
  const callCounts = new Map();
  let turn = 0;
  const server = createServer((call, answer) => {
    const origin = origins[turn++ % origins.length];
    callCounts.set(origin, (callCounts.get(origin) ?? 0) + 1);
    const headers = { ...call.headers, 'x-forwarded-for': call.socket.remoteAddress };
    const proxied = request(origin + call.url, { method: call.method, headers }, (response) => {
      answer.writeHead(response.statusCode, { ...response.headers, 'x-served-by': origin });
      response.pipe(answer);
    });
    proxied.on('error', () => answer.destroy());
    answer.on('close', () => proxied.destroy());
    call.pipe(proxied);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    callCounts,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function openStream(origin, token) {
  const response = await fetch(`${origin}/api/live`, { headers: { authorization: `Bearer ${token}` } });
  let received = '';
  let ended = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body) received += decoder.decode(chunk, { stream: true });
  })().catch(() => undefined);
  void reading.then(() => (ended = true));
  const wait = async (expected, condition) => {
    for (const until = performance.now() + RECEIVE_WITHIN_MS; !condition(); await sleep(5))
      if (performance.now() > until) throw new Error(`not received: ${expected}. Received: ${received.slice(-300)}`);
  };
  await wait('the start of the stream', () => received.includes('event: ready'));
  return {
    at: response.headers.get('x-served-by'),
    receives: (text) => wait(text, () => received.includes(text)),
    ends: () => wait('the end of the session', () => ended),
  };
}
