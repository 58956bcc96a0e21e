// @vitest-environment happy-dom
import type { Member, MemberWork } from '@darkroom/contract/staff/staff';
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { MemberAddForm, MemberEditForm } from './member-form.tsx';

const UPDATE = '/api/staff/update';
const member = {
  id: 12,
  version: 4,
  staff_id: 'E-012',
  full_name: 'Trần Bình',
  first_name: 'Bình',
  last_name: 'Trần',
  username: 'binh.tran',
  active: true,
  is_superuser: false,
  second_factor: false,
  group_id: 1,
  group_name: 'Editor OTS',
  email: 'binh@darkroom.example',
  phone_number: '0901234567',
  gender: 'Male',
  birthday: '1994-02-28',
  avatar: null,
  teams: [{ id: 1, team_name: 'Night' }],
  position: null,
  department: null,
  workplace: null,
  working_status: 'Working',
  start_time: null,
  end_time: null,
} satisfies Member;

type TaskInProgress = MemberWork['tasks'][number];
const createTask = (task_id: number, changes: Partial<TaskInProgress> = {}): TaskInProgress => ({
  task_id,
  version: 2,
  sub_prod_id: `261118-00${task_id}-1`,
  job_name: `Villa ${task_id}`,
  status: TaskStatus.PROCESSING,
  workstream: 'OTS',
  part: 'editor',
  needs_successor: false,
  ...changes,
});
const hasTasks = (tasks: readonly TaskInProgress[]) => () =>
  createProblemResponse(409, 'has_tasks', { current: { tasks, teams: [] } });
const STEP_PERMISSIONS = ['npn_view_task', 'npn_start_task', 'npn_done_task'];
const createColleague = (id: number, full_name: string, permissions: readonly string[]) => ({
  id,
  username: `user.${id}`,
  full_name,
  active: true,
  is_superuser: false,
  second_factor: false,
  permissions,
});

it('the form shows that a member without a group has no permissions', async () => {
  const memberWithoutGroup = { ...member, group_id: null, group_name: 'Unknown' };
  const { update } = await showPart(<MemberEditForm member={member} onClose={() => undefined} />, {
    permissions: ['npn_change_member', 'npn_view_member'],
  });
  await screen.findByRole('combobox', { name: 'Group' });
  expect(screen.queryByText(/has no permissions/)).toBeNull();
  update(<MemberEditForm key="none" member={memberWithoutGroup} onClose={() => undefined} />);
  await screen.findByText(/has no permissions/);
  expect(screen.queryByText('Unknown')).toBeNull();
});

it('the form disables the account of a member with more permissions than the user', async () => {
  const { user, network } = await showPart(<MemberEditForm member={member} onClose={() => undefined} />, {
    permissions: ['npn_change_member', 'npn_view_member', 'npn_view_team'],
  });
  network.respond('/api/staff/choices', () =>
    Response.json({
      groups: [{ id: 1, group_name: 'Editor OTS', within: false }],
      positions: [],
      departments: [],
      workplaces: [],
    }),
  );
  network.respond('/api/team/list', () => Response.json({ results: [] }));
  network.respond(UPDATE, respondSaved);
  expect(await screen.findAllByText(/has permissions that you do not/)).toHaveLength(4);
  const closed = ['Full Name', 'Email', 'Username'].map((name) => screen.getByLabelText<HTMLInputElement>(name));
  closed.push(screen.getByRole('combobox', { name: 'Group' }));
  expect(closed.map(({ disabled }) => disabled)).toEqual([true, true, true, true]);
  await user.clear(screen.getByLabelText('Phone Number'));
  await user.type(screen.getByLabelText('Phone Number'), '0900000009');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const listSavedBodies = () => network.calls.filter(({ path }) => path === UPDATE).map(({ body }) => body);
  await waitFor(() => expect(listSavedBodies()).toEqual([{ id: 12, version: 4, phone_number: '0900000009' }]));
});

it('the form suggests a staff ID and a username and keeps typed values', async () => {
  const { user, network } = await showPart(<MemberAddForm onClose={() => undefined} onDone={() => undefined} />, {
    permissions: ['npn_add_member', 'npn_view_member', 'npn_view_team'],
  });
  network.respond('/api/staff/suggest', () => Response.json({ staff_id: 'DR-047', username: '' }));
  const staffId = await screen.findByLabelText<HTMLInputElement>('Staff ID');
  const username = screen.getByLabelText<HTMLInputElement>('Username');
  await waitFor(() => expect(staffId.value).toBe('DR-047'));
  await user.clear(staffId);
  await user.type(staffId, 'X-1');
  network.respond('/api/staff/suggest', () => Response.json({ staff_id: 'DR-047', username: 'khai.nguyen' }));
  await user.type(screen.getByLabelText('Full Name'), 'Nguyễn Khai');
  await user.tab();
  await waitFor(() => expect(username.value).toBe('khai.nguyen'));
  const suggestRequests = network.calls.filter(({ path }) => path === '/api/staff/suggest').map(({ body }) => body);
  expect(suggestRequests.at(-1)).toEqual({ full_name: 'Nguyễn Khai' });
  expect(staffId.value).toBe('X-1');
});

/** Moves Bình to the group QC OTS and saves once. */
async function saveNewGroup(...responses: Parameters<Awaited<ReturnType<typeof showPart>>['network']['respond']>[1][]) {
  const onClose = vi.fn();
  const part = await showPart(<MemberEditForm member={member} onClose={onClose} />, {
    permissions: ['npn_change_member', 'npn_view_member', 'npn_view_team', 'npn_assign_task'],
  });
  const { user, network } = part;
  const createGroup = (id: number, group_name: string) => ({ id, group_name, within: true });
  network.respond('/api/staff/choices', () =>
    Response.json({
      groups: [createGroup(1, 'Editor OTS'), createGroup(2, 'QC OTS')],
      positions: [],
      departments: [],
      workplaces: [],
    }),
  );
  network.respond('/api/team/list', () => Response.json({ results: [] }));
  network.respond('/api/user/list', () =>
    Response.json({
      12: createColleague(12, 'Trần Bình', ['npn_editor_ots', ...STEP_PERMISSIONS]),
      13: createColleague(13, 'Lê Chi', ['npn_editor_ots', ...STEP_PERMISSIONS]),
      14: createColleague(14, 'Vũ Dung', ['npn_editor_pte', ...STEP_PERMISSIONS]),
      // Users who cannot submit are not offered.
      15: createColleague(15, 'Hồ Giang', ['npn_editor_ots', 'npn_view_task', 'npn_start_task']),
    }),
  );
  network.respond(UPDATE, ...responses);
  await user.click(await screen.findByRole('combobox', { name: 'Group' }));
  await user.click((await screen.findAllByText('QC OTS')).at(-1)!);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const listSavedBodies = () => network.calls.filter(({ path }) => path === UPDATE).map(({ body }) => body);
  return { ...part, onClose, listSavedBodies };
}

const findDialog = async () =>
  within((await screen.findByText('Who takes over Trần Bình’s tasks?')).closest<HTMLElement>('[role="dialog"]')!);
const MOVED = { id: 12, version: 4, group_id: 2 };
const respondSaved = () => Response.json({ ...member, version: 5, group_id: 2, group_name: 'QC OTS' });

it('the form saves a new group at once when the member has no work', async () => {
  const { listSavedBodies, onClose } = await saveNewGroup(respondSaved);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(listSavedBodies()).toEqual([MOVED]);
  expect(screen.queryByText('Who takes over Trần Bình’s tasks?')).toBeNull();
});

it('the form asks for a new editor of lost tasks and saves the selection', async () => {
  const faulty = createTask(2, { status: TaskStatus.QC1_FAULTS_FOUND, needs_successor: true });
  const { user, listSavedBodies, onClose } = await saveNewGroup(hasTasks([createTask(1), faulty]), respondSaved);
  const dialog = await findDialog();
  await dialog.findByText('2 tasks to hand over');
  dialog.getByText('Villa 1');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Choose an editor.');
  expect(listSavedBodies()).toHaveLength(1);
  await user.click(dialog.getByRole('combobox', { name: 'New Editor for OTS' }));
  await user.click((await screen.findAllByText('Lê Chi')).at(-1)!);
  expect(screen.queryByText('Vũ Dung')).toBeNull();
  expect(screen.queryByText('Hồ Giang')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const tasks = [1, 2].map((task_id) => ({ task_id, version: 2 }));
  expect(listSavedBodies()).toEqual([MOVED, { ...MOVED, tasks, editors: { OTS: 13, PTE: null } }]);
});

it('the form asks again when the work has changed, and releases checks', async () => {
  const checked = createTask(3, { status: TaskStatus.QC1_START, part: 'qc' });
  const { user, listSavedBodies, onClose } = await saveNewGroup(
    hasTasks([createTask(1)]),
    () => createProblemResponse(409, 'stale', { current: { tasks: [checked], teams: [] } }),
    respondSaved,
  );
  const dialog = await findDialog();
  await dialog.findByText('No one: back to To Do');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/This person’s work has just changed/);
  dialog.getByText('Checks in progress are released.');
  expect(dialog.queryByRole('combobox')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const noEditors = { OTS: null, PTE: null };
  expect(listSavedBodies().slice(1)).toEqual([
    { ...MOVED, tasks: [{ task_id: 1, version: 2 }], editors: noEditors },
    { ...MOVED, tasks: [{ task_id: 3, version: 2 }], editors: noEditors },
  ]);
});

it('the question shows the error at the selected person and can be cancelled', async () => {
  const createRefusal = () =>
    createProblemResponse(409, 'four_eyes', { errors: [{ field: 'editors.OTS', code: 'four_eyes', message: '' }] });
  const { user, listSavedBodies, onClose } = await saveNewGroup(hasTasks([createTask(1)]), createRefusal);
  const dialog = await findDialog();
  await user.click(dialog.getByRole('combobox', { name: 'New Editor for OTS' }));
  await user.click((await screen.findAllByText('Lê Chi')).at(-1)!);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/No one can check a task they worked on/);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Who takes over Trần Bình’s tasks?')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(listSavedBodies()).toHaveLength(2);
});

it('the form shows another user’s change', async () => {
  const createTheirResponse = () =>
    createProblemResponse(409, 'stale', { current: { ...member, version: 5, full_name: 'Trần Văn Bình' } });
  const { user } = await saveNewGroup(hasTasks([createTask(1)]), createTheirResponse);
  await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Use theirs' });
  expect(screen.queryByText('Who takes over Trần Bình’s tasks?')).toBeNull();
});
