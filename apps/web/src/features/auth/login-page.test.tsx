// @vitest-environment happy-dom
import { useNavigate } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import LoginPage from './login-page.tsx';

function ArrivalPage({ state }: { state: object }) {
  const go = useNavigate();
  return (
    <>
      <button onClick={() => void go({ to: '/', state })}>Arrive</button>
      <LoginPage />
    </>
  );
}

async function openLoginPage(state: object) {
  const { user } = await showPart(<ArrivalPage state={state} />);
  await user.click(await screen.findByRole('button', { name: 'Arrive' }));
}

it('the sign-in page explains that the session has ended', async () => {
  await openLoginPage({ ended: true, wanted: '/job', by: 7 });
  const notice = (await screen.findByText('You were signed out: your session has ended.')).closest('[role="status"]');
  expect(notice?.textContent).toContain('Long forms and replies you were writing are kept in this tab.');
});

it('the sign-in page shows no notice after a sign-out', async () => {
  await openLoginPage({ wanted: '/job' });
  expect(screen.queryByText(/You were signed out/)).toBeNull();
});
