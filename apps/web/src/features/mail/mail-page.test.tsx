// @vitest-environment happy-dom
import { mailEndpoints, type Mail } from '@darkroom/contract/mail/mail';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import MailPage from './mail-page.tsx';

const STATE = {
  server: null,
  folder: 'mail',
  from: 'Darkroom <no-reply@localhost>',
  public_url: 'http://localhost:3000',
  waiting: 0,
  dead: 1,
  failing_since: null,
};

const createMail = (fields: Partial<Mail>): Mail => ({
  id: 1,
  kind: 'invitation',
  to: 'anna@studio.example',
  language: 'en',
  at: '2026-11-27T09:06:00Z',
  state: 'delivered',
  attempts: 1,
  next_at: null,
  tried_at: '2026-11-27T09:06:00Z',
  status: 250,
  response: '250 ok',
  error: null,
  ended_at: '2026-11-27T09:06:00Z',
  ...fields,
});

const FAILED = createMail({ id: 2, kind: 'reply', to: 'gone@studio.example', state: 'dead', response: '550 no user' });

async function openPage(state: object = {}) {
  const shown = await showPart(null, { permissions: ['npn_admin'] });
  shown.network.respond(mailEndpoints.state.path, () => Response.json({ ...STATE, ...state }));
  shown.network.respond(mailEndpoints.list.path, () =>
    Response.json({ results: [FAILED, createMail({})], total_pages: 1, total_items: 2 }),
  );
  shown.network.respond(mailEndpoints.replay.path, () => Response.json({ replayed: 1 }));
  shown.update(<MailPage />);
  await screen.findByText('gone@studio.example');
  return shown;
}

it('the page says that email is off and where the files are', async () => {
  await openPage();
  expect(screen.getByText('Email is off')).toBeTruthy();
  expect(screen.getByText(/in the folder mail of the data folder/)).toBeTruthy();
});

it('a warning says since when no email has arrived', async () => {
  await openPage({ server: 'smtp.example', failing_since: '2026-11-27T08:00:00Z' });
  expect(screen.queryByText('Email is off')).toBeNull();
  expect(screen.getByText(/No email has arrived since 27 Nov 2026 15:00/)).toBeTruthy();
});

it('one email or all failed ones are sent again', async () => {
  const { user, network } = await openPage();
  const listReplays = () =>
    network.calls.filter(({ path }) => path === mailEndpoints.replay.path).map(({ body }) => body);
  const row = screen.getByText('gone@studio.example').closest('tr')!;
  expect(within(row).getByText('550 no user')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Resend the email to gone@studio.example' }));
  await screen.findByText('Resending 1 email');
  await user.click(screen.getByRole('button', { name: 'Resend all failed' }));
  await waitFor(() => expect(listReplays()).toEqual([{ mail_ids: [2] }, {}]));
});

it('a test email is sent to a valid address only', async () => {
  const { user, network } = await openPage();
  network.respond(mailEndpoints.test.path, () => Response.json({ id: 3 }));
  await user.click(screen.getByRole('button', { name: 'Send test email' }));
  const dialog = await screen.findByRole('dialog');
  const send = within(dialog).getByRole('button', { name: 'Send test email' });
  await user.type(await within(dialog).findByRole('textbox', { name: 'Recipient' }), 'anna');
  await user.click(send);
  await within(dialog).findByText(/not valid E-mail/);
  await user.type(within(dialog).getByRole('textbox', { name: 'Recipient' }), '@studio.example');
  await user.click(send);
  await screen.findByText('Test email queued, result in the list');
  expect(network.calls.find(({ path }) => path === mailEndpoints.test.path)?.body).toEqual({
    to: 'anna@studio.example',
    language: 'en',
  });
});

it('a preview shows subject and text of each kind', async () => {
  const { user, network } = await openPage();
  network.respond(mailEndpoints.preview.path, (body) =>
    Response.json({ subject: `About ${(body as { kind: string }).kind}`, text: 'Dear customer,', html: '<p>' }),
  );
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByRole('heading', { name: 'About invitation' });
  await user.click(screen.getByRole('combobox', { name: 'Email Type' }));
  await user.click(await screen.findByTitle('Quotes'));
  await screen.findByRole('heading', { name: 'About quote' });
  expect(screen.getByText('Dear customer,')).toBeTruthy();
});
