// @vitest-environment happy-dom
import type { Job, JobDetail } from '@darkroom/contract/job';
import { jobManyEndpoints } from '@darkroom/contract/job-many';
import { belowOf } from '@darkroom/domain/job/below';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { selectedRows } from '../list/job-selection.ts';
import { SelectionActions } from './selection-actions.tsx';
import { useManyJobs } from './use-many-jobs.ts';

const detail = (job_detail_id: number, version: number, ...task_ids: number[]) =>
  ({ job_detail_id, version, tasks: task_ids.map((task_id) => ({ task_id, status: 1 })) }) as JobDetail;
const jobOf = (version: number, ...job_details: JobDetail[]) =>
  ({ job_id: 1, version, prod_id: '261118-001', job_details }) as Job;

const READ = jobOf(1, detail(41, 1, 70, 71));
/** What somebody else may have done to it. */
const CHANGED: [string, Job][] = [
  ['changes a detail', jobOf(1, detail(41, 2, 70, 71))],
  ['adds a detail', jobOf(1, detail(41, 1, 70, 71), detail(42, 1, 72))],
  ['adds a task', jobOf(1, detail(41, 1, 70, 71, 72))],
  ['changes the job itself', jobOf(2, detail(41, 1, 70, 71))],
];

function Page({ job }: { job: Job }) {
  const many = useManyJobs(() => undefined);
  const selected = selectedRows([job], new Map([['j1', null]]));
  return (
    <>
      <SelectionActions selected={selected} many={many} onClear={() => undefined} />
      <output>{many.summary?.refused.map(({ name, told }) => `${name}: ${told}`)}</output>
    </>
  );
}

const show = () => showPart(<Page job={READ} />, { permissions: ['npn_delete_job', 'npn_change_job'] });
const press = async (user: Awaited<ReturnType<typeof show>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const seen = ({ version, job_details }: Job) => ({ job_id: 1, version, below: belowOf(job_details) });
const stale = () => Response.json({ done: [], before: [], deleted: [], refused: [{ job_id: 1, code: 'stale' }] });

it.each(CHANGED)(
  'a job is deleted as it was when that was asked: that somebody %s meanwhile is not agreed to',
  async (_what, now) => {
    const { user, network, update } = await show();
    network.answer(jobManyEndpoints.bulk.path, stale);
    await press(user, 'Delete job');
    await screen.findByText('Delete job 261118-001 with 2 tasks?');
    update(<Page job={now} />);
    await press(user, 'Delete');
    await screen.findByText(/^261118-001: It, or something in it, was changed meanwhile/);
    const bulk = network.asked.filter(({ path }) => path === jobManyEndpoints.bulk.path);
    expect(bulk.map(({ body }) => body)).toEqual([{ action: 'delete', jobs: [seen(READ)] }]);
  },
);

it('whoever asks again after a change sends what they read then', async () => {
  const [, [, now]] = CHANGED as [unknown, [string, Job]];
  const { user, network, update } = await show();
  network.answer(jobManyEndpoints.bulk.path, stale);
  await press(user, 'Delete job');
  await press(user, 'Cancel');
  update(<Page job={now} />);
  await press(user, 'Delete job');
  await screen.findByText('Delete job 261118-001 with 3 tasks?');
  await press(user, 'Delete');
  await waitFor(() =>
    expect(network.asked.at(-1)).toEqual({
      path: jobManyEndpoints.bulk.path,
      body: { action: 'delete', jobs: [seen(now)] },
    }),
  );
});
