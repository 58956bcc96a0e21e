// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useToast } from '../../lib/toast.ts';
import { showPart } from '../../testing/part.tsx';

const NUMBER = '3b3d4929-6c50-4dc0-b73d-822e427da70f';

function Teller({ text }: { text: string }) {
  const toast = useToast();
  return (
    <button type="button" onClick={() => toast.error(text)}>
      tell
    </button>
  );
}

describe('a toast', () => {
  it('that holds the number of a request offers to copy it', async () => {
    const { user } = await showPart(<Teller text={`Something went wrong (number ${NUMBER})`} />);
    await user.click(screen.getByRole('button', { name: 'tell' }));
    await user.click(await screen.findByRole('button', { name: 'Copy number' }));
    expect(await navigator.clipboard.readText()).toBe(NUMBER);
  });

  it('that holds none offers nothing', async () => {
    const { user } = await showPart(<Teller text="This task was taken by somebody else." />);
    await user.click(screen.getByRole('button', { name: 'tell' }));
    expect(await screen.findByText('This task was taken by somebody else.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy number' })).toBeNull();
  });
});
