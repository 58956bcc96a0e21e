// @vitest-environment happy-dom
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { taskRowOf } from '../../../testing/rows.ts';
import { MoreSteps } from './step-buttons.tsx';
import { TaskStepsProvider } from './use-task-steps.tsx';

const TOO_EARLY = 'The task is not at the point where this can be done.';
const QC = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'];

async function openMenu(status: TaskStatus, permissions: readonly string[]) {
  const { user } = await showPart(
    <TaskStepsProvider>
      <MoreSteps all row={taskRowOf({ status, editor: 3, edited_by: [3] })} onStep={() => undefined} />
    </TaskStepsProvider>,
    { permissions },
  );
  await user.click(await screen.findByRole('button', { name: 'More steps of P-11-1' }));
  return within(await screen.findByRole('menu'));
}

it('says once why steps are not possible now, above all of them', async () => {
  const menu = await openMenu(TaskStatus.PROCESSING, QC);
  expect(menu.getAllByText(TOO_EARLY)).toHaveLength(1);
  expect(menu.getAllByRole('menuitem').length).toBeGreaterThan(3);
});

it('says which check is meant where both stand in the menu', async () => {
  const menu = await openMenu(TaskStatus.PROCESSING, QC);
  expect(menu.getByRole('menuitem', { name: 'Review QC 1' })).toBeDefined();
  expect(menu.getByRole('menuitem', { name: 'Review QC 2' })).toBeDefined();
  expect(menu.queryByRole('menuitem', { name: 'Review' })).toBeNull();
});
