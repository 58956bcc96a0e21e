// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { RequestRow } from '@darkroom/contract/request/request';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { createRequestRow } from '../../testing/rows.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { RequestMovesProvider } from './use-request-moves.tsx';

it('the drawer names the customer who moved a request by accepting its quote', async () => {
  const shown = await showPart(null, { permissions: ['npn_admin_customer_request'] });
  const row = createRequestRow({ id: 61, status: 'DONE', moved_by: 46, moved_by_name: 'Lumen Sydney' });
  shown.network.respond('/api/customer-request/list', () => Response.json({ results: [row], total: 1, totals: [] }));
  shown.network.respond('/api/user/list', () => Response.json({}));
  shown.update(
    <RequestMovesProvider>
      <RequestDrawer id={61} onClose={() => undefined} />
    </RequestMovesProvider>,
  );
  const handled = await screen.findByRole('region', { name: 'Handling' });
  expect(within(handled).getByText(/Lumen Sydney/)).toBeDefined();
  expect(within(handled).queryByText(/#46/)).toBeNull();
});

const listButtons = async (changes: Partial<RequestRow>) => {
  const permissions = ['npn_cs_customer_request', 'npn_add_job', 'npn_view_job'];
  const shown = await showPart(null, { permissions });
  const row = createRequestRow({ id: 61, ...changes });
  shown.network.respond('/api/customer-request/list', () => Response.json({ results: [row], total: 1, totals: [] }));
  shown.network.respond('/api/customer-request/complaint', () => Response.json({ tasks: [], pieces: 0, minutes: 0 }));
  shown.network.respond('/api/user/list', () => Response.json({}));
  shown.update(
    <RequestMovesProvider>
      <RequestDrawer id={61} onClose={() => undefined} />
    </RequestMovesProvider>,
  );
  const handled = await screen.findByRole('region', { name: 'Handling' });
  return {
    ...shown,
    names: within(handled)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  };
};

it('the drawer names parts by category, and deleted parts by number', async () => {
  const shown = await showPart(null, { permissions: ['npn_cs_customer_request'] });
  const job_details = [
    { job_detail_id: 21, sub_prod_id: '261118-001-01', service_cat2_id: 3 },
    { job_detail_id: null, sub_prod_id: '261118-001-02', service_cat2_id: null },
  ];
  const row = createRequestRow({ id: 61, type: 'CHANGE_REQUESTS', job_details });
  const cat1 = { id: 1, name: 'Clipping Path', service_type_id: 1 };
  shown.network.respond('/api/customer-request/list', () => Response.json({ results: [row], total: 1, totals: [] }));
  shown.network.respond('/api/user/list', () => Response.json({}));
  shown.network.respond('/api/category', () =>
    Response.json({
      service_type: { 1: { id: 1, name: 'Product' } },
      cat1: { 1: cat1 },
      cat2: { 3: { id: 3, name: 'Simple', level: 1, enabled: true, cat1 } },
    }),
  );
  shown.update(
    <RequestMovesProvider>
      <RequestDrawer id={61} onClose={() => undefined} />
    </RequestMovesProvider>,
  );
  expect(await screen.findByText('261118-001-01 · Clipping Path / Simple')).toBeTruthy();
  expect(screen.getByText('261118-001-02')).toBeTruthy();
});

it('the drawer offers a new job until the request is linked to a newer job', async () => {
  const earlierJob = { job_id: 5, prod_id: '261001-001' };
  const { user, tab, names } = await listButtons(earlierJob);
  expect(names).toEqual(['Change job', 'Add job', 'Remove job']);
  await user.click(screen.getByRole('button', { name: 'Add job' }));
  await waitFor(() => expect(tab.address()).toBe('/job?form=request-61'));
  cleanup();
  expect((await listButtons({ ...earlierJob, has_new_job: true })).names).not.toContain('Add job');
});

it('the drawer offers no job change when the complaint’s rework is done', async () => {
  const complaint = { type: 'FAULTS', job_id: 5, prod_id: '261001-001' } as const;
  expect((await listButtons(complaint)).names).toEqual(['Change job', 'Remove job']);
  cleanup();
  expect((await listButtons({ ...complaint, status: 'DONE', rework_done: 1 })).names).toEqual([]);
});
