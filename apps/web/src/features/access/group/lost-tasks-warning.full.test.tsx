// @vitest-environment happy-dom
import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { GroupEditForm } from './group-form.tsx';

const CODES = ['npn_editor_pte', 'npn_start_task'];
const group: GroupRow = {
  id: 4,
  group_name: 'Editor PTE',
  version: 1,
  permissions: CODES,
  members: [{ id: 9, username: 'an', full_name: 'An', active: true }],
};
const rows = CODES.map((codename, id) => ({ id, codename, description: null, built_in: true }));

it('the form warns before saving when members could no longer finish tasks', async () => {
  const { network, user } = await showPart(
    <GroupEditForm group={group} permissions={rows as never} onClose={() => undefined} />,
    { permissions: ['npn_change_group', ...CODES] },
  );
  network.respond(groupEndpoints.impact.path, () => Response.json({ people: 2, tasks: 1 }));
  const listImpactBodies = () =>
    network.calls.filter(({ path }) => path === groupEndpoints.impact.path).map(({ body }) => body);
  const editBox = await screen.findByRole('checkbox', { name: /^Work as an editor on PTE tasks/ });
  expect(listImpactBodies()).toEqual([]);
  await user.click(editBox);
  expect(await screen.findByText('2 members would no longer be able to work on 1 task.')).toBeTruthy();
  expect(listImpactBodies()).toEqual([{ group_id: 4, codes: ['npn_editor_pte'] }]);
  await user.click(editBox);
  await waitFor(() => expect(screen.queryByText(/would no longer be able/)).toBeNull());
  // A task step can require the other permission.
  await user.click(screen.getByRole('checkbox', { name: /^Start own tasks/ }));
  await screen.findByText('2 members would no longer be able to work on 1 task.');
  expect(listImpactBodies()[1]).toEqual({ group_id: 4, codes: ['npn_start_task'] });
});
