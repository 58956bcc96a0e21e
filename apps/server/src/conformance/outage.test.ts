import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../db/connect.ts';
import { testApp, type Client, type TestApp } from '../testing/app.ts';
import { lineTo, type Line } from '../testing/cut-database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { hashPassword } from '../features/user/password.ts';

const { user, job } = endpoints;
let own: TestDatabase;
let line: Line;
let bureau: TestApp;
let boss: Client;

beforeAll(async () => {
  own = await createTestDatabase();
  line = await lineTo(own.databaseUrl);
  const db = connect({ databaseUrl: line.databaseUrl, dbPool: 4 });
  bureau = await testApp({ database: { db, databaseUrl: line.databaseUrl } });
  const password_hash = await hashPassword('a quiet darkroom');
  boss = await bureau.as({ username: 'boss', password_hash, permissions: ['npn_view_job', 'npn_add_job'] });
});
afterAll(async () => {
  await bureau.close();
  await bureau.db.destroy();
  await line.cut();
  await own.drop();
});

const signIn = () => bureau.withToken(null).send(user.login, { username: 'boss', password: 'a quiet darkroom' });
const ready = async () => (await bureau.app.inject('/health/ready')).statusCode;

describe('while the database is away', () => {
  it('every call answers 503 and when to come back, and service goes on by itself once it is there again', async () => {
    for (let outage = 0; outage < 2; outage++) {
      expect((await boss.send(job.list, {})).status).toBe(200);
      expect(await ready()).toBe(200);
      await line.cut();
      for (const answer of [
        await boss.send(job.list, {}),
        await boss.send(job.bulkAdd, { jobs: [] }),
        await signIn(),
      ]) {
        expect(answer).toMatchObject({ status: 503, problem: { code: 'unavailable', retry_after: 2 } });
        expect(answer.headers['retry-after']).toBe('2');
      }
      expect(await ready()).toBe(503);
      expect((await bureau.app.inject('/health/live')).statusCode).toBe(200);
      await line.mend();
      expect((await boss.send(job.list, {})).status).toBe(200);
      expect((await signIn()).status).toBe(200);
      expect(await ready()).toBe(200);
    }
  });

  it('requests that were under way get their 503 too', async () => {
    const running = Array.from({ length: 12 }, () => boss.send(job.list, {}));
    await line.cut();
    const statuses = new Set((await Promise.all(running)).map((answer) => answer.status));
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
    await line.mend();
    expect((await boss.send(job.list, {})).status).toBe(200);
  });
});
