// @vitest-environment happy-dom
import type { Job } from '@darkroom/contract/job/job';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { useJobColumns } from './job-columns.tsx';
import type { StripTaskFilter } from './job-strip.tsx';

function Price({ job }: { job: Job }) {
  const { columns } = useJobColumns(undefined, {});
  return <p role="note">{columns.find(({ key }) => key === 'unit_price')?.render(job)}</p>;
}

function Strip({ job, search }: { job: Job; search: StripTaskFilter }) {
  const { columns } = useJobColumns(undefined, search);
  return columns.find(({ key }) => key === 'tasks')?.render(job);
}

it('a job with an unpriced detail shows the amount of the priced details', async () => {
  const job_details = [
    { quantity: 24, done_quantity: 0, unit_price: 0.796 },
    { quantity: 60, done_quantity: 0, unit_price: null },
  ];
  await showPart(<Price job={{ job_id: 4, job_details } as Job} />);
  const cell = await screen.findByRole('note');
  expect(cell.textContent).toBe('0.796= 19.104 partly priced');
});

it('tasks that do not match the filter are faint in the job’s contact strip', async () => {
  const createTask = (task_id: number, status: number) => ({ task_id, status });
  const details = [
    { sub_prod_id: '01', service_cat1_id: 1, service_cat2_id: 11, tasks: [createTask(1, 1), createTask(2, 3)] },
    { sub_prod_id: '02', service_cat1_id: 2, service_cat2_id: 21, tasks: [createTask(3, 3)] },
  ];
  const job = { job_id: 4, job_details: details } as unknown as Job;
  const { update } = await showPart(<Strip job={job} search={{}} />);
  await screen.findByRole('img');
  const listFaintCells = () =>
    [...screen.getByRole('img').children].map((cell) => cell.getAttribute('data-dimmed') === 'true');
  expect(listFaintCells()).toEqual([false, false, false]);
  update(<Strip job={job} search={{ task_status: [3] }} />);
  expect(listFaintCells()).toEqual([true, false, false]);
  update(<Strip job={job} search={{ task_status: [3], service_cat2_id: [11] }} />);
  expect(listFaintCells()).toEqual([true, false, true]);
});
