// @vitest-environment happy-dom
import type { Member } from '@darkroom/contract/staff/staff';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { RowCard } from '../../../ui/data-table/data-table-row.tsx';
import { useMemberColumns } from './member-columns.tsx';

const row = {
  id: 12,
  staff_id: 'E-012',
  full_name: 'Trần Bình',
  username: 'binh.tran',
  is_superuser: false,
  group_id: 1,
  group_name: 'Editor OTS',
  avatar: null,
  teams: [],
  working_status: 'Working',
} as unknown as Member;

const InTable = ({ onOpen }: { onOpen: (row: Member) => void }) =>
  useMemberColumns(onOpen)
    .find(({ key }) => key === 'full_name')
    ?.render(row);
const OnPhone = ({ onOpen }: { onOpen: (row: Member) => void }) => (
  <RowCard row={row} columns={useMemberColumns(onOpen)} />
);

it.each([
  ['in the table', InTable],
  ['on a phone', OnPhone],
])('a button with the name opens the member, %s', async (_, Part) => {
  const onOpen = vi.fn();
  const { user } = await showPart(<Part onOpen={onOpen} />);
  const name = await screen.findByRole('button', { name: 'Open Trần Bình' });
  await user.tab();
  expect(document.activeElement).toBe(name);
  await user.keyboard('{Enter}');
  expect(onOpen.mock.calls).toEqual([[row]]);
});
