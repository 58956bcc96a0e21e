// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { MenuButton } from './menu-button.tsx';

// Ant Design moves the focus into a menu after three frames.
const SOME_FRAMES = 200;

async function showMenu() {
  const selectedItems: string[] = [];
  const { user, tab } = await showPart(
    <>
      <MenuButton
        menu={{
          items: [
            { key: 'first', label: 'The first' },
            { key: 'second', label: 'The second' },
          ],
          onClick: ({ key }) => selectedItems.push(key),
        }}
      >
        {(buttonProps) => <button {...buttonProps}>More</button>}
      </MenuButton>
      <p>Next to it</p>
    </>,
  );
  const button = await screen.findByRole('button', { name: 'More' });
  const isOpen = () => button.getAttribute('aria-expanded');
  return { user, tab, button, isOpen, selectedItems };
}

it('a press opens the menu, the next closes it, the third opens it again', async () => {
  const { user, button, isOpen } = await showMenu();
  expect(screen.queryByRole('menu')).toBeNull();
  for (const open of ['true', 'false', 'true']) {
    await user.click(button);
    if (open === 'true') await screen.findByRole('menuitem', { name: 'The first' });
    await waitFor(() => expect(isOpen()).toBe(open));
  }
});

it('the keyboard opens and closes the menu, and the focus is restored', async () => {
  const { user, button, isOpen, selectedItems } = await showMenu();
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
  expect(selectedItems).toEqual(['second']);
  await waitFor(() => expect(isOpen()).toBe('false'));
  expect(document.activeElement).toBe(button);
});

it('the focus stays on the button when pressed again before the menu has it', async () => {
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

it('a press outside closes the menu', async () => {
  const { user, button, isOpen } = await showMenu();
  await user.click(button);
  await screen.findByRole('menuitem', { name: 'The first' });
  await user.click(screen.getByText('Next to it'));
  await waitFor(() => expect(isOpen()).toBe('false'));
});

it('Back closes the menu, and the screen stays', async () => {
  const { user, tab, button, isOpen } = await showMenu();
  const addressBefore = tab.address();
  await user.click(button);
  // The focus moves into the menu shortly after it opens.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('The first'));
  tab.back();
  await waitFor(() => expect(isOpen()).toBe('false'));
  expect(tab.address()).toBe(addressBefore);
  await waitFor(() => expect(document.activeElement).toBe(button));
  tab.back();
  await waitFor(() => expect(tab.address()).not.toBe(addressBefore));
});
