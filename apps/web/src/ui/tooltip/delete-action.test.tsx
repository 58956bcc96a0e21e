// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { DisabledAction } from './delete-action.tsx';

const WHY = '2 members are in it.';

async function showBarred() {
  const { user } = await showPart(
    <DisabledAction name="Delete Boss" why={WHY}>
      Delete
    </DisabledAction>,
  );
  return { user, act: screen.getByRole('button', { name: 'Delete Boss' }) };
}
const seen = () => screen.queryByRole('tooltip')?.textContent ?? null;

it('a forbidden Delete is described as disabled, with the reason', async () => {
  const { act } = await showBarred();
  expect(act.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(act.getAttribute('aria-describedby') ?? '')?.textContent).toBe(WHY);
  expect(seen()).toBeNull();
});

it('the reason is shown only while the button has the keyboard focus', async () => {
  const { user, act } = await showBarred();
  await user.tab();
  expect(document.activeElement).toBe(act);
  expect(seen()).toBe(WHY);
  await user.tab();
  expect(seen()).toBeNull();
});

it('a touch shows the reason', async () => {
  const { user, act } = await showBarred();
  await user.pointer({ keys: '[TouchA]', target: act });
  expect(seen()).toBe(WHY);
});
