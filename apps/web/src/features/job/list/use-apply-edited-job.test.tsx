// @vitest-environment happy-dom
import { jobEndpoints, type Job } from '@darkroom/contract/job/job';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import JobPage from './job-page.tsx';

const CREATED_AT = '2026-11-20T01:00:00.000Z';
const JOB = {
  job_id: 4,
  version: 1,
  job_date: '2026-11-20',
  prod_id: '261120-001',
  job_name: 'Lakeside',
  job_link: null,
  job_status: 'TO_DO',
  customer2_id: 5,
  job_priority: null,
  job_notes: '',
  due_at: null,
  first_due_at: null,
  completed_at: null,
  created_at: CREATED_AT,
  created_by: 1,
  quoted: false,
  requested: false,
  job_details: [],
} as unknown as Job;

/** Renders the job page with one job. The list returns only matching jobs. */
async function showJobs(matchesFilter: (job: Job) => boolean) {
  const part = await showPart(<JobPage />, { permissions: ['npn_view_job', 'npn_change_job'] });
  const { network, user } = part;
  let currentJob = JOB;
  const listSentBodies = () =>
    network.calls.filter(({ path }) => path === jobEndpoints.update.path).map(({ body }) => body);
  network.respond(jobEndpoints.list.path, () => {
    const results = matchesFilter(currentJob) ? [currentJob] : [];
    return Response.json({ results, total_items: results.length, total_pages: 1 });
  });
  network.respond(jobEndpoints.update.path, (body) => {
    currentJob = { ...currentJob, ...(body as Partial<Job>), version: currentJob.version + 1 };
    return Response.json(currentJob);
  });
  const renameJob = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Edit Job Name of 261120-001' }));
    const field = await screen.findByRole('textbox', { name: 'Job Name of 261120-001' });
    await user.clear(field);
    await user.type(field, `${name}{Enter}`);
  };
  return { ...part, renameJob, listSentBodies };
}

const LEFT_LIST_TOAST = /^261120-001 “Mountain” saved\. It is no longer on this page/;

it('a toast reports a job that leaves its list, and Undo restores the job', async () => {
  const { user, renameJob, listSentBodies } = await showJobs(({ job_name }) => job_name === 'Lakeside');
  await renameJob('Mountain');
  await screen.findByText(LEFT_LIST_TOAST);
  expect(screen.queryByText('Mountain')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Lakeside');
  await screen.findByText('1 job restored');
  expect(listSentBodies()).toEqual([
    { job_id: 4, version: 1, job_name: 'Mountain' },
    { job_id: 4, version: 2, job_name: 'Lakeside' },
  ]);
});

it('no toast appears when the saved job stays in its list', async () => {
  const { renameJob, network } = await showJobs(() => true);
  await renameJob('Mountain');
  await screen.findByText('Mountain');
  const countReads = () => network.calls.filter(({ path }) => path === jobEndpoints.list.path).length;
  await waitFor(() => expect(countReads()).toBeGreaterThan(1));
  expect(screen.queryByText(LEFT_LIST_TOAST)).toBeNull();
});

it('the reason of a failed undo is shown once', async () => {
  const { user, renameJob, network } = await showJobs(({ job_name }) => job_name === 'Lakeside');
  await renameJob('Mountain');
  await screen.findByText(LEFT_LIST_TOAST);
  network.respond(jobEndpoints.update.path, () => createProblemResponse(423, 'locked', { detail: 'Kiểm kê' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findAllByText('This screen is locked: Kiểm kê')).toHaveLength(1);
});
