// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncClock } from './clock.ts';
import { useOpeningDay, useReportDay, useToday } from './use-today.ts';

let visible: DocumentVisibilityState = 'visible';
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-30T23:59:30+07:00') });
  syncClock(Date.now(), Date.now());
  visible = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const passMidnight = () => act(() => vi.advanceTimersByTimeAsync(60_000));
const returnToPage = () => act(() => void window.dispatchEvent(new Event('focus')));

describe('the day of a page that stays open over midnight', () => {
  it('the current day changes at midnight', async () => {
    const { result } = renderHook(useToday);
    await passMidnight();
    expect(result.current).toBe('2026-12-01');
  });

  it('the day of a report stays until the user returns to the page', async () => {
    const { result } = renderHook(() => useReportDay());
    await passMidnight();
    expect(result.current).toBe('2026-11-30');
    returnToPage();
    expect(result.current).toBe('2026-12-01');
  });

  it('the day of a report changes at midnight on a hidden page', async () => {
    const { result } = renderHook(() => useReportDay());
    visible = 'hidden';
    await passMidnight();
    expect(result.current).toBe('2026-12-01');
  });

  it('the day stays while the user types, whatever they open in between', async () => {
    const { result, rerender } = renderHook(({ isFixed }) => useReportDay(isFixed), {
      initialProps: { isFixed: true },
    });
    await passMidnight();
    returnToPage();
    expect(result.current).toBe('2026-11-30');
    rerender({ isFixed: false });
    returnToPage();
    expect(result.current).toBe('2026-12-01');
  });

  it('the day of a form stays its opening day', async () => {
    const { result } = renderHook(useOpeningDay);
    await passMidnight();
    returnToPage();
    expect(result.current).toBe('2026-11-30');
  });
});
