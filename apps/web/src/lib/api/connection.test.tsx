// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { markServerReachable, markServerUnreachable, useConnection } from './connection.ts';

afterEach(() => vi.restoreAllMocks());

it('a response to a request from before an outage does not end the outage', () => {
  const { result } = renderHook(() => useConnection());
  act(markServerReachable);
  expect(result.current.online).toBe(true);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(markServerUnreachable);
  act(markServerReachable);
  expect(result.current.online).toBe(false);
  network.mockReturnValue(true);
  act(markServerReachable);
  expect(result.current.online).toBe(true);
});

it("an outage of the device's network differs from one of the server", () => {
  const { result } = renderHook(() => useConnection());
  act(markServerReachable);
  act(markServerUnreachable);
  expect(result.current).toMatchObject({ online: false, network: true });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(markServerUnreachable);
  expect(result.current).toMatchObject({ online: false, network: false });
});
