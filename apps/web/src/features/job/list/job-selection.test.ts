import type { Job, JobDetail } from '@darkroom/contract/job/job';
import type { Task } from '@darkroom/contract/task/task';
import { calculateJobChecksum } from '@darkroom/domain/job/job-checksum';
import { describe, expect, it } from 'vitest';
import { calculateJobFigures } from '@darkroom/domain/job/figures';
import { updateSelection, countSelected, keepSelectedJobs, getSelectedRows, withNewVersions } from './job-selection.ts';

const createTask = (task_id: number) => ({ task_id, version: 1 }) as Task;
const createDetail = (job_detail_id: number, more: Partial<JobDetail>): JobDetail => ({
  job_detail_id,
  job_id: 1,
  version: 1,
  sub_prod_id: `261118-001-0${job_detail_id}`,
  service_cat1_id: 1,
  service_cat2_id: 1,
  quantity: 1,
  done_quantity: 0,
  status: 1,
  note: '',
  unit_price: null,
  estimate_minutes: null,
  tasks: [],
  ...more,
});
const createJob = (job_id: number, job_details: JobDetail[]) => ({ job_id, job_details }) as Job;

const jobs = [
  createJob(1, [
    createDetail(1, { tasks: [createTask(1), createTask(2)] }),
    createDetail(2, { tasks: [createTask(3)] }),
  ]),
  createJob(2, [createDetail(3, { tasks: [createTask(4)] })]),
];

const selectRows = (...keys: string[]) => updateSelection(new Map(), new Set(keys), jobs);

describe('selection of jobs, details and tasks', () => {
  it('jobs of other pages stay selected in their state at selection time', () => {
    const selectionOfJobs = keepSelectedJobs(selectRows('j1', 'd3', 't4'));
    const otherJobs = [createJob(7, [])];
    const selected = getSelectedRows(otherJobs, updateSelection(selectionOfJobs, new Set(['j1', 'j7']), otherJobs));
    expect(selected.jobs.map((row) => row.job_id)).toEqual([7, 1]);
    expect(selected.tasksOfJobs).toBeNull();
  });

  it('a changed job stays selected in its newest version', () => {
    const changed = withNewVersions(selectRows('j1', 'j2'), [{ ...createJob(2, []), version: 9 }]);
    expect(changed.get('j2')).toMatchObject({ version: 9 });
    expect(changed.get('j1')).not.toMatchObject({ version: 9 });
    // The rows below were not loaded again, so their stored versions stay.
    expect(changed.get('j2')).toMatchObject({ checksum: calculateJobChecksum(jobs[1]!.job_details) });
  });

  it('the rows below a selected job are those shown, or those at selection time', () => {
    const before = updateSelection(new Map(), new Set(['j1', 'j2']), jobs);
    const now = [createJob(1, [...jobs[0]!.job_details, createDetail(5, {})])];
    expect(getSelectedRows(now, before).jobs.map(({ job_id, checksum }) => [job_id, checksum])).toEqual([
      [1, calculateJobChecksum(now[0]!.job_details)],
      [2, calculateJobChecksum(jobs[1]!.job_details)],
    ]);
  });

  it('jobs, details and tasks with equal ids are distinct', () => {
    const { jobs: chosenJobs, details, tasks } = getSelectedRows(jobs, selectRows('j2', 'd2', 't2'));
    expect(chosenJobs.map((row) => row.job_id)).toEqual([2]);
    expect(details.map((row) => row.detail.job_detail_id)).toEqual([2]);
    expect(tasks.map((row) => row.task.task_id)).toEqual([2]);
  });

  it('a task that only shows its status cannot be selected', () => {
    const jobsWithStripTasks = [createJob(1, [createDetail(1, { tasks: [createTask(1), { task_id: 2, status: 3 }] })])];
    const { tasks } = getSelectedRows(
      jobsWithStripTasks,
      updateSelection(new Map(), new Set(['t1', 't2']), jobsWithStripTasks),
    );
    expect(tasks.map((row) => row.task.task_id)).toEqual([1]);
  });

  it('a detail is not selected separately when its job is selected', () => {
    expect(getSelectedRows(jobs, selectRows('j1', 'd1')).details).toEqual([]);
  });

  it('missing rows are not selected', () => {
    expect(countSelected(getSelectedRows(jobs, selectRows('j9', 'd9', 't9')))).toBe(0);
  });
});

describe('job figures', () => {
  it('quantities and amounts are exact to the thousandth', () => {
    const figures = calculateJobFigures(
      createJob(1, [
        createDetail(1, { quantity: 3, done_quantity: 2, unit_price: 0.1 }),
        createDetail(2, { quantity: 1, done_quantity: 1, unit_price: 0.205 }),
      ]),
    );
    expect(figures).toEqual({ ordered: 4, done: 3, lowest: 0.1, highest: 0.205, amount: 0.505, unpriced: 0 });
  });

  it('the amount covers the priced details while another detail has no price', () => {
    const figures = calculateJobFigures(createJob(1, [createDetail(1, { unit_price: 2 }), createDetail(2, {})]));
    expect(figures).toMatchObject({ lowest: 2, highest: 2, amount: 2, unpriced: 1 });
  });

  it('a job without details has empty figures', () => {
    expect(calculateJobFigures(createJob(1, []))).toEqual({
      ordered: 0,
      done: 0,
      lowest: null,
      highest: null,
      amount: null,
      unpriced: 0,
    });
  });
});
