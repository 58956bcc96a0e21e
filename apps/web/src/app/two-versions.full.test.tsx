// @vitest-environment happy-dom
import { categoryEndpoints } from '@darkroom/contract/category';
import { customerEndpoints, type CustomerRow } from '@darkroom/contract/customer/customer';
import type { Endpoint } from '@darkroom/contract/endpoint';
import { historyEndpoints } from '@darkroom/contract/history';
import { permissionEndpoints, type PermissionRow } from '@darkroom/contract/user/group';
import { priceEndpoints, type PriceRow } from '@darkroom/contract/price/price';
import { redoEndpoints } from '@darkroom/contract/request/redo';
import { teamEndpoints } from '@darkroom/contract/staff/team';
import { webhookEndpoints, type Webhook } from '@darkroom/contract/webhook/webhook';
import type { CategoryRow } from '@darkroom/domain/category/tree';
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { PermissionEditForm } from '../features/access/permission/permission-form.tsx';
import CategoryEditForm from '../features/category/category-edit-form.tsx';
import { CustomerEditForm } from '../features/customer/form/customer-edit-form.tsx';
import PriceForm from '../features/price/price-form.tsx';
import { RedoEditDialog } from '../features/redo/redo-edit.tsx';
import { TeamEditForm } from '../features/staff/team/team-form.tsx';
import { WebhookEditForm } from '../features/webhook/webhook-form.tsx';
import { TaskStepsProvider } from '../entities/task/steps/use-task-steps.tsx';
import { createProblemResponse } from '../testing/network.ts';
import { showPart } from '../testing/part.tsx';
import { createTaskRow } from '../testing/rows.ts';

const CUSTOMER: CustomerRow = {
  cus_id1: 5,
  cus_detail_id: 5,
  cus1_name: 'Cirrus Hà Nội',
  version: 1,
  cus0: { id: 2, name: 'Cirrus', version: 1, cus1_count: 1, login: null },
  cus2_list: [{ id: 8, name: 'Desk', job_count: 0 }],
  details: {
    company_name: null,
    street_name: null,
    city: 'Hà Nội',
    state: null,
    post_code: null,
    country: null,
    payment_plan: null,
    join_date: null,
    contract_status: 'Signed',
    tier: 'Gold',
    billing_email: null,
    pay_to: null,
  },
  login: null,
  job_count: 0,
  price_count: 0,
  request_count: 0,
};
const PERMISSION: PermissionRow = {
  id: 3,
  codename: 'npn_night',
  description: 'Works at night',
  built_in: false,
  described: true,
  version: 1,
};
const CAT2 = { id: 5, name: 'Day to dusk', level: 3, estimate_minutes: 20, enabled: true, version: 1 };
const CATEGORY = {
  type: 'cat2',
  cat1: { id: 2, name: 'Exterior' },
  cat2: { ...CAT2, cat1: { id: 2, name: 'Exterior' } },
};
const TEAM = { id: 4, version: 1, team_name: 'Dawn', leader_id: null, leader_name: null, member_count: 0, members: [] };
const WEBHOOK: Webhook = {
  id: 6,
  version: 1,
  name: 'Ledger',
  url: 'https://one.example.com',
  events: ['job.created'],
  cus_id1: null,
  enabled: true,
  earlier_until: null,
  failing_since: null,
  stopped_at: null,
  created_at: '2026-11-20T02:00:00.000Z',
  created_by: 9,
  waiting: 0,
  dead: 0,
  delivered_at: null,
};
const PRICE: PriceRow = {
  service_type_id: 1,
  service_type: 'Photo',
  service_cat1_id: 2,
  cat1: 'Exterior',
  service_cat2_id: 5,
  cat2: 'Day to dusk',
  level: 3,
  cat2_enabled: true,
  default_minutes: 20,
  id: 7,
  version: 1,
  retail_price: 2,
  wholesale_price: 0.5,
  estimate_minutes: 20,
  visible: true,
  enabled: true,
  sold_last_month: 0,
  warnings: [],
};
const REWORK = createTaskRow({
  status: TaskStatus.REWORK,
  x1: 12,
  rework_quantity: 2,
  rework_notes: 'Brighter',
  rework_at: '2026-11-20T02:00:00.000Z',
  rework_by: 9,
});

interface User {
  endpoint: Endpoint;
  form: (onClose: () => void) => ReactNode;
  /** The label of a field and the user's text. */
  mine: readonly [label: string, text: string];
  /** The record after another user changed another field, and that field's row in the notice. */
  current: object;
  theirs: readonly [label: string, text: string];
  /** The response after saving, if it is not only the record. */
  saved?: object;
  /** The final input: the user's text with the other user's version. */
  sent: object;
}

/** The forms of one record. */
const USERS: Record<string, User> = {
  customer: {
    endpoint: customerEndpoints.detailUpdate,
    form: (onClose) => <CustomerEditForm row={CUSTOMER} onClose={onClose} onPassword={vi.fn()} />,
    mine: ['Pay To', 'Wise'],
    current: { ...CUSTOMER, version: 2, details: { ...CUSTOMER.details, city: 'Đà Nẵng' } },
    theirs: ['City', 'Đà Nẵng'],
    saved: { customer: CUSTOMER, login: null },
    sent: { cus_id1: 5, version: 2, details: { pay_to: 'Wise' } },
  },
  permission: {
    endpoint: permissionEndpoints.update,
    form: (onClose) => <PermissionEditForm row={PERMISSION} onClose={onClose} />,
    mine: ['Description', 'Works by lamplight'],
    current: { ...PERMISSION, version: 2, codename: 'npn_late' },
    theirs: ['Permission Name', 'npn_late'],
    sent: { id: 3, version: 2, description: 'Works by lamplight' },
  },
  category: {
    endpoint: categoryEndpoints.update,
    form: (onClose) => <CategoryEditForm row={CATEGORY as CategoryRow} onClose={onClose} />,
    mine: ['Category 2', 'Twilight'],
    current: { ...CAT2, cat1_id: 2, version: 2, level: 4 },
    theirs: ['Level', '4'],
    sent: { type: 'cat2', id: 5, version: 2, name: 'Twilight' },
  },
  team: {
    endpoint: teamEndpoints.update,
    form: (onClose) => <TeamEditForm team={TEAM} onClose={onClose} />,
    mine: ['Team Name', 'Sunrise'],
    current: { ...TEAM, version: 2, leader_id: 9, leader_name: 'Mai' },
    theirs: ['Leader Name', ''],
    sent: { id: 4, version: 2, team_name: 'Sunrise' },
  },
  rework: {
    endpoint: redoEndpoints.update,
    form: (onClose) => <RedoEditDialog row={REWORK} onClose={onClose} />,
    mine: ['Rework Notes', 'A little brighter'],
    current: { ...REWORK, version: 2, rework_quantity: 5 },
    theirs: ['Rework Quantity', '5'],
    sent: { task_id: REWORK.task_id, version: 2, rework_notes: 'A little brighter' },
  },
  webhook: {
    endpoint: webhookEndpoints.update,
    form: (onClose) => <WebhookEditForm webhook={WEBHOOK} privateAllowed={false} onClose={onClose} />,
    mine: ['Name', 'Books'],
    current: { ...WEBHOOK, version: 2, url: 'https://two.example.com' },
    theirs: ['URL', 'https://two.example.com'],
    sent: { id: 6, version: 2, name: 'Books' },
  },
  price: {
    endpoint: priceEndpoints.update,
    form: (onClose) => <PriceForm cus_id1={5} row={PRICE} onClose={onClose} />,
    mine: ['Retail Price', '2.5'],
    current: [{ ...PRICE, version: 2, wholesale_price: 0.75 }],
    theirs: ['Wholesale Price', '0.75'],
    sent: { cus_id1: 5, prices: [{ version: 2, retail_price: 2.5, wholesale_price: 0.75 }] },
  },
};

it.each(Object.entries(USERS))('the form of a %s shows both versions and saves both', async (_name, form) => {
  const onClose = vi.fn();
  const { user, network, update } = await showPart(null, { is_superuser: true });
  network.respond(historyEndpoints.list.path, () => Response.json({ results: [], total_items: 0, total_pages: 1 }));
  network.respond('/api/user/list', () => Response.json({}));
  network.respond(
    form.endpoint.path,
    () => createProblemResponse(409, 'stale', { current: form.current }),
    () => Response.json(form.saved ?? form.current),
  );
  update(<TaskStepsProvider>{form.form(onClose)}</TaskStepsProvider>);
  const [label, text] = form.mine;
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  await user.clear(field);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Save' }));

  const notice = within(await screen.findByRole('alert'));
  const [theirCell, theirText] = form.theirs;
  expect(notice.getByRole('row', { name: new RegExp(`^${theirCell} ${theirText}`) })).toBeTruthy();
  expect(field.value, 'mine is kept').toBe(text);
  await user.click(notice.getByRole('button', { name: 'Save both' }));
  const listSentBodies = () => network.calls.filter(({ path }) => path === form.endpoint.path).map(({ body }) => body);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(listSentBodies()[1]).toMatchObject(form.sent);
});
