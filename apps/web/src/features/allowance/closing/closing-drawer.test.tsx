// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createAllowanceMonth, createAllowanceRow } from '../../../testing/allowances.ts';
import { showPart } from '../../../testing/part.tsx';
import ClosingDrawer from './closing-drawer.tsx';

/** Renders the closing panel of a month with a meal of An on a Sunday. */
async function showClosing(year: number) {
  const createDrawer = (open: boolean) => (
    <ClosingDrawer open={open} month={`${year}-11`} onPerson={() => undefined} onClose={() => undefined} />
  );
  const permissions = ['npn_view_allowance', 'npn_admin_allowance'];
  const { network, update } = await showPart(createDrawer(false), { permissions });
  const exceptions = [{ kind: 'on_sunday', day: `${year}-11-01`, basis: '- 1 0', accepted: null }];
  network.respond('/api/allowance/list', () =>
    Response.json({
      results: [{ ...createAllowanceRow(1, 'An', []), exceptions }],
      total_items: 1,
      total_pages: 1,
      month: { ...createAllowanceMonth(year, 11), unsettled: 1 },
      totals: {},
    }),
  );
  for (const path of ['/api/allowance/closing/list', '/api/settings/system-lock/list', '/api/user/list'])
    network.respond(path, () => Response.json({ results: [] }));
  update(createDrawer(true));
  return { found: await screen.findByText(/^Entry on a Sunday/) };
}

it('the panel first says when the month can be closed if it is not over', async () => {
  const { found: exception } = await showClosing(2999);
  const notice = screen.getByText(/^You can prepare and close this month from 01 Dec 2999\./);
  expect(notice.closest('[role=alert]')).toBeTruthy();
  expect(screen.queryByText('The month is not over yet. You can close it after its last day.')).toBeNull();
  expect(notice.compareDocumentPosition(exception) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('the panel of a past month shows no such notice', async () => {
  await showClosing(2020);
  expect(screen.queryByText(/not over yet/)).toBeNull();
  expect(screen.queryByText(/^You can prepare and close this month from/)).toBeNull();
});
