// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { Segmented } from './segmented.tsx';

it('the group is one Tab stop, on the selected choice', async () => {
  const { user } = await showPart(
    <>
      <Segmented aria-label="Gender" options={['Male', 'Female']} />
      <button>Save</button>
    </>,
  );
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Male' }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
});

it('arrows change the choice', async () => {
  const { user } = await showPart(<Segmented aria-label="Gender" options={['Male', 'Female']} />);
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: 'Female' })).toHaveProperty('checked', true);
});
