// @vitest-environment happy-dom
import type { Job, JobDetail } from '@darkroom/contract/job/job';
import { jobBulkEndpoints } from '@darkroom/contract/job/bulk';
import { taskBulkEndpoints } from '@darkroom/contract/task/bulk';
import { calculateJobChecksum } from '@darkroom/domain/job/job-checksum';
import { TaskStatus } from '@darkroom/domain/task/status';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { getSelectedRows, type JobSummary } from '../list/job-selection.ts';
import { SelectionCount, SelectionActions } from './selection-actions.tsx';
import { useBulkJobs } from './use-bulk-jobs.ts';

const createDetail = (job_detail_id: number, version: number, ...task_ids: number[]) =>
  ({ job_detail_id, version, tasks: task_ids.map((task_id) => ({ task_id, status: 1 })) }) as JobDetail;
const createJob = (version: number, ...job_details: JobDetail[]) =>
  ({ job_id: 1, version, prod_id: '261118-001', job_details }) as Job;

const CONFIRMED_JOB = createJob(1, createDetail(41, 1, 70, 71));
const CHANGED_JOBS: [string, Job][] = [
  ['changes a detail', createJob(1, createDetail(41, 2, 70, 71))],
  ['adds a detail', createJob(1, createDetail(41, 1, 70, 71), createDetail(42, 1, 72))],
  ['adds a task', createJob(1, createDetail(41, 1, 70, 71, 72))],
  ['changes the job itself', createJob(2, createDetail(41, 1, 70, 71))],
];

function Page({ job }: { job: Job }) {
  const bulkJobs = useBulkJobs(() => undefined);
  const selected = getSelectedRows([job], new Map([['j1', null]]));
  return (
    <>
      <SelectionActions selected={selected} bulkJobs={bulkJobs} onClear={() => undefined} />
      {bulkJobs.dialog}
    </>
  );
}

const createJobOnOtherPage = (job_id: number) =>
  ({ ...createJob(1), job_id, job_date: '', checksum: 0 }) as unknown as JobSummary;

it('Assign applies to all selected jobs, and fetches the tasks of other pages on click', async () => {
  const TwoSelections = () => {
    const bulkJobs = useBulkJobs(() => undefined);
    const taskOnPage = createTaskRow({ task_id: 70, status: TaskStatus.TO_DO, editor: null });
    const jobOnPage = createJob(1, {
      job_detail_id: 41,
      version: 1,
      sub_prod_id: 'x',
      tasks: [taskOnPage],
    } as unknown as JobDetail);
    const selected = getSelectedRows(
      [jobOnPage],
      new Map([
        ['j1', null],
        ['j2', createJobOnOtherPage(2)],
      ]),
    );
    return (
      <>
        <SelectionCount selected={selected} />
        <SelectionActions selected={selected} bulkJobs={bulkJobs} onClear={() => undefined} />
      </>
    );
  };
  const { user, network } = await showPart(<TwoSelections />, { permissions: ['npn_assign_task', 'npn_view_task'] });
  network.respond(taskBulkEndpoints.ids.path, (body) => {
    const isToDoRequest = (body as { status: number[] }).status.includes(TaskStatus.TO_DO);
    const results = isToDoRequest
      ? [81, 82].map((task_id) => createTaskRow({ task_id, status: TaskStatus.TO_DO }))
      : [];
    return Response.json({ results, total_items: isToDoRequest ? 900 : 0 });
  });
  expect(await screen.findByText('2 jobs selected, 1 not on this page')).toBeDefined();
  await press(user, 'Assign the tasks of 2 jobs');
  expect(await screen.findByText('Assign 3 tasks')).toBeDefined();
  expect(screen.getByText('Up to 3 tasks at a time. The rest stay selected.')).toBeDefined();
  const idRequests = network.calls.filter(({ path }) => path === taskBulkEndpoints.ids.path);
  expect(idRequests.map(({ body }) => body)).toMatchObject([{ job_ids: [2] }, { job_ids: [2] }]);
});

const show = () => showPart(<Page job={CONFIRMED_JOB} />, { permissions: ['npn_delete_job', 'npn_change_job'] });
const press = async (user: Awaited<ReturnType<typeof show>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const toConfirmed = ({ version, job_details }: Job) => ({
  job_id: 1,
  version,
  checksum: calculateJobChecksum(job_details),
});
const createStaleResponse = () =>
  Response.json({ done: [], before: [], deleted: [], refused: [{ job_id: 1, code: 'stale' }] });

it.each(CHANGED_JOBS)('the confirmed version is sent for deletion if another user %s', async (_what, now) => {
  const { user, network, update } = await show();
  network.respond(jobBulkEndpoints.bulk.path, createStaleResponse);
  await press(user, 'Delete job');
  await screen.findByText('Delete job 261118-001 with 2 tasks?');
  update(<Page job={now} />);
  await press(user, 'Delete');
  const row = await screen.findByRole('row', { name: /^261118-001/ });
  expect(row.textContent).toMatch(/Someone else changed this job or its details/);
  const bulk = network.calls.filter(({ path }) => path === jobBulkEndpoints.bulk.path);
  expect(bulk.map(({ body }) => body)).toEqual([{ action: 'delete', jobs: [toConfirmed(CONFIRMED_JOB)] }]);
});

it('the next confirmation sends the new version after a change', async () => {
  const [, [, now]] = CHANGED_JOBS as [unknown, [string, Job]];
  const { user, network, update } = await show();
  network.respond(jobBulkEndpoints.bulk.path, createStaleResponse);
  await press(user, 'Delete job');
  await press(user, 'Cancel');
  update(<Page job={now} />);
  await press(user, 'Delete job');
  await screen.findByText('Delete job 261118-001 with 3 tasks?');
  await press(user, 'Delete');
  await waitFor(() =>
    expect(network.calls.at(-1)).toEqual({
      path: jobBulkEndpoints.bulk.path,
      body: { action: 'delete', jobs: [toConfirmed(now)] },
    }),
  );
});
