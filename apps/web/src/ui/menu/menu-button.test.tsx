// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { MenuButton } from './menu-button.tsx';

// Three of them pass before Ant Design moves the focus into a menu.
const SOME_FRAMES = 200;

async function showMenu() {
  const chosen: string[] = [];
  const { user, tab } = await showPart(
    <>
      <MenuButton
        menu={{
          items: [
            { key: 'first', label: 'The first' },
            { key: 'second', label: 'The second' },
          ],
          onClick: ({ key }) => chosen.push(key),
        }}
      >
        {(opens) => <button {...opens}>More</button>}
      </MenuButton>
      <p>Beside it</p>
    </>,
  );
  const button = await screen.findByRole('button', { name: 'More' });
  const isOpen = () => button.getAttribute('aria-expanded');
  return { user, tab, button, isOpen, chosen };
}

it('opens by a press, closes by the next, and opens again', async () => {
  const { user, button, isOpen } = await showMenu();
  expect(screen.queryByRole('menu')).toBeNull();
  for (const open of ['true', 'false', 'true']) {
    await user.click(button);
    if (open === 'true') await screen.findByRole('menuitem', { name: 'The first' });
    await waitFor(() => expect(isOpen()).toBe(open));
  }
});

it('is opened and closed by the keyboard, and gives the focus back', async () => {
  const { user, button, isOpen, chosen } = await showMenu();
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'The second' });
  await waitFor(() => expect(document.activeElement?.textContent).toContain('The first'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen()).toBe('false'));
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('The first'));
  await user.click(screen.getByRole('menuitem', { name: 'The second' }));
  expect(chosen).toEqual(['second']);
  await waitFor(() => expect(isOpen()).toBe('false'));
  expect(document.activeElement).toBe(button);
});

it('keeps the focus on its button when it is pressed again before the menu has taken it', async () => {
  const { user, button, isOpen } = await showMenu();
  await user.click(button);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('The first'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen()).toBe('false'));
  await user.dblClick(button);
  expect(isOpen()).toBe('false');
  await act(() => new Promise((resolve) => setTimeout(resolve, SOME_FRAMES)));
  expect(document.activeElement).toBe(button);
});

it('closes when one presses beside it', async () => {
  const { user, button, isOpen } = await showMenu();
  await user.click(button);
  await screen.findByRole('menuitem', { name: 'The first' });
  await user.click(screen.getByText('Beside it'));
  await waitFor(() => expect(isOpen()).toBe('false'));
});

it('closes with Back, and the screen stays', async () => {
  const { user, tab, button, isOpen } = await showMenu();
  const here = tab.address();
  await user.click(button);
  // The focus goes into the menu a moment after it is there.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('The first'));
  tab.back();
  await waitFor(() => expect(isOpen()).toBe('false'));
  expect(tab.address()).toBe(here);
  await waitFor(() => expect(document.activeElement).toBe(button));
  tab.back();
  await waitFor(() => expect(tab.address()).not.toBe(here));
});
