// @vitest-environment happy-dom
import { webhookEndpoints, type Webhook, type WebhookDelivery } from '@darkroom/contract/webhook/webhook';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { DeliveryLog } from './delivery-log.tsx';

const createWebhook = (fields: Partial<Webhook>): Webhook => ({
  id: 1,
  version: 1,
  name: 'Bookkeeping',
  url: 'https://hooks.example/',
  events: ['job.created'],
  cus_id1: null,
  enabled: true,
  earlier_until: null,
  failing_since: null,
  stopped_at: null,
  created_at: '2026-11-20T02:00:00Z',
  created_by: 1,
  waiting: 0,
  dead: 0,
  delivered_at: null,
  ...fields,
});

const createDelivery = (id: number, type: string, data: WebhookDelivery['data']): WebhookDelivery => ({
  id,
  event: `evt_${id}`,
  type,
  at: '2026-11-27T09:06:00Z',
  data,
  state: 'waiting',
  attempts: 0,
  next_at: null,
  tried_at: null,
  status: null,
  duration_ms: null,
  response: null,
  error: null,
  ended_at: null,
});

const SENT = [
  createDelivery(5, 'job.created', { job_id: 3, prod_id: '27112026-LUM-3' }),
  createDelivery(4, 'task.status_changed', { task_id: 9, job_id: 3, sub_prod_id: '27112026-LUM-3-1' }),
  createDelivery(3, 'request.created', { request_id: 12, subject: 'Twilight package' }),
  createDelivery(2, 'quote.accepted', { quote_id: 2, request_id: 12 }),
  createDelivery(1, 'webhook.test', { webhook_id: 1 }),
];

const showLog = async (webhook: Webhook) => {
  const { network, update } = await showPart(null, { permissions: ['npn_admin'] });
  network.respond(webhookEndpoints.deliveries.path, () =>
    Response.json({ results: SENT, total_pages: 1, total_items: SENT.length }),
  );
  update(<DeliveryLog webhook={webhook} search={{ page: 1 }} setSearch={() => undefined} />);
};

it('the log shows event, result and subject of each delivery', async () => {
  await showLog(createWebhook({}));
  const rows = await screen.findAllByRole('listitem');
  const deliveryTitles = rows.map(
    (row) => within(row).getByText(/./, { selector: 'strong' }).parentElement?.textContent,
  );
  expect(deliveryTitles).toEqual([
    'Waiting Job added · 27112026-LUM-3',
    'Waiting Task status changed · 27112026-LUM-3-1',
    'Waiting Request received · Request #12 · Twilight package',
    'Waiting Quote accepted · Request #12',
    'Waiting Test event',
  ]);
});

it.each([
  [0, true],
  [2, false],
])('with %i failed deliveries, the button to send them again is disabled: %s', async (dead, disabled) => {
  await showLog(createWebhook({ dead }));
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send all failed again' });
  expect(button.disabled || button.getAttribute('aria-disabled') === 'true').toBe(disabled);
});
