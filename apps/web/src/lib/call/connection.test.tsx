// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { heardFromServer, serverUnreachable, useConnection } from './connection.ts';

afterEach(() => vi.restoreAllMocks());

it('an answer to a request from before an outage does not end the outage', () => {
  const { result } = renderHook(() => useConnection());
  act(heardFromServer);
  expect(result.current.online).toBe(true);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(serverUnreachable);
  act(heardFromServer);
  expect(result.current.online).toBe(false);
  network.mockReturnValue(true);
  act(heardFromServer);
  expect(result.current.online).toBe(true);
});

it("an outage of the device's network differs from one of the server", () => {
  const { result } = renderHook(() => useConnection());
  act(heardFromServer);
  act(serverUnreachable);
  expect(result.current).toMatchObject({ online: false, network: true });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(serverUnreachable);
  expect(result.current).toMatchObject({ online: false, network: false });
});
