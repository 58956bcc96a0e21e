import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLimiter, type Limiter } from './limiter.ts';

afterEach(() => vi.useRealTimers());

/** Takes a slot and uses it until the test releases it. `inside` names the users. */
function visitors(places: Limiter) {
  const inside: string[] = [];
  const leaving = new Map<string, () => void>();
  const come = (whose: string, name: string) =>
    places.run(whose, async () => {
      inside.push(name);
      await new Promise<void>((resolve) => leaving.set(name, resolve));
      inside.splice(inside.indexOf(name), 1);
    });
  const leave = async (name: string) => {
    leaving.get(name)?.();
    await turn();
  };
  return { inside, come, leave };
}

describe('the limiter of expensive work', () => {
  it('each person runs one job at a time, and all people together a few', async () => {
    const { inside, come, leave } = visitors(createLimiter(2, 'exports_busy'));
    const done = [come('anna', 'a1'), come('anna', 'a2'), come('ben', 'b1'), come('chi', 'c1')];
    await turn();
    expect(inside).toEqual(['a1', 'b1']);
    await leave('b1');
    expect(inside).toEqual(['a1', 'c1']);
    await leave('a1');
    expect(inside).toEqual(['c1', 'a2']);
    await leave('c1');
    await leave('a2');
    await Promise.all(done);
  });

  it('people take turns, so that many requests delay another person by only one', async () => {
    const { inside, come, leave } = visitors(createLimiter(1, 'too_many'));
    const attack = Array.from({ length: 20 }, (_, n) => come('attacker', `x${n}`));
    const honest = come('anna', 'a1');
    await turn();
    expect(inside).toEqual(['x0']);
    await leave('x0');
    expect(inside).toEqual(['a1']);
    await leave('a1');
    await honest;
    for (let n = 1; n < 20; n++) await leave(`x${n}`);
    await Promise.all(attack);
  });

  it('the next work of a person waits as long as the last one took', async () => {
    vi.useFakeTimers();
    const { inside, come, leave } = visitors(createLimiter(2, 'unavailable', { rests: true }));
    const done = [come('anna', 'a1'), come('anna', 'a2'), come('ben', 'b1')];
    await vi.advanceTimersByTimeAsync(40);
    void leave('a1');
    await vi.advanceTimersByTimeAsync(39);
    expect(inside).toEqual(['b1']);
    await vi.advanceTimersByTimeAsync(1);
    expect(inside).toEqual(['b1', 'a2']);
    void leave('b1');
    void leave('a2');
    await Promise.all(done);
  });

  it('a caller is refused after a long wait, and others are served', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { inside, come, leave } = visitors(createLimiter(1, 'exports_busy'));
    const first = come('anna', 'a1');
    const refused = come('anna', 'a2').catch((error: unknown) => error);
    await turn();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await refused).toMatchObject({ code: 'exports_busy', details: { retryAfter: 5 } });
    await leave('a1');
    await first;
    const next = come('ben', 'b1');
    await turn();
    expect(inside).toEqual(['b1']);
    await leave('b1');
    await next;
  });
});
