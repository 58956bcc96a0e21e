import { useNavigate } from '@tanstack/react-router';
import { useShortcuts, type Shortcuts } from '../lib/keyboard.ts';
import { useCan } from '../lib/session/session.ts';
import type { Screen } from './screen.ts';
import { screens, toScreenSearch } from './screens.ts';

/** Opens a screen by its key (`g` and a letter) for anyone with access. The keys do not work in a dialog. */
export function useGoToKeys(): void {
  const can = useCan();
  const navigate = useNavigate();
  const go = (screen: Screen) => (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
    void navigate({ to: screen.path, search: toScreenSearch(screen) });
  };
  const shortcuts: { -readonly [K in keyof Shortcuts]: Shortcuts[K] } = {};
  for (const screen of screens) if (screen.goKey && can(screen.access)) shortcuts[screen.goKey] = go(screen);
  useShortcuts(shortcuts);
}
