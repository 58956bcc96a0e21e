// @vitest-environment happy-dom
import { factorEndpoints } from '@darkroom/contract/user/factor';
import { userEndpoints } from '@darkroom/contract/user/user';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { call } from '../../lib/api/api.ts';
import { readSession, storeSession } from '../../lib/session/session-store.ts';
import { createProblemResponse } from '../../testing/network.ts';
import { showPart } from '../../testing/part.tsx';
import SecondFactor from './second-factor.tsx';

const USER = { id: 7, username: 'lan', full_name: 'Lan', account: 'staff' as const, is_superuser: false };
const createSession = (pending: 'verify' | 'enrol' | null) => ({
  user: { ...USER, must_change_password: false },
  staff_id: 3,
  permissions: [],
  pending,
});
const createFactors = (...kinds: ('totp' | 'passkey')[]) => ({
  factors: kinds.map((kind, n) => ({
    id: n,
    kind,
    name: kind,
    created_at: '2026-11-20T08:00:00Z',
    last_used_at: null,
  })),
  recovery_codes: 10,
  mode: 'staff',
  required: true,
  required_from: null,
  pending: 'verify',
});

/** Opens the page for an incomplete session. `done` is the answer of `me` after the step. */
async function openSecondFactor(step: 'verify' | 'enrol', ...kinds: ('totp' | 'passkey')[]) {
  const shown = await showPart(null);
  act(() => storeSession(createSession(step)));
  shown.network.respond(
    userEndpoints.me.path,
    () => Response.json(createSession(step)),
    () => Response.json(createSession(null)),
  );
  shown.network.respond(factorEndpoints.factors.path, () => Response.json(createFactors(...kinds)));
  shown.update(<SecondFactor />);
  return shown;
}

it('a wrong code has a message on its field, and a right one completes the session', async () => {
  const { user, network } = await openSecondFactor('verify', 'totp');
  network.respond(
    factorEndpoints.verifyFactor.path,
    () => createProblemResponse(422, 'wrong_code', { errors: [{ field: 'code', code: 'wrong_code', message: '' }] }),
    () => Response.json({}),
  );
  await user.type(await screen.findByLabelText('Code from Your App'), '000000{Enter}');
  await screen.findByText(/^This code is wrong or has been used/);
  expect(readSession()?.pending).toBe('verify');
  await user.type(screen.getByLabelText('Code from Your App'), '1{Enter}');
  await expect.poll(() => readSession()?.pending).toBeNull();
});

it('a recovery code can have letters', async () => {
  const { user } = await openSecondFactor('verify', 'totp');
  const appField = await screen.findByLabelText('Code from Your App');
  expect(appField.getAttribute('inputmode')).toBe('numeric');
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  expect(screen.getByLabelText('Recovery Code').getAttribute('inputmode')).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Use the code from your app' }));
  expect(screen.getByLabelText('Code from Your App')).toBeTruthy();
});

it('the setup ends after the recovery codes are saved', async () => {
  const { user, network } = await openSecondFactor('enrol');
  const key = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  network.respond(factorEndpoints.addTotp.path, () => Response.json({ id: 4, key, qr: '<svg/>' }));
  network.respond(factorEndpoints.confirmTotp.path, () =>
    Response.json({ recovery_codes: ['aaaaa-11111', 'bbbbb-2'] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add an app' }));
  await user.type(await screen.findByLabelText('Name'), 'My phone{Enter}');
  expect((await screen.findByLabelText('Key')).textContent).toBe('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567');
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  expect((await screen.findByLabelText('Recovery codes', { selector: 'code' })).textContent).toBe(
    'aaaaa-11111\nbbbbb-2',
  );
  expect(readSession()?.pending).toBe('enrol');
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  await expect.poll(() => readSession()?.pending).toBeNull();
});

it('a response that requires a second factor marks the session as incomplete', async () => {
  const { network } = await showPart(null);
  network.respond(userEndpoints.list.path, () => createProblemResponse(403, 'second_factor_required'));
  await act(() => call(userEndpoints.list, {}).catch(() => undefined));
  expect(readSession()?.pending).toBe('verify');
});
