// @vitest-environment happy-dom
import type { Job, JobDetail } from '@darkroom/contract/job/job';
import { TaskStatus } from '@darkroom/domain/task/status';
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import ExpandedJob from './expanded-job.tsx';

const renderExpandedJob = (status: TaskStatus) => {
  const detail = {
    job_detail_id: 1,
    job_id: 4,
    version: 1,
    sub_prod_id: '261127-001-01',
    service_cat1_id: 1,
    service_cat2_id: 1,
    quantity: 12,
    done_quantity: status === TaskStatus.COMPLETED ? 12 : 7,
    status,
    note: '',
    unit_price: null,
    estimate_minutes: null,
    tasks: [
      createTaskRow({ status, quantity: 12, x1: 12, x2: 0, x3: 0, rework_quantity: 5, quantity_before_rework: 12 }),
    ],
  } satisfies JobDetail;
  const job = { job_id: 4, job_details: [detail] } as unknown as Job;
  return <ExpandedJob job={job} selected={null} onSelect={() => undefined} onForm={() => undefined} edits={{}} />;
};

it('a detail shows its pieces in rework next to the completed ones', async () => {
  await showPart(renderExpandedJob(TaskStatus.REWORK));
  await screen.findByText('5 pieces in rework');
  cleanup();
  await showPart(renderExpandedJob(TaskStatus.COMPLETED));
  await screen.findByText('12 /');
  expect(screen.queryByText(/being redone/)).toBeNull();
});
