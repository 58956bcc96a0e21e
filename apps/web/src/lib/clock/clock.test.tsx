// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockNow, heardTime, instantNow, readPageTime } from './clock.ts';
import { useNow } from './use-now.ts';
import { useToday } from './use-today.ts';

const BUREAU = '2026-11-20T07:00:00.000Z';
const DAY_MS = 86_400_000;

/** What this device takes the time to be. */
const device = (at: number) => vi.setSystemTime(at);
/** An answer that took so long. */
const answer = (said: string, tookMs = 40) => act(() => heardTime(Date.parse(said), Date.now() - tookMs));

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: Date.parse(BUREAU),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.querySelector('meta[name="server-time"]')?.remove();
  // The device is right again for whoever comes next.
  heardTime(Date.now(), Date.now());
});

describe('the bureau’s time on a device', () => {
  it('is the device’s own while what the server says may be true beside it, however long an answer took', () => {
    answer(BUREAU);
    // Said in whole seconds, and half a minute on its way.
    answer('2026-11-20T06:59:31.000Z', 30_000);
    expect(instantNow()).toBe(BUREAU);
  });

  it.each([-1, 1, 3])('is the server’s where the device is %i days off', (days) => {
    device(Date.parse(BUREAU) + days * DAY_MS);
    answer(BUREAU);
    expect(Math.abs(clockNow() - Date.parse(BUREAU))).toBeLessThan(2000);
    // It goes on by itself, and is not moved to and fro by every answer.
    const before = clockNow();
    device(Date.now() + 10_000);
    answer('2026-11-20T07:00:10.000Z');
    expect(clockNow()).toBe(before + 10_000);
  });

  it('is the device’s again once that was set right', () => {
    device(Date.parse(BUREAU) - DAY_MS);
    answer(BUREAU);
    device(Date.parse(BUREAU));
    answer(BUREAU);
    expect(instantNow()).toBe(BUREAU);
  });

  it('is told to what stands on the page: which day it is, and what goes on', () => {
    device(Date.parse(BUREAU) + 2 * DAY_MS);
    const today = renderHook(useToday);
    const now = renderHook(() => useNow(1000));
    expect(today.result.current).toBe('2026-11-22');
    answer(BUREAU);
    expect(today.result.current).toBe('2026-11-20');
    expect(Math.abs(now.result.current - Date.parse(BUREAU))).toBeLessThan(2000);
  });

  it('is known from the page itself, before anything was asked for; a page that does not say it changes nothing', () => {
    vi.spyOn(performance, 'now').mockReturnValue(300);
    readPageTime();
    expect(clockNow()).toBe(Date.now());
    const meta = document.head.appendChild(document.createElement('meta'));
    meta.name = 'server-time';
    meta.content = '__SERVER_TIME__';
    readPageTime();
    expect(clockNow()).toBe(Date.now());
    meta.content = new Date(Date.now() - DAY_MS).toISOString();
    readPageTime();
    expect(Math.abs(clockNow() - (Date.now() - DAY_MS))).toBeLessThan(2000);
  });
});
