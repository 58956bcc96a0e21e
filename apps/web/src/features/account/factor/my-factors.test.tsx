// @vitest-environment happy-dom
import type { OutputOf } from '@darkroom/contract/endpoint';
import { factorEndpoints } from '@darkroom/contract/user/factor';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createProblemResponse } from '../../../testing/network.ts';
import { showPart } from '../../../testing/part.tsx';
import { MyFactors } from './my-factors.tsx';

type Factors = OutputOf<typeof factorEndpoints.factors>;

const FACTOR = { id: 4, name: 'My phone', created_at: '2026-11-20T08:00:00Z', last_used_at: null };

async function showFactors(answer: Partial<Factors>) {
  const shown = await showPart(null);
  const factors: Factors = {
    factors: [],
    recovery_codes: 10,
    mode: 'offered',
    required: false,
    required_from: null,
    pending: null,
    ...answer,
  };
  shown.network.respond(factorEndpoints.factors.path, () => Response.json(factors));
  shown.update(<MyFactors />);
  await waitFor(() => expect(shown.network.calls).toHaveLength(1));
  return shown;
}

it('the part is hidden while second factors are off and the user has none', async () => {
  await showFactors({ mode: 'off' });
  expect(screen.queryByRole('heading', { name: 'Second factor' })).toBeNull();
});

it('the user is reminded of the first day without a second factor', async () => {
  await showFactors({ mode: 'staff', required: true, required_from: '2099-12-01' });
  await screen.findByText('From 01 Dec 2099, you need a second factor to sign in. Add one before that day.');
});

it('the last factor stays while one is required', async () => {
  const { user, network } = await showFactors({ mode: 'staff', factors: [{ ...FACTOR, kind: 'totp' }] });
  network.respond(factorEndpoints.removeFactor.path, () =>
    createProblemResponse(409, 'factor_required', { errors: [{ field: 'id', code: 'factor_required', message: '' }] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Remove My phone' }));
  await user.type(await screen.findByLabelText('Current Password'), 'darkroom-demo');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText(/^Your account must have a second factor/);
  const { body } = network.calls.find(({ path }) => path === factorEndpoints.removeFactor.path) ?? {};
  expect(body).toEqual({ id: 4, password: 'darkroom-demo' });
});

it('new recovery codes replace the password question', async () => {
  const { user, network } = await showFactors({ factors: [{ ...FACTOR, kind: 'totp' }], recovery_codes: 1 });
  await screen.findByText('1 recovery code left');
  network.respond(factorEndpoints.newRecoveryCodes.path, () => Response.json({ recovery_codes: ['aaaaa-11111'] }));
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }));
  await user.type(await screen.findByLabelText('Current Password'), 'darkroom-demo{Enter}');
  expect((await screen.findByLabelText('Recovery codes', { selector: 'code' })).textContent).toBe('aaaaa-11111');
});
