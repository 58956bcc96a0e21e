// @vitest-environment happy-dom
import type { RequestRow } from '@darkroom/contract/request/request';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { endSession } from '../../../lib/session/session-store.ts';
import { showPart } from '../../../testing/part.tsx';
import { createRequestRow } from '../../../testing/rows.ts';
import { ReviewDialog } from './review-dialog.tsx';

const LIST = '/api/customer-request/list';
const REVIEW = '/api/customer-request/review';

const show = async (currentChanges: object, rowChanges: Partial<RequestRow> = {}) => {
  const row = createRequestRow({ id: 61, status: 'NEED_REVIEW', version: 1, ...rowChanges });
  const shown = await showPart(null, { permissions: ['npn_admin_customer_request'] });
  shown.network.respond(LIST, () => Response.json({ results: [{ ...row, ...currentChanges }], total: 1, totals: [] }));
  shown.network.respond('/api/user/list', () => Response.json({}));
  shown.update(<ReviewDialog reviewStart={{ row, accept: true }} onClose={vi.fn()} />);
  await screen.findByRole('dialog');
  return shown;
};
const findApproveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Approve request' });

it('the dialog names the user who decided and prevents a second decision', async () => {
  const { network } = await show({ status: 'TODO', version: 2, moved_by: 4, moved_by_name: 'Mai' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Mai has moved the request to To Do');
  expect(findApproveButton().disabled).toBe(true);
  expect(network.calls.filter(({ path }) => path === REVIEW)).toEqual([]);
});

it('the dialog shows no notice while the request is unchanged', async () => {
  const { network } = await show({});
  await vi.waitFor(() => expect(network.calls.map(({ path }) => path)).toContain(LIST));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(findApproveButton().disabled).toBe(false);
});

it('the dialog preselects the board with quotes for a quote request', async () => {
  await show({}, { type: 'QUOTES', board: 'ADMIN_BOARD' });
  expect(await screen.findByText('The CS board has no quotes.')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Admin board' })).toHaveProperty('checked', true);
});

it('the dialog does not mention quotes for other requests', async () => {
  await show({});
  expect(await screen.findByRole('radio', { name: 'CS board' })).toHaveProperty('checked', true);
  expect(screen.queryByText(/has no quotes/)).toBeNull();
});

it('the dialog names the parts of a complaint and labels both choices', async () => {
  const createPart = (sub: number) => ({
    job_detail_id: sub,
    sub_prod_id: `261118-001-0${sub}`,
    service_cat2_id: null,
  });
  await show({}, { job_details: [createPart(1), createPart(3)] });
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toMatch(/261118-001-01.*261118-001-03/);
  expect(screen.getAllByRole('radiogroup', { name: /^(Decision|Board)$/ })).toHaveLength(2);
});

it('the dialog restores the reply after the session ended', async () => {
  const { user, setPermissions: changePermissions, update } = await show({});
  await user.type(screen.getByRole('textbox', { name: /^Reply/ }), 'By Friday');
  act(() => endSession('lost'));
  update(<p>The sign-in page</p>);
  changePermissions(['npn_admin_customer_request']);
  update(<ReviewDialog reviewStart={{ row: createRequestRow({ id: 61 }), accept: true }} onClose={vi.fn()} />);
  await screen.findByText(/before you were signed out/);
  expect(screen.getByRole('textbox', { name: /^Reply/ })).toHaveProperty('value', 'By Friday');
});
