// @vitest-environment happy-dom
import type { TaskStepRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TaskStepsProvider } from '../../../entities/task/steps/use-task-steps.tsx';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { TaskDrawer } from './task-drawer.tsx';

it('the drawer shows open faults before people and history', async () => {
  const task = createTaskRow({ status: TaskStatus.QC1_FAULTS_FOUND, first_qc: 5, x1: 12 });
  const [from_status, to_status] = [TaskStatus.QC1_START, TaskStatus.QC1_FAULTS_FOUND];
  const found_in = {
    id: 8,
    action: 'qc1_fault',
    from_status,
    to_status,
    user_id: 5,
    at: '2026-11-20T02:00:00Z',
  } as const;
  const faultFields = { fault_kinds: ['halo'], fault_note: 'The sky has a halo', note: null, appeal: null };
  const fault: Partial<TaskStepRow> = { ...found_in, ...faultFields, x1: 12, x2: 0, x3: 0 };
  const shown = await showPart(<p>nothing yet</p>, { permissions: ['npn_view_task', 'npn_editor_pte'] });
  shown.network.respond('/api/task/history', () => Response.json({ task, events: [fault], archived: null }));
  shown.update(
    <TaskStepsProvider>
      <TaskDrawer task_id={task.task_id} onClose={() => undefined} />
    </TaskStepsProvider>,
  );
  const faultRegion = await screen.findByRole('region', { name: 'Earlier faults' });
  expect(faultRegion.textContent).toContain('The sky has a halo');
  const history = screen.getByRole('heading', { name: 'History' });
  for (const laterElement of [screen.getByText('Editor', { exact: true }), history])
    expect(faultRegion.compareDocumentPosition(laterElement) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
