import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../db/connect.ts';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { hashPassword } from '../features/user/password.ts';

const { user, job } = endpoints;
let ownDatabase: TestDatabase;
let databaseProxy: DatabaseProxy;
let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  ownDatabase = await createTestDatabase();
  databaseProxy = await createDatabaseProxy(ownDatabase.directUrl);
  const db = connect({ databaseUrl: databaseProxy.databaseUrl, dbPool: 4 });
  bureau = await createTestApp({ database: { db, databaseUrl: databaseProxy.databaseUrl } });
  const password_hash = await hashPassword('a quiet darkroom');
  boss = await bureau.as({ username: 'boss', password_hash, permissions: ['npn_view_job', 'npn_add_job'] });
});
afterAll(async () => {
  await bureau.close();
  await bureau.db.destroy();
  await databaseProxy.disconnect();
  await ownDatabase.drop();
});

const signIn = () => bureau.withToken(null).send(user.login, { username: 'boss', password: 'a quiet darkroom' });
const readReadiness = async () => (await bureau.app.inject('/health/ready')).statusCode;

describe('an unavailable database', () => {
  it('each endpoint returns 503 with a retry time, and service resumes automatically', async () => {
    for (let outage = 0; outage < 2; outage++) {
      expect((await boss.send(job.list, {})).status).toBe(200);
      expect(await readReadiness()).toBe(200);
      await databaseProxy.disconnect();
      for (const response of [
        await boss.send(job.list, {}),
        await boss.send(job.bulkAdd, { jobs: [] }),
        await signIn(),
      ]) {
        expect(response).toMatchObject({ status: 503, problem: { code: 'unavailable', retry_after: 2 } });
        expect(response.headers['retry-after']).toBe('2');
      }
      expect(await readReadiness()).toBe(503);
      expect((await bureau.app.inject('/health/live')).statusCode).toBe(200);
      await databaseProxy.reconnect();
      expect((await boss.send(job.list, {})).status).toBe(200);
      expect((await signIn()).status).toBe(200);
      expect(await readReadiness()).toBe(200);
    }
  });

  it('a silent connection causes 503 within seconds, and service resumes after it', async () => {
    expect((await boss.send(job.list, {})).status).toBe(200);
    databaseProxy.pauseTraffic();
    const hanging = await Promise.all([
      ...Array.from({ length: 8 }, () => boss.send(job.list, {})),
      boss.send(job.bulkAdd, { jobs: [] }),
      signIn(),
    ]);
    expect(new Set(hanging.map(({ status }) => status))).toEqual(new Set([503]));
    // Requests that start during the outage do not hang either after it.
    const begun = Array.from({ length: 8 }, () => boss.send(job.list, {}));
    await databaseProxy.reconnect();
    for (const { status } of await Promise.all(begun)) expect([200, 503]).toContain(status);
    // Each kind of request has its own connections, and each of these recovers by itself.
    const within = { timeout: 15_000 };
    await expect.poll(() => boss.send(job.list, {}).then(({ status }) => status), within).toBe(200);
    await expect.poll(() => signIn().then(({ status }) => status), within).toBe(200);
    await expect.poll(readReadiness, within).toBe(200);
  }, 60_000);

  it('requests in progress get 503 too', async () => {
    const running = Array.from({ length: 12 }, () => boss.send(job.list, {}));
    await databaseProxy.disconnect();
    const statuses = new Set((await Promise.all(running)).map((response) => response.status));
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
    await databaseProxy.reconnect();
    expect((await boss.send(job.list, {})).status).toBe(200);
  });
});
