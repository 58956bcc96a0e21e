// @vitest-environment happy-dom
import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { historyEndpoints } from '@darkroom/contract/history';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { GroupEditForm } from './group-form.tsx';

const CODES = ['npn_view_job', 'npn_add_job', 'npn_delete_job'];
const rows = CODES.map((codename, id) => ({ id, codename, description: null, built_in: true }));
const group: GroupRow = { id: 4, group_name: 'Desk', version: 1, permissions: ['npn_view_job'], members: [] };
const createHistoryResponse = (...entries: object[]) =>
  Response.json({ results: entries, total_items: entries.length, total_pages: 1 });

async function show() {
  const part = await showPart(null, { permissions: ['npn_change_group', 'npn_view_group', ...CODES] });
  part.network.respond(historyEndpoints.list.path, () => createHistoryResponse());
  part.network.respond('/api/user/list', () => Response.json({}));
  part.update(<GroupEditForm group={group} permissions={rows as never} onClose={() => undefined} />);
  await part.user.click(await screen.findByRole('checkbox', { name: /^Add jobs/ }));
  return part;
}
const findSaveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

it('permission changes of two users are shown side by side and saved together', async () => {
  const { user, network } = await show();
  const theirGroup = { ...group, version: 2, permissions: ['npn_view_job', 'npn_delete_job'] };
  const saved = { ...theirGroup, version: 3, permissions: CODES };
  network.respond(
    groupEndpoints.update.path,
    () => createProblemResponse(409, 'stale', { current: theirGroup }),
    () => Response.json(saved),
  );
  await user.click(findSaveButton());
  const row = within(await screen.findByRole('alert')).getAllByRole('row')[1]!;
  const [theirCell, ownCell] = within(row).getAllByRole('cell');
  expect(theirCell?.textContent).toBe('+ Delete jobs');
  expect(ownCell?.textContent).toMatch(/^\+ Add jobs[^+]*Saved together: \+ Delete jobs; \+ Add jobs/);
  await user.click(screen.getByRole('button', { name: 'Save both' }));
  await waitFor(() =>
    expect(network.calls.filter(({ path }) => path === groupEndpoints.update.path)[1]?.body).toEqual({
      group_id: 4,
      version: 2,
      permissions: ['npn_view_job', 'npn_delete_job', 'npn_add_job'],
    }),
  );
});
