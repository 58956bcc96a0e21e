// @vitest-environment happy-dom
import { groupEndpoints, type GroupRow } from '@darkroom/contract/user/group';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { GroupEditForm } from './group-form.tsx';

const HELD = ['npn_editor_pte', 'npn_start_task'];
const group: GroupRow = {
  id: 4,
  group_name: 'Editor PTE',
  version: 1,
  permissions: HELD,
  members: [{ id: 9, username: 'an', full_name: 'An', active: true }],
};
const rows = HELD.map((codename, id) => ({ id, codename, description: null, built_in: true }));

it('says who would no longer be able with what, while a code is taken away and before it is saved', async () => {
  const { network, user } = await showPart(
    <GroupEditForm group={group} permissions={rows as never} onClose={() => undefined} />,
    { permissions: ['npn_change_group', ...HELD] },
  );
  network.answer(groupEndpoints.impact.path, () => Response.json({ people: 2, tasks: 1 }));
  const asked = () => network.asked.filter(({ path }) => path === groupEndpoints.impact.path).map(({ body }) => body);
  const edits = await screen.findByRole('checkbox', { name: /^Edit PTE tasks/ });
  expect(asked()).toEqual([]);
  await user.click(edits);
  expect(await screen.findByText('2 members would no longer be able to finish 1 task.')).toBeTruthy();
  expect(asked()).toEqual([{ group_id: 4, codes: ['npn_editor_pte'] }]);
  await user.click(edits);
  await waitFor(() => expect(screen.queryByText(/would no longer be able/)).toBeNull());
  // Whichever code it is: a step may take it.
  await user.click(screen.getByRole('checkbox', { name: /^Start own tasks/ }));
  await screen.findByText('2 members would no longer be able to finish 1 task.');
  expect(asked()[1]).toEqual({ group_id: 4, codes: ['npn_start_task'] });
});
