// @vitest-environment happy-dom
import { requestEndpoints } from '@darkroom/contract/request/request';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import RequestBadge from './request-badge.tsx';

async function show(counts: { need_review: number; open: number; unread: number }) {
  const { network, update } = await showPart(null, { permissions: ['npn_cs_customer_request'] });
  network.respond(requestEndpoints.counts.path, () => Response.json(counts));
  update(<RequestBadge />);
}

describe('request counters in the menu', () => {
  it('each counter has a text', async () => {
    await show({ need_review: 2, open: 5, unread: 1 });
    const badge = await screen.findByTitle('1 with new messages, 2 to review, 5 open');
    expect(badge.textContent).toBe('2 5, 1 with new messages, 2 to review, 5 open');
  });

  it('a counter of zero is hidden', async () => {
    await show({ need_review: 2, open: 0, unread: 0 });
    const badge = await screen.findByTitle('2 to review');
    expect(badge.querySelector('[aria-hidden]')?.textContent.trim()).toBe('2');
  });

  it('the counters are hidden when all are zero', async () => {
    await show({ need_review: 0, open: 0, unread: 0 });
    await waitFor(() => expect(screen.queryByText(/open|review/)).toBeNull());
  });
});
