import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';

const { user } = endpoints;
const HOUR = 3_600_000;
const MINUTE = 60_000;
let bureau: TestApp;

beforeAll(async () => {
  bureau = await createTestApp();
});
afterAll(() => bureau.close());
// Limits are by window, so every test begins in a new one.
beforeEach(() => bureau.clock.advance(24 * HOUR));

describe('a session', () => {
  const openSession = () => bureau.as(['npn_view_job']);
  const isSignedIn = async (client: ApiClient, headers?: Record<string, string>) =>
    (await client.send(user.me, {}, headers)).status === 200;

  it('a session ends after four hours without use', async () => {
    const client = await openSession();
    bureau.clock.advance(3.9 * HOUR);
    expect(await isSignedIn(client)).toBe(true);
    bureau.clock.advance(3.9 * HOUR);
    expect(await isSignedIn(client)).toBe(true);
    bureau.clock.advance(4 * HOUR);
    expect(await isSignedIn(client)).toBe(false);
  });

  it('a session ends after twelve hours of use', async () => {
    const client = await openSession();
    for (let hour = 0; hour < 11; hour++) {
      bureau.clock.advance(HOUR);
      expect(await isSignedIn(client)).toBe(true);
    }
    bureau.clock.advance(HOUR);
    expect(await isSignedIn(client)).toBe(false);
  });

  it('background requests do not extend a session', async () => {
    const client = await openSession();
    for (let quarter = 0; quarter < 15; quarter++) {
      bureau.clock.advance(15 * MINUTE);
      expect(await isSignedIn(client, { 'x-background': '1' })).toBe(true);
    }
    bureau.clock.advance(15 * MINUTE);
    expect(await isSignedIn(client, { 'x-background': '1' })).toBe(false);
  });

  it('a session records its use at most once a minute', async () => {
    const client = await openSession();
    const readLastUse = async () =>
      (
        await bureau.db
          .selectFrom('session')
          .select('last_used_at')
          .where('user_id', '=', client.user_id)
          .executeTakeFirst()
      )?.last_used_at;
    const start = bureau.clock();
    bureau.clock.advance(30_000);
    await isSignedIn(client);
    expect(await readLastUse()).toBe(start);
    bureau.clock.advance(30_000);
    await isSignedIn(client);
    expect(await readLastUse()).toBe(bureau.clock());
  });

  it('a session ends at once at sign-out, deactivation and deletion', async () => {
    const out = await openSession();
    await out.call(user.logout, {});
    expect(await isSignedIn(out)).toBe(false);
    const leaver = await openSession();
    await bureau.db.updateTable('user_account').set({ active: false }).where('id', '=', leaver.user_id).execute();
    expect(await isSignedIn(leaver)).toBe(false);
  });

  it('a sign-out ends only its own session', async () => {
    const here = await openSession();
    const there = await bureau.as(here.user_id);
    await here.call(user.logout, {});
    expect(await isSignedIn(there)).toBe(true);
  });

  it('a session follows changed group permissions with the next request', async () => {
    const client = await bureau.as([]);
    expect((await client.call(user.me, {})).permissions).toEqual([]);
    const group = await bureau.db
      .selectFrom('staff')
      .select('group_id')
      .where('id', '=', client.user_id)
      .executeTakeFirst();
    await bureau.as(['npn_view_task']);
    const permission = await bureau.db
      .selectFrom('permission')
      .select('id')
      .where('codename', '=', 'npn_view_task')
      .executeTakeFirstOrThrow();
    await bureau.db
      .insertInto('group_permission')
      .values({ group_id: group?.group_id ?? 0, permission_id: permission.id })
      .execute();
    expect((await client.call(user.me, {})).permissions).toEqual(['npn_view_task']);
  });
});
