// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import { createTaskRow } from '../../../testing/rows.ts';
import { ConfirmQuantityDialog } from './confirm-quantity-dialog.tsx';

it('a repeated Enter does not confirm a larger quantity', async () => {
  const onAnswer = vi.fn();
  const { user } = await showPart(
    <ConfirmQuantityDialog
      row={createTaskRow()}
      action="done"
      question={{ code: 'over_ordered', counted: 15, ordered: 12 }}
      onAnswer={onAnswer}
    />,
  );
  const correct = await screen.findByRole('button', { name: 'Correct quantity' });
  await waitFor(() => expect(document.activeElement).toBe(correct));
  await user.keyboard('{Enter}');
  expect(onAnswer.mock.calls).toEqual([[false]]);
});
