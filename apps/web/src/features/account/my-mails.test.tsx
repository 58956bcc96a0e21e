// @vitest-environment happy-dom
import { mailEndpoints, type MailPreferences } from '@darkroom/contract/mail/mail';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { MyMails } from './my-mails.tsx';

const PREFERENCES: MailPreferences = {
  address: 'anna@studio.example',
  refused: false,
  language: 'en',
  choices: ['reply', 'quote', 'complaint', 'completed'],
  kinds: ['reply', 'completed'],
  at_hour: null,
  time_zone: null,
};

async function showMails(fields: Partial<MailPreferences>) {
  const shown = await showPart(null, { account: 'customer' });
  shown.network.respond(mailEndpoints.preferences.path, (body) =>
    Response.json({ ...PREFERENCES, ...fields, ...(body as object | undefined) }),
  );
  shown.update(<MyMails />);
  return shown;
}

it('a customer chooses kinds, and one email a day in their own time zone', async () => {
  const { user, network } = await showMails({});
  await user.click(await screen.findByRole('checkbox', { name: 'Quotes' }));
  await screen.findByText('Saved');
  await user.click(screen.getByRole('combobox', { name: 'Time of the email about completed jobs' }));
  await user.click(await screen.findByTitle('One email a day at 00:00'));
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const kinds = ['reply', 'quote', 'completed'];
  const listSaved = () => network.calls.flatMap(({ body }) => (body === undefined ? [] : [body]));
  await waitFor(() =>
    expect(listSaved()).toEqual([
      { kinds, language: 'en', at_hour: null, time_zone },
      { kinds, language: 'en', at_hour: 0, time_zone },
    ]),
  );
  await screen.findByText(`Time zone: ${time_zone}`);
});

it('an account without an address learns who can add it', async () => {
  await showMails({ address: null });
  await screen.findByText('Your account has no email address. Your contact at Darkroom can add it.');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('a warning says that the mail server refused the address', async () => {
  await showMails({ refused: true });
  await screen.findByText(/The mail server refused this address/);
});
