// @vitest-environment happy-dom
import { jobEndpoints } from '@darkroom/contract/job';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import JobPage from './job-page.tsx';

it('whoever may only add jobs is told so, and asks for no list', async () => {
  const { network } = await showPart(<JobPage />, { permissions: ['npn_add_job'] });
  expect(await screen.findByText('You add jobs')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add job' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(network.asked.map(({ path }) => path)).not.toContain(jobEndpoints.list.path);
});
