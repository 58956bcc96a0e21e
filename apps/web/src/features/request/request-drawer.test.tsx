// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { requestRowOf } from '../../testing/rows.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { RequestMovesProvider } from './use-request-moves.tsx';

it('names the customer who moved a request by accepting its quote', async () => {
  const shown = await showPart(null, { permissions: ['npn_admin_customer_request'] });
  const row = requestRowOf({ id: 61, status: 'DONE', moved_by: 46, moved_by_name: 'Lumen Sydney' });
  shown.network.answer('/api/customer-request/list', () => Response.json({ results: [row], total: 1, totals: [] }));
  shown.network.answer('/api/user/list', () => Response.json({}));
  shown.update(
    <RequestMovesProvider>
      <RequestDrawer id={61} onClose={() => undefined} />
    </RequestMovesProvider>,
  );
  const handled = await screen.findByRole('region', { name: 'How it is handled' });
  expect(within(handled).getByText(/Lumen Sydney/)).toBeDefined();
  expect(within(handled).queryByText(/#46/)).toBeNull();
});
