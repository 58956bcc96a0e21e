// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockNow, syncClock, instantNow, syncClockWithPage } from './clock.ts';
import { useNow } from './use-now.ts';
import { useToday } from './use-today.ts';

const BUREAU = '2026-11-20T07:00:00.000Z';
const DAY_MS = 86_400_000;

/** Sets the device's clock. */
const setDeviceTime = (at: number) => vi.setSystemTime(at);
/** Creates a response with the server's time, and its duration. */
const createResponse = (serverTime: string, tookMs = 40) =>
  act(() => syncClock(Date.parse(serverTime), Date.now() - tookMs));

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
  // Resets the device for the next test.
  syncClock(Date.now(), Date.now());
});

describe("the bureau's time on a device", () => {
  it("the device's time is used while it can match the server's time", () => {
    createResponse(BUREAU);
    // The server sends whole seconds, half a minute before arrival.
    createResponse('2026-11-20T06:59:31.000Z', 30_000);
    expect(instantNow()).toBe(BUREAU);
  });

  it.each([-1, 1, 3])("the server's time is used when the device is %i days off", (days) => {
    setDeviceTime(Date.parse(BUREAU) + days * DAY_MS);
    createResponse(BUREAU);
    expect(Math.abs(clockNow() - Date.parse(BUREAU))).toBeLessThan(2000);
    // The device's clock is used between responses, and single responses do not move the time back and forth.
    const before = clockNow();
    setDeviceTime(Date.now() + 10_000);
    createResponse('2026-11-20T07:00:10.000Z');
    expect(clockNow()).toBe(before + 10_000);
  });

  it("the device's time is used again when the device is corrected", () => {
    setDeviceTime(Date.parse(BUREAU) - DAY_MS);
    createResponse(BUREAU);
    setDeviceTime(Date.parse(BUREAU));
    createResponse(BUREAU);
    expect(instantNow()).toBe(BUREAU);
  });

  it('the day and the running times on the page are updated', () => {
    setDeviceTime(Date.parse(BUREAU) + 2 * DAY_MS);
    const today = renderHook(useToday);
    const now = renderHook(() => useNow(1000));
    expect(today.result.current).toBe('2026-11-22');
    createResponse(BUREAU);
    expect(today.result.current).toBe('2026-11-20');
    expect(Math.abs(now.result.current - Date.parse(BUREAU))).toBeLessThan(2000);
  });

  it('the time of the page is read, and a page without time changes nothing', () => {
    vi.spyOn(performance, 'now').mockReturnValue(300);
    syncClockWithPage();
    expect(clockNow()).toBe(Date.now());
    const meta = document.head.appendChild(document.createElement('meta'));
    meta.name = 'server-time';
    meta.content = '__SERVER_TIME__';
    syncClockWithPage();
    expect(clockNow()).toBe(Date.now());
    meta.content = new Date(Date.now() - DAY_MS).toISOString();
    syncClockWithPage();
    expect(Math.abs(clockNow() - (Date.now() - DAY_MS))).toBeLessThan(2000);
  });
});
