// @vitest-environment happy-dom
import type { Job } from '@darkroom/contract/job';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { useJobColumns } from './job-columns.tsx';

function Price({ job }: { job: Job }) {
  const { columns } = useJobColumns(undefined);
  return <p role="note">{columns.find(({ key }) => key === 'unit_price')?.render(job)}</p>;
}

it('a job of which a part has no price says what the rest comes to', async () => {
  const job_details = [
    { quantity: 24, done_quantity: 0, unit_price: 0.796 },
    { quantity: 60, done_quantity: 0, unit_price: null },
  ];
  await showPart(<Price job={{ job_id: 4, job_details } as Job} />);
  const cell = await screen.findByRole('note');
  expect(cell.textContent).toBe('0.796= 19.104 partly priced');
});
