// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import type { JobSummary, SelectedRows } from '../list/job-selection.ts';
import { DeleteRowsDialog } from './delete-dialog.tsx';

const createJob = (job_id: number, quoted: boolean, requested = false): JobSummary => ({
  job_id,
  version: 1,
  prod_id: `261118-00${job_id}`,
  job_date: '2026-11-18',
  job_status: 'TO_DO',
  quoted,
  requested,
  checksum: 0,
});
const createSelection = (...jobs: JobSummary[]): SelectedRows => ({
  jobs,
  otherPageJobs: [],
  tasksOfJobs: 3,
  details: [],
  tasks: [],
  allTasks: [],
});
const show = (selected: SelectedRows) =>
  showPart(
    <DeleteRowsDialog
      kind="jobs"
      selected={selected}
      onDeleteJobs={() => Promise.resolve()}
      onClose={() => undefined}
      onDeleted={() => undefined}
    />,
    { permissions: ['npn_delete_job'] },
  );

describe('confirmation before jobs are deleted', () => {
  it('the dialog warns about jobs with an accepted quote', async () => {
    await show(createSelection(createJob(1, false), createJob(2, true), createJob(3, true)));
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toContain('Customers accepted quotes for 2 of these jobs');
    expect(warning.textContent).toContain('(261118-002, 261118-003)');
  });

  it('the dialog warns about jobs with customer requests', async () => {
    await show(createSelection(createJob(1, false), createJob(2, false, true)));
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toContain('Customer requests refer to job 261118-002.');
    expect(warning.textContent).toContain('The requests are kept, but no longer linked to a job');
  });

  it('the dialog shows no warning for jobs without quotes and requests', async () => {
    await show(createSelection(createJob(1, false)));
    await screen.findByText('This cannot be undone.');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
