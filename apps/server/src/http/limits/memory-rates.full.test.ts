import { endpoints } from '@darkroom/contract/endpoints';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/app.ts';
import { Failure } from '../response/fail.ts';
import { createRates, type Rates } from './memory-rates.ts';

const makeRates = (): { rates: Rates; wait: (seconds: number) => void } => {
  let at = 0;
  return { rates: createRates(true, () => at), wait: (seconds) => (at += seconds * 1000) };
};

function countAccepted(calls: number, call: () => void): number {
  let through = 0;
  for (let n = 0; n < calls; n++) {
    try {
      call();
      through += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
    }
  }
  return through;
}

describe('the call rate of a person', () => {
  it('calls are counted by kind, for all tokens, and the rate recovers with time', () => {
    const { rates, wait } = makeRates();
    let tokens = 0;
    const spendWrite = () => rates.spend('write', 'one', `token ${tokens++}`);
    expect(countAccepted(400, spendWrite)).toBe(300);
    expect(countAccepted(100, () => rates.spend('read', 'one', 'a'))).toBe(100);
    expect(countAccepted(100, () => rates.spend('write', 'other', 'b'))).toBe(100);
    wait(2);
    expect(countAccepted(400, spendWrite)).toBe(30);
  });

  it('a refused call returns the waiting time, and the refusal is audited once', () => {
    const { rates } = makeRates();
    const spendDownload = () => rates.spend('download', 'one', 'a');
    countAccepted(30, spendDownload);
    const refusals = [1, 2].map(() => {
      try {
        spendDownload();
      } catch (error) {
        return (error as Failure).details;
      }
      return null;
    });
    expect(refusals).toEqual([{ retryAfter: 2 }, { retryAfter: 2, isRecorded: true }]);
  });
});

describe('the limits of a person', () => {
  it('the limits apply to all sessions of a person together', async () => {
    const bureau = await createTestApp({ config: { callLimits: true } });
    try {
      const first = await bureau.as({ is_superuser: true });
      const windows = [first, await bureau.as(first.user_id), await bureau.as(first.user_id)];
      const otherUser = await bureau.as({ is_superuser: true });
      const calls = Array.from({ length: 45 }, (_, n) =>
        windows[n % 3]!.send(endpoints.export.groups, { format: 'none' }),
      );
      const refused = (await Promise.all(calls)).filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(10);
      expect((await otherUser.send(endpoints.export.groups, { format: 'none' })).status).not.toBe(429);
    } finally {
      await bureau.close();
    }
  });
});

describe('the call rate of an address without a session', () => {
  it('calls are counted by network, without effect on signed-in users there', () => {
    const { rates } = makeRates();
    rates.spend('read', 'one', 'living');
    expect(countAccepted(200, () => rates.spendAddress('2001:db8:1:2::3'))).toBe(200);
    expect(countAccepted(200, () => rates.spendAddress('2001:db8:1:2::4'))).toBe(100);
    expect(countAccepted(1, () => rates.spendAddress('2001:db8:1:9::4'))).toBe(1);
    expect(() => rates.rejectGuess('2001:db8:1:2::5', 'guessed')).toThrow(Failure);
    expect(() => rates.rejectGuess('2001:db8:1:2::5', 'living')).not.toThrow();
    // A client that left before its request was read.
    expect(countAccepted(1, () => rates.spendAddress(undefined))).toBe(1);
  });

  it('the rate applies before body and database, and not to signed-in users', async () => {
    const bureau = await createTestApp({ config: { callLimits: true } });
    try {
      const boss = await bureau.as({ is_superuser: true });
      const stranger = bureau.withToken(null);
      await boss.call(endpoints.job.list, {});
      const responses = await Promise.all(Array.from({ length: 1000 }, () => stranger.send(endpoints.job.list, {})));
      const refused = responses.find(({ status }) => status === 429);
      expect(responses.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(300);
      expect(refused).toMatchObject({
        problem: { code: 'too_many_attempts', retry_after: 1 },
        headers: { 'retry-after': '1' },
      });
      const guesses = Array.from({ length: 50 }, () => bureau.withToken('x'.repeat(43)).send(endpoints.job.list, {}));
      expect((await Promise.all(guesses)).map(({ status }) => status)).toContain(429);
      expect((await boss.send(endpoints.job.list, {})).status).toBe(200);
    } finally {
      await bureau.close();
    }
  });
});
