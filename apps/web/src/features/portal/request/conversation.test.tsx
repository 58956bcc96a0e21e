// @vitest-environment happy-dom
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { Conversation } from './conversation.tsx';
import type { PortalRequest } from './portal-requests.tsx';

const THEN = '2026-11-20T01:00:00.000Z';
const REQUEST: PortalRequest = {
  id: 31,
  type: 'FAULTS',
  status: 'NEED_REVIEW',
  status_since: THEN,
  cus_id1: 4,
  subject: 'Halo',
  channel: null,
  full_name: 'Ada Chan',
  job_id: 8,
  prod_id: '261118-001',
  job_name: 'Harbour',
  job_details: [
    { job_detail_id: 21, sub_prod_id: '261118-001-01', service_cat2_id: 3 },
    { job_detail_id: null, sub_prod_id: '261118-001-02', service_cat2_id: null },
  ],
  service_type_id: null,
  shared_link: null,
  image_link: null,
  description: 'The sky has a halo',
  reply: null,
  created_at: THEN,
  by: null,
  last_message_at: null,
  changed_at: THEN,
  quote: null,
  unread: 0,
  rework: null,
};

it('a conversation shows the category of each reported part', async () => {
  const { network, update } = await showPart(null, { account: 'customer', permissions: ['npn_customer'] });
  network.respond(portalRequestEndpoints.listRequests.path, () =>
    Response.json({ results: [REQUEST], total_items: 1, total_pages: 1 }),
  );
  network.respond(portalRequestEndpoints.messages.path, () => Response.json({ results: [] }));
  network.respond(portalEndpoints.catalogue.path, () =>
    Response.json({
      results: [{ service_cat2_id: 3, service_type: 'Product', service_cat1: 'Clipping Path', service_cat2: 'Simple' }],
      service_types: [],
      currency: 'USD',
    }),
  );
  update(<Conversation id={31} onClose={vi.fn()} />);
  expect(await screen.findByText('261118-001-01 · Clipping Path / Simple')).toBeTruthy();
  expect(screen.getByText('261118-001-02')).toBeTruthy();
});
