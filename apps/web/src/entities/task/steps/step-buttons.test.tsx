// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useUsers } from '../../../lib/session/lookups.ts';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { MoreTaskSteps, NextTaskStep } from './step-buttons.tsx';
import { TaskStepsProvider } from './use-task-steps.tsx';

const TOO_EARLY = 'This step is not possible in the task’s current status. Choose another step.';
const LEADER = ['npn_view_task', 'npn_assign_task', 'npn_view_all_tasks'];
const QC = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'];

async function openMenu(status: TaskStatus, permissions: readonly string[]) {
  const { user } = await showPart(
    <TaskStepsProvider>
      <MoreTaskSteps showsAll row={createTaskRow({ status, editor: 3, edited_by_ids: [3] })} onStep={() => undefined} />
    </TaskStepsProvider>,
    { permissions },
  );
  await user.click(await screen.findByRole('button', { name: 'More steps of P-11-1' }));
  return within(await screen.findByRole('menu'));
}

it('the menu shows a shared reason once, above its impossible steps', async () => {
  const menu = await openMenu(TaskStatus.PROCESSING, QC);
  expect(menu.getAllByText(TOO_EARLY)).toHaveLength(1);
  expect(menu.getAllByRole('menuitem').length).toBeGreaterThan(3);
});

it('the menu names QC 1 and QC 2 when both checks are listed', async () => {
  const menu = await openMenu(TaskStatus.PROCESSING, QC);
  expect(menu.getByRole('menuitem', { name: 'Review QC 1' })).toBeDefined();
  expect(menu.getByRole('menuitem', { name: 'Review QC 2' })).toBeDefined();
  expect(menu.queryByRole('menuitem', { name: 'Review' })).toBeNull();
});

it('the next step is filled in a record and plain in list rows', async () => {
  const row = createTaskRow({ status: TaskStatus.EDITOR_ASSIGNED });
  const listFilledButtons = async (size?: 'small') => {
    await showPart(
      <TaskStepsProvider>
        <NextTaskStep row={row} onStep={() => undefined} {...(size && { size })} />
      </TaskStepsProvider>,
      { permissions: ['npn_view_task', 'npn_start_task', 'npn_editor_pte'] },
    );
    const button = await screen.findByRole('button');
    cleanup();
    return button.classList.contains('ant-btn-primary');
  };
  expect(await listFilledButtons()).toBe(true);
  expect(await listFilledButtons('small')).toBe(false);
});

/** Number of people that the page has loaded. Before that, no note about people is shown. */
const Known = () => <p>{useUsers().active.length} known</p>;

it('only leaders see that no QC can check a task', async () => {
  const qc = { id: 9, username: 'qc', full_name: 'QC', active: true, is_superuser: false, permissions: QC };
  const row = createTaskRow({
    status: TaskStatus.QC1_DONE,
    editor: 3,
    edited_by_ids: [3],
    first_qc: 9,
    qc1_by_ids: [9],
  });
  const show = async (permissions: readonly string[], people: readonly (typeof qc)[]) => {
    const { network, update } = await showPart(null, { permissions });
    network.respond('/api/user/list', () =>
      Response.json(Object.fromEntries(people.map((person) => [person.id, person]))),
    );
    update(
      <TaskStepsProvider>
        <NextTaskStep row={row} onStep={() => undefined} />
        <Known />
      </TaskStepsProvider>,
    );
    await screen.findByText(`${people.length} known`);
  };
  await show(LEADER, [qc]);
  await screen.findByText('No QC available');
  cleanup();
  await show(LEADER, [qc, { ...qc, id: 10 }]);
  expect(screen.queryByText('No QC available')).toBeNull();
  cleanup();
  await show(QC, [qc]);
  expect(screen.queryByText('No QC available')).toBeNull();
});
