// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { createTaskRow } from '../../testing/rows.ts';
import { StepDialog } from '../task/steps/step-dialog.tsx';
import { TaskStepsProvider } from '../task/steps/use-task-steps.tsx';
import { RowNextStep } from './row-next-step.tsx';

const LEADER = ['npn_view_task', 'npn_assign_task', 'npn_view_all_tasks', 'npn_do_any_task'];
const REWORK = createTaskRow({ status: TaskStatus.REWORK, editor: 7, edited_by_ids: [7], quantity: 10, x1: 10 });

/** Renders a part of a page for a user with these permissions. With `left`, the editor of the task has left. */
async function show(part: (onStep: () => void) => React.ReactNode, hasLeft: boolean, permissions = LEADER) {
  const { network, update, user } = await showPart(null, { permissions });
  const editor = {
    id: 7,
    username: 'hoa.bui',
    full_name: 'hoa.bui',
    active: !hasLeft,
    is_superuser: false,
    permissions: ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'],
  };
  network.respond('/api/user/list', () => Response.json({ 7: editor }));
  const onStep = vi.fn();
  update(<TaskStepsProvider>{part(onStep)}</TaskStepsProvider>);
  return { user, onStep };
}

const createPart = (onStep: () => void) => <RowNextStep row={REWORK} onStep={onStep} />;

it('a row offers reassignment before its step when its editor has left', async () => {
  const { user, onStep } = await show(createPart, true);
  await screen.findByRole('button', { name: 'Assign to…' });
  expect(screen.queryByRole('button', { name: 'Submit rework' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /More steps/ }));
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Submit rework' }));
  expect(onStep).toHaveBeenCalledWith(REWORK, 'rework_done');
});

it('a row offers its next step unless its editor left and the user can assign', async () => {
  await show(createPart, false);
  await screen.findByRole('button', { name: 'Submit rework' });
  expect(screen.queryByRole('button', { name: 'Assign to…' })).toBeNull();
  cleanup();
  await show(createPart, true, ['npn_view_task', 'npn_view_all_tasks']);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Assign to…' })).toBeNull());
});

const createStepDialog = (action: 'rework' | 'complete') => () => (
  <StepDialog
    row={{ ...REWORK, status: TaskStatus.QC2_DONE }}
    action={action}
    send={() => Promise.reject(new Error('nothing is sent here'))}
    onClose={() => undefined}
  />
);
const WARNING = /hoa\.bui can no longer work on this task/;

it('a dialog warns before rework only when the editor has left', async () => {
  await show(createStepDialog('rework'), true);
  await screen.findByText(WARNING);
  cleanup();
  await show(createStepDialog('rework'), false);
  await screen.findByRole('dialog');
  expect(screen.queryByText(WARNING)).toBeNull();
  cleanup();
  await show(createStepDialog('complete'), true);
  await screen.findByRole('dialog');
  expect(screen.queryByText(WARNING)).toBeNull();
});
