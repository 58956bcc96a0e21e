// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { LateReasons } from './late-reasons.tsx';

it('late jobs without a known reason are counted last', async () => {
  const lateJobs = {
    job_id: 1,
    prod_id: 'N1',
    job_name: 'Villa',
    customer: 'Lumen',
    due_at: '2026-11-18T09:00:00.000Z',
    completed_at: '2026-11-19T09:00:00.000Z',
    late_minutes: 480,
    reason: null,
  };
  await showPart(
    <LateReasons
      report={{
        results: [],
        completed: 40,
        on_time: 9,
        first_on_time: 9,
        changed: 0,
        late_minutes: 480,
        share: 0.225,
        reasons: [
          { reason: 'editing', jobs: 2 },
          { reason: 'rework', jobs: 4 },
        ],
        minutes: [],
        worst: [lateJobs],
        as_of: null,
      }}
    />,
  );
  await screen.findByRole('heading', { name: /Reasons for late jobs/ });
  const [reasons] = screen.getAllByRole('list');
  expect([...reasons!.children].map(({ textContent }) => textContent)).toEqual([
    'Rework for the customer4 jobs',
    'Editing2 jobs',
    'Unknown25 jobs',
  ]);
});
