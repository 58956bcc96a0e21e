// @vitest-environment happy-dom
import { jobEndpoints } from '@darkroom/contract/job/job';
import { Link } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import JobPage from './job-page.tsx';

it('the page fetches no list when the user can only add jobs', async () => {
  const { network } = await showPart(<JobPage />, { permissions: ['npn_add_job'] });
  expect(await screen.findByText('You can add jobs')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add job' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(network.calls.map(({ path }) => path)).not.toContain(jobEndpoints.list.path);
});

it.each([
  ['request-5', 'You do not have permission to add jobs.'],
  ['job-5', 'You do not have permission to use this form.'],
])('the page shows a message and closes the form (%s) without the permission', async (form, text) => {
  const { user, tab } = await showPart(
    <>
      <Link to="." search={{ form }}>
        Arrive
      </Link>
      <JobPage />
    </>,
    { permissions: ['npn_view_job'] },
  );
  await user.click(await screen.findByText('Arrive'));
  await screen.findByText(text);
  await waitFor(() => expect(tab.address()).toBe('/'));
});
