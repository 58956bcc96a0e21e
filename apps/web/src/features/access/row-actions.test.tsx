// @vitest-environment happy-dom
import type { GroupRow, HeldPermission } from '@darkroom/contract/user/group';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { useGroupColumns } from './group/group-columns.tsx';
import { usePermissionColumns } from './permission/permission-columns.tsx';

const group: GroupRow = { id: 4, group_name: 'Night', version: 1, permissions: ['npn_view_job'], members: [] };
const permission: HeldPermission = {
  id: 5,
  version: 1,
  codename: 'own_code',
  description: 'Ours',
  built_in: false,
  described: true,
  groups: [],
};
const groupActions = { onOpen: vi.fn(), onCopy: vi.fn(), onDelete: vi.fn() };
const permissionActions = { onEdit: vi.fn(), onDelete: vi.fn() };

const Group = () => useGroupColumns(groupActions).at(-1)?.render(group);
const Permission = () => usePermissionColumns(permissionActions).at(-1)?.render(permission);

it('the actions of a group row are Copy, Delete and Edit, in this order', async () => {
  await showPart(<Group />, {
    permissions: ['npn_add_group', 'npn_change_group', 'npn_delete_group', 'npn_view_job'],
  });
  const buttons = await screen.findAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Copy', 'Delete', 'Edit']);
});

it('the actions of a permission row are Delete and Edit, in this order', async () => {
  await showPart(<Permission />, {
    permissions: ['npn_add_permission', 'npn_change_permission', 'npn_delete_permission'],
  });
  const buttons = await screen.findAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Delete', 'Edit']);
});
