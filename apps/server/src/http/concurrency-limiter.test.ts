import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLimiter, type Limiter } from './concurrency-limiter.ts';

afterEach(() => vi.useRealTimers());

/** Takes a slot and uses it until the test releases it. `inside` names the users. */
function createVisitors(places: Limiter) {
  const inside: string[] = [];
  const leaving = new Map<string, () => void>();
  const enterQueue = (whose: string, name: string) =>
    places.run(whose, async () => {
      inside.push(name);
      await new Promise<void>((resolve) => leaving.set(name, resolve));
      inside.splice(inside.indexOf(name), 1);
    });
  const leaveQueue = async (name: string) => {
    leaving.get(name)?.();
    await turn();
  };
  return { inside, enterQueue, leaveQueue };
}

describe('the limiter of expensive work', () => {
  it('each person runs one job at a time, and all people together a few', async () => {
    const { inside, enterQueue, leaveQueue } = createVisitors(createLimiter(2, 'exports_busy'));
    const done = [enterQueue('anna', 'a1'), enterQueue('anna', 'a2'), enterQueue('ben', 'b1'), enterQueue('chi', 'c1')];
    await turn();
    expect(inside).toEqual(['a1', 'b1']);
    await leaveQueue('b1');
    expect(inside).toEqual(['a1', 'c1']);
    await leaveQueue('a1');
    expect(inside).toEqual(['c1', 'a2']);
    await leaveQueue('c1');
    await leaveQueue('a2');
    await Promise.all(done);
  });

  it('people take turns, so that many requests delay another person by only one', async () => {
    const { inside, enterQueue, leaveQueue } = createVisitors(createLimiter(1, 'too_many_attempts'));
    const attack = Array.from({ length: 20 }, (_, n) => enterQueue('attacker', `x${n}`));
    const honest = enterQueue('anna', 'a1');
    await turn();
    expect(inside).toEqual(['x0']);
    await leaveQueue('x0');
    expect(inside).toEqual(['a1']);
    await leaveQueue('a1');
    await honest;
    for (let n = 1; n < 20; n++) await leaveQueue(`x${n}`);
    await Promise.all(attack);
  });

  it('the next work of a person waits as long as the last one took', async () => {
    vi.useFakeTimers();
    const { inside, enterQueue, leaveQueue } = createVisitors(createLimiter(2, 'unavailable', { rests: true }));
    const done = [enterQueue('anna', 'a1'), enterQueue('anna', 'a2'), enterQueue('ben', 'b1')];
    await vi.advanceTimersByTimeAsync(40);
    void leaveQueue('a1');
    await vi.advanceTimersByTimeAsync(39);
    expect(inside).toEqual(['b1']);
    await vi.advanceTimersByTimeAsync(1);
    expect(inside).toEqual(['b1', 'a2']);
    void leaveQueue('b1');
    void leaveQueue('a2');
    await Promise.all(done);
  });

  it('a caller is refused after a long wait, and others are served', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { inside, enterQueue, leaveQueue } = createVisitors(createLimiter(1, 'exports_busy'));
    const first = enterQueue('anna', 'a1');
    const refused = enterQueue('anna', 'a2').catch((error: unknown) => error);
    await turn();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await refused).toMatchObject({ code: 'exports_busy', details: { retryAfter: 5 } });
    await leaveQueue('a1');
    await first;
    const next = enterQueue('ben', 'b1');
    await turn();
    expect(inside).toEqual(['b1']);
    await leaveQueue('b1');
    await next;
  });
});
