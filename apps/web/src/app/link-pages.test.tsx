// @vitest-environment happy-dom
import { linkEndpoints } from '@darkroom/contract/user/link';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import ForgotPasswordPage from '../features/auth/forgot-password-page.tsx';
import UnsubscribePage from '../features/auth/unsubscribe-page.tsx';
import { createProblemResponse } from '../testing/network.ts';
import { showPart } from '../testing/part.tsx';
import SetPasswordPage from './set-password-page.tsx';

const TOKEN = 'A'.repeat(43);
const MAIL_TOKEN = '11111111-1111-4111-8111-111111111111';
const SESSION = {
  access_token: 'new token',
  user: { id: 8, username: 'anna', full_name: 'Anna', account: 'customer', is_superuser: false },
  staff_id: null,
  permissions: [],
  notice: null,
};

async function openLink(page: ReactNode, fragment: string) {
  const shown = await showPart(null);
  window.location.hash = fragment;
  shown.update(page);
  return shown;
}

it('a request for a new password has the same response for every account', async () => {
  const { user, network } = await openLink(<ForgotPasswordPage />, '');
  network.respond(linkEndpoints.forgotPassword.path, () => Response.json({}));
  const submit = await screen.findByRole('button', { name: 'Request a link' });
  await user.click(submit);
  await screen.findByText('Please enter Username or Email Address');
  await user.type(screen.getByRole('textbox', { name: 'Username or Email Address' }), 'anna');
  await user.click(submit);
  const sent = await screen.findByText(/^If the account exists and has an email address, we have sent a link/);
  expect(document.activeElement).toBe(sent);
});

it('a link sets a password and replaces the session', async () => {
  const { user, network } = await openLink(<SetPasswordPage />, `token=${TOKEN}`);
  network.respond(linkEndpoints.passwordByLink.path, () => Response.json(SESSION));
  await user.type(await screen.findByLabelText('New Password'), 'a quiet evening');
  expect(window.location.hash).toBe('');
  await user.type(screen.getByLabelText('Repeat New Password'), 'a quiet evening');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByText('Password changed');
  expect(localStorage.getItem('access_token')).toBe('new token');
  expect(network.calls.at(-1)?.body).toEqual({ token: TOKEN, new_password: 'a quiet evening' });
});

it('an ended link leads to the request of a new one', async () => {
  const { user, network } = await openLink(<SetPasswordPage />, `token=${TOKEN}`);
  network.respond(linkEndpoints.passwordByLink.path, () => createProblemResponse(422, 'link_ended'));
  for (const label of ['New Password', 'Repeat New Password'])
    await user.type(await screen.findByLabelText(label), 'a quiet evening');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  await screen.findByText('This link has been used or has expired. Request a new one.');
  expect(screen.getByRole('link', { name: 'Request a link' }).getAttribute('href')).toBe('/forgot-password');
});

it('a link without a token counts as ended', async () => {
  await openLink(<SetPasswordPage />, '');
  await screen.findByText('This link has been used or has expired. Request a new one.');
});

it('a kind of emails is turned off only after a press of the button', async () => {
  const { user, network } = await openLink(<UnsubscribePage />, `token=${MAIL_TOKEN}&kind=reply`);
  const path = `/api/mail/unsubscribe/${MAIL_TOKEN}/reply`;
  network.respond(path, () => Response.json({}));
  await screen.findByText('This turns off emails of this type: Replies to requests.');
  expect(network.calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Turn off these emails' }));
  await screen.findByText('You will no longer receive these emails.');
  expect(network.calls.map((call) => call.path)).toEqual([path]);
});
