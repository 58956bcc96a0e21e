import { useNavigate } from '@tanstack/react-router';
import { useShortcuts } from '../lib/keyboard.ts';
import { useMay } from '../lib/session.ts';
import { screens, searchOf, type Screen } from './screens.ts';

/** `g` and a screen's own letter go there from anywhere, for whoever may open it. A dialog is not left that way. */
export function useGoToKeys(): void {
  const may = useMay();
  const navigate = useNavigate();
  const open = screens.filter((screen) => screen.goKey !== undefined && may(screen.access));
  const go = (screen: Screen) => (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
    void navigate({ to: screen.path, search: searchOf(screen) });
  };
  useShortcuts(Object.fromEntries(open.map((screen) => [`g ${screen.goKey}`, go(screen)])));
}
