// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { Sidebar } from './sidebar.tsx';

afterEach(() => void vi.restoreAllMocks());

it('the sidebar scrolls to the current entry at first and after each navigation', async () => {
  const scrolledEntries: (string | null)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledEntries.push(this.textContent);
    // Newer browsers return a promise.
    return Promise.resolve() as unknown as undefined;
  });
  const { user } = await showPart(<Sidebar folded={false} />);
  await waitFor(() => expect(scrolledEntries.at(-1)).toBe('Home'));
  await user.click(screen.getByRole('link', { name: 'Information' }));
  await waitFor(() => expect(scrolledEntries.at(-1)).toBe('Information'));
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await waitFor(() => expect(scrolledEntries.at(-1)).toBe('Home'));
});
