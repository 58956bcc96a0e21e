import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEnv, removeData } from './bureau.mjs';
import { readPostmasterId } from './cluster.mjs';
import { startServer } from './servers.mjs';

const STOPS_WITHIN_S = 15;
const HOUR_MS = 3_600_000;
const HALF_REQUEST = [
  'POST /api/user/login HTTP/1.1',
  'host: darkroom',
  'content-type: application/json',
  'content-length: 500',
  '',
  '{"us',
].join('\r\n');

/**
 * Stops a server while a client has sent half of a request. The server and its database must end in time and without an
 * error.
 */
export async function stopWhileHeld() {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-held-'));
  // The account that runs PostgreSQL for root needs access to the folder.
  chmodSync(folder, 0o755);
  const BACKDOOR_UNTIL = new Date(Date.now() + HOUR_MS).toISOString();
  const server = await startServer({ ...createEnv(folder), LOG_LEVEL: 'info', BACKDOOR_UNTIL });
  try {
    // The start messages of the server are checked too.
    if (!server.said().includes(`"level":40,"time":`) || !server.said().includes(`"until":"${BACKDOOR_UNTIL}"`))
      throw new Error(`no warning that emergency recovery is open:\n${server.said()}`);
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(HALF_REQUEST);
    await sleep(300);
    const startedAt = performance.now();
    const code = await server.stop();
    const seconds = (performance.now() - startedAt) / 1000;
    const otherLines = server
      .said()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    if (code !== 0) throw new Error(`it ended with ${code}:\n${server.said()}`);
    if (seconds > STOPS_WITHIN_S) throw new Error(`it took ${seconds.toFixed(1)} s`);
    if (otherLines.length > 0) throw new Error(`its log has lines that are not JSON:\n${otherLines.join('\n')}`);
    if (readPostmasterId(`${folder}/postgres/pg18`)) throw new Error('its database still runs');
    return `server and database ended after ${seconds.toFixed(1)} s`;
  } finally {
    await server.stop();
    removeData(folder);
  }
}
