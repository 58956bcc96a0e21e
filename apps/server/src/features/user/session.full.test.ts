import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { hashPassword } from './password.ts';
import { parseDevice } from '../../http/session/device.ts';

const HOUR = 3_600_000;
let bureau: TestApp;

beforeAll(async () => {
  bureau = await createTestApp();
});
afterAll(() => bureau.close());

const sessions = endpoints.user.sessions;
const endSessions = endpoints.user.endSessions;

describe('the user’s own sessions', () => {
  it('the current session is listed first, each session with its end', async () => {
    const first = await bureau.as([]);
    bureau.clock.advance(HOUR);
    const second = await bureau.as({ user_id: first.user_id });
    const { results } = await second.call(sessions, {});
    expect(results.map((row) => row.current)).toEqual([true, false]);
    expect(Date.parse(results[0]!.expires_at) - Date.parse(bureau.clock())).toBe(4 * HOUR);
    expect(Date.parse(results[1]!.expires_at) - Date.parse(bureau.clock())).toBe(3 * HOUR);
    expect(Object.keys(results[0]!).sort()).toEqual(
      ['address', 'browser', 'created_at', 'current', 'expires_at', 'id', 'last_used_at', 'system'].sort(),
    );
  });

  it('a user has at most twenty sessions, and another sign-in ends the oldest', async () => {
    const password = 'a quiet darkroom';
    const first = await bureau.as({ username: 'often', password_hash: await hashPassword(password) });
    const signIn = async () => {
      bureau.clock.advance(1000);
      const { access_token } = await bureau.withToken(null).call(endpoints.user.login, { username: 'often', password });
      return bureau.withToken(access_token);
    };
    const later = [];
    for (let n = 0; n < 19; n++) later.push(await signIn());
    expect((await first.call(sessions, {})).results).toHaveLength(20);
    await Promise.all([signIn(), signIn()]);
    for (const endedSession of [first, later[0]!])
      expect((await endedSession.send(endpoints.user.me, {})).status).toBe(401);
    expect((await later[1]!.call(sessions, {})).results).toHaveLength(20);
  });

  it('the list leaves out expired sessions', async () => {
    const idle = await bureau.as([]);
    bureau.clock.advance(4 * HOUR + 1);
    const fresh = await bureau.as({ user_id: idle.user_id });
    expect((await fresh.call(sessions, {})).results).toHaveLength(1);
  });

  it('a user ends one other session, or all other sessions at once', async () => {
    const here = await bureau.as([]);
    const [a, b, c] = [
      await bureau.as({ user_id: here.user_id }),
      await bureau.as({ user_id: here.user_id }),
      await bureau.as({ user_id: here.user_id }),
    ];
    const stranger = await bureau.as([]);
    const [otherSession] = (await stranger.call(sessions, {})).results;
    const [ofA] = (await a.call(sessions, {})).results;
    expect(await here.call(endSessions, { session_ids: [ofA!.id, otherSession!.id, 987_654_321] })).toEqual({
      ended: 1,
    });
    expect((await a.send(endpoints.user.me, {})).status).toBe(401);
    expect((await stranger.send(endpoints.user.me, {})).status).toBe(200);
    expect(await here.call(endSessions, {})).toEqual({ ended: 2 });
    for (const endedSession of [b, c]) expect((await endedSession.send(endpoints.user.me, {})).status).toBe(401);
    expect((await here.call(sessions, {})).results).toHaveLength(1);
  });

  it('user.sessions never ends the current session, which signs out instead', async () => {
    const here = await bureau.as([]);
    const [own] = (await here.call(sessions, {})).results;
    expect(await here.call(endSessions, { session_ids: [own!.id] })).toEqual({ ended: 0 });
    expect((await here.send(endpoints.user.me, {})).status).toBe(200);
  });

  it('only staff list sessions, while a customer ends others by a new password', async () => {
    const customer = await bureau.as(await buildCustomerAccount(bureau.db));
    expect((await customer.send(sessions, {})).status).toBe(403);
    expect((await customer.send(endSessions, {})).status).toBe(403);
  });
});

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
      'Chrome',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
      'Safari',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux'],
    ['curl/8.5.0', null, null],
    ['', null, null],
  ])('%s has its common name', (user_agent, browser, system) => {
    expect(parseDevice(user_agent)).toEqual({ browser, system });
  });
});
