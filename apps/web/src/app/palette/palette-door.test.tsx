// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { PaletteDoor } from './palette-door.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <PaletteDoor offered={open ? [] : null} onClose={() => setOpen(false)} />
    </>
  );
}

it('gives the focus back to where it was, the first time too, when its code has yet to come', async () => {
  const { user } = await showPart(<Page />);
  const button = await screen.findByRole('button', { name: 'Open' });
  for (const _time of ['first', 'second']) {
    await user.click(button);
    const field = await screen.findByRole('combobox');
    // The window of the tests knows neither modal dialogs nor what they do with the focus.
    field.focus();
    await user.click(screen.getByRole('dialog'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  }
});
