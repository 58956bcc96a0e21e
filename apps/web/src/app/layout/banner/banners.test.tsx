// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { markServerReachable, markServerUnreachable } from '../../../lib/api/connection.ts';
import { showPart } from '../../../testing/part.tsx';
import { ConnectionBanner } from './banners.tsx';

afterEach(() => vi.restoreAllMocks());

it('the banner names the server, not the network, when the network works', async () => {
  await showPart(<ConnectionBanner />);
  act(markServerUnreachable);
  expect(await screen.findByText(/^The server is not responding\./)).toBeDefined();
  act(markServerReachable);
  expect(screen.queryByText(/is not responding/)).toBeNull();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(markServerUnreachable);
  expect(await screen.findByText(/^You are offline\./)).toBeDefined();
});
