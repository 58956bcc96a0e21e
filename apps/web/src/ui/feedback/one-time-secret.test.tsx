// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { OneTimeSecret } from './one-time-secret.tsx';

const words = { title: 'The token', warning: 'Only now', what: 'Token', lost: 'Make another one', done: 'Put away' };

describe('secrets that are shown once', () => {
  it('a secret can be copied, and only its user closes it', async () => {
    const onClose = vi.fn();
    const { user } = await showPart(<OneTimeSecret {...words} secret="drk_1" onClose={onClose} />);
    expect(screen.getByText('drk_1')).toBeTruthy();
    expect(screen.getByText('Only now')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Put away' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('the dialog says what to do when the response was lost', async () => {
    await showPart(<OneTimeSecret {...words} secret={null} onClose={() => undefined} />);
    expect(screen.getByText('Make another one')).toBeTruthy();
    for (const hiddenText of ['Only now', 'Put away']) expect(screen.queryByText(hiddenText)).toBeNull();
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  });
});
