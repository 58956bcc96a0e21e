// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { FirstRows } from './first-rows.tsx';

it('a long list shows its first rows, all rows on request, and all in print', async () => {
  const { user } = await showPart(
    <FirstRows className={undefined} unsentCount={0}>
      {Array.from({ length: 18 }, (_, index) => (
        <li key={index}>Job {index + 1}</li>
      ))}
    </FirstRows>,
  );
  const more = await screen.findByRole('button', { name: 'and 3 more' });
  expect(screen.getAllByRole('listitem')).toHaveLength(15);
  // A style hides the row on the screen, so it is still printed.
  expect(screen.getAllByText(/^Job/)).toHaveLength(18);
  await user.click(more);
  expect(screen.getAllByRole('listitem')).toHaveLength(18);
  expect(screen.queryByRole('button')).toBe(null);
});
