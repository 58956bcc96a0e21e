// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPart } from '../testing/part.tsx';
import { Floating } from './floating.tsx';

it('Tab cycles in a small panel, and Escape closes it from any place', async () => {
  const anchor = document.body.appendChild(document.createElement('button'));
  const onClose = vi.fn();
  // The simulated page has no layout.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as never);
  const { user } = await showPart(
    <Floating anchor={anchor} label="Move date" onClose={onClose}>
      <input aria-label="New Date" />
      <button type="button">Today</button>
      <button type="button" disabled>
        Move
      </button>
    </Floating>,
  );
  const [date, today] = [screen.getByLabelText('New Date'), screen.getByText('Today')];
  expect(document.activeElement).toBe(date);
  await user.tab();
  expect(document.activeElement).toBe(today);
  await user.tab();
  expect(document.activeElement).toBe(date);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(today);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  anchor.remove();
  vi.restoreAllMocks();
});
