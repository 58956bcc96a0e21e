// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { DisabledAction } from './delete-action.tsx';

const REASON = '2 members are in it.';

async function showForbidden() {
  const { user } = await showPart(
    <DisabledAction name="Delete Boss" reason={REASON}>
      Delete
    </DisabledAction>,
  );
  return { user, deleteButton: screen.getByRole('button', { name: 'Delete Boss' }) };
}
const getTooltip = () => screen.queryByRole('tooltip')?.textContent ?? null;

it('a forbidden Delete is described as disabled, with the reason', async () => {
  const { deleteButton } = await showForbidden();
  expect(deleteButton.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(deleteButton.getAttribute('aria-describedby') ?? '')?.textContent).toBe(REASON);
  expect(getTooltip()).toBeNull();
});

it('the reason is shown only while the button has the keyboard focus', async () => {
  const { user, deleteButton } = await showForbidden();
  await user.tab();
  expect(document.activeElement).toBe(deleteButton);
  expect(getTooltip()).toBe(REASON);
  await user.tab();
  expect(getTooltip()).toBeNull();
});

it('a touch shows the reason', async () => {
  const { user, deleteButton } = await showForbidden();
  await user.pointer({ keys: '[TouchA]', target: deleteButton });
  expect(getTooltip()).toBe(REASON);
});
