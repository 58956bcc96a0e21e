import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { hashPassword } from './password.ts';

const { user } = endpoints;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const password = 'a quiet darkroom';
let bureau: TestApp;
let password_hash: string;

beforeAll(async () => {
  bureau = await createTestApp({ config: { trustProxy: 1 } });
  password_hash = await hashPassword(password);
});
afterAll(() => bureau.close());
// Limits are by window, so every test begins in a new one.
beforeEach(() => bureau.clock.advance(DAY));

const [HOME, ELSEWHERE] = ['203.0.113.7', '198.51.100.9'];
const signIn = (username: string, typedPassword = password, address = HOME) =>
  bureau.withToken(null).send(user.login, { username, password: typedPassword }, { 'x-forwarded-for': address });
const guessPassword = (username: string, address: string) => signIn(username, 'not the password', address);
/** Returns the parts of a refusal that an attacker can read. */
const toComparableResponse = ({
  status,
  problem: { code, title, detail, retry_after },
}: Awaited<ReturnType<typeof signIn>>) => JSON.stringify({ status, code, title, detail, retry_after });

describe('guesses of passwords', () => {
  it('guesses stop after eight failures of any name, with the waiting time', async () => {
    await buildStaff(bureau.db, { username: 'target', password_hash });
    for (const username of ['target', 'no-such-name']) {
      for (let n = 0; n < 8; n++) expect((await signIn(username, 'not the password')).status).toBe(422);
      const stopped = await signIn(username);
      expect(stopped).toMatchObject({ status: 429, problem: { code: 'too_many_attempts', retry_after: 900 } });
      expect(stopped.headers['retry-after']).toBe('900');
    }
    bureau.clock.advance(16 * MINUTE);
    expect((await signIn('target')).status).toBe(200);
  });

  it('every spelling of a name has the same limit', async () => {
    await buildStaff(bureau.db, { username: 'Thuỷ', password_hash });
    const spellings = ['Thuỷ', 'thuỷ', 'THUỶ', ' thuỷ', 'Thuỷ'.normalize('NFD')];
    for (let n = 0; n < 8; n++) await signIn(spellings[n % spellings.length] ?? '', 'not the password');
    expect((await signIn('tHuỷ', 'not the password')).status).toBe(429);
  });

  it('parallel attempts have the same limit', async () => {
    await buildStaff(bureau.db, { username: 'burst', password_hash });
    const responses = await Promise.all(Array.from({ length: 20 }, () => signIn('burst', 'not the password')));
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(8);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(12);
  });

  it('guesses from one address stop across many names', async () => {
    const responses = [];
    for (let n = 0; n < 61; n++) responses.push((await signIn(`guess-${n}`, 'not the password')).status);
    expect(responses.slice(0, 60).every((status) => status === 422)).toBe(true);
    expect(responses[60]).toBe(429);
  });

  it('users at a known address can sign in while others guess, without revealing their names', async () => {
    await buildStaff(bureau.db, { username: 'at.home', password_hash });
    await buildStaff(bureau.db, { username: 'elsewhere', password_hash });
    expect((await signIn('at.home')).status).toBe(200);
    bureau.clock.advance(16 * MINUTE);
    for (let n = 0; n < 60; n++) await signIn(`stranger-${n}`, 'not the password');
    expect((await signIn('at.home')).status).toBe(200);
    const wrong = ['at.home', 'elsewhere', 'nobody-at-all'];
    const responses = await Promise.all(wrong.map((name) => signIn(name, 'not the password')));
    const comparableResponses = responses.map(({ status, problem: { code, retry_after } }) => ({
      status,
      code,
      retry_after,
    }));
    expect(comparableResponses[0]).toMatchObject({ status: 429, code: 'too_many_attempts' });
    expect(new Set(comparableResponses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect((await signIn('elsewhere')).status).toBe(429);
    expect((await signIn('at.home')).status).toBe(200);
    for (let n = 0; n < 8; n++) await signIn('at.home', 'not the password');
    expect((await signIn('at.home')).status).toBe(429);
  });

  it.each([
    [29, 200],
    [31, 429],
  ])('a known address keeps its sign-in for 30 days after the last one (%i days: %i)', async (days, status) => {
    const username = `owner.${status}`;
    await buildStaff(bureau.db, { username, password_hash });
    expect((await signIn(username)).status).toBe(200);
    bureau.clock.advance(days * DAY);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => guessPassword(username, ELSEWHERE)));
    expect(guesses.filter((response) => response.status === 422)).toHaveLength(8);
    expect((await signIn(username, password, '192.0.2.1')).status).toBe(429);
    const responses = await Promise.all(Array.from({ length: 3 }, () => signIn(username)));
    expect(responses.map((response) => response.status)).toEqual([status, status, status]);
  });

  it('guesses from a known address do not reveal blocked names, by text or timing', async () => {
    await buildStaff(bureau.db, { username: 'works.here', password_hash });
    await buildStaff(bureau.db, { username: 'works.there', password_hash });
    expect((await signIn('works.here')).status).toBe(200);
    const names = ['works.here', 'works.there', 'nobody.at.all'];
    for (const name of names) for (let n = 0; n < 8; n++) await guessPassword(name, ELSEWHERE);
    const times = new Map(names.map((name) => [name, Infinity]));
    const responseTexts = new Set<string>();
    for (let n = 0; n < 6; n++)
      for (const name of names) {
        const start = performance.now();
        responseTexts.add(toComparableResponse(await guessPassword(name, HOME)));
        times.set(name, Math.min(times.get(name) ?? 0, performance.now() - start));
      }
    expect([...responseTexts]).toEqual([expect.stringContaining('"status":429')]);
    expect(Math.max(...times.values()) / Math.min(...times.values())).toBeLessThan(2);
  });

  it('guesses from a known address stop after eight failures, for known and unknown names', async () => {
    await buildStaff(bureau.db, { username: 'shared.desk', password_hash });
    expect((await signIn('shared.desk')).status).toBe(200);
    const guessTenTimes = async (name: string) => {
      const responses = [];
      for (let n = 0; n < 10; n++) responses.push(toComparableResponse(await guessPassword(name, HOME)));
      return responses;
    };
    expect(await guessTenTimes('shared.desk')).toEqual(await guessTenTimes('nobody.at.this.desk'));
    expect((await signIn('shared.desk')).status).toBe(429);
  });

  it('a password reset deletes the failures', async () => {
    const { user_id } = await buildStaff(bureau.db, { username: 'blocked', password_hash });
    for (const address of [HOME, ELSEWHERE]) for (let n = 0; n < 9; n++) await guessPassword('blocked', address);
    expect((await signIn('blocked')).status).toBe(429);
    const helper = await bureau.as(['npn_reset_password']);
    const { one_time_password } = await helper.call(user.resetPassword, { user_id });
    for (const address of [HOME, ELSEWHERE])
      expect((await signIn('blocked', one_time_password!, address)).status).toBe(200);
  });

  it('successful sign-ins do not count', async () => {
    await buildStaff(bureau.db, { username: 'often', password_hash });
    for (let n = 0; n < 12; n++) expect((await signIn('often')).status).toBe(200);
  });

  it('the audit has one row for each window', async () => {
    const { user_id: id } = await buildStaff(bureau.db, { username: 'hammered', password_hash });
    for (let n = 0; n < 14; n++) await signIn('hammered', 'not the password');
    const rows = await bureau.db.selectFrom('audit').select('note').where('at', '=', bureau.clock()).execute();
    expect(id).toBeGreaterThan(0);
    expect(rows.filter((row) => row.note === 'refused: too_many_attempts')).toHaveLength(1);
  });
});
