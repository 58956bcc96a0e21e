import { useEffect, useRef } from 'react';
import { useDevice } from './device.ts';

/** How long the second key of a sequence such as `g j` may take. */
const SEQUENCE_MS = 1200;

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** 'j', '?', 'Enter', or 'mod+k' for Ctrl or ⌘. Case does not matter for letters. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="textbox"]';

/** Whether keys now belong to a field somebody writes in. Boxes to tick take no letters. */
export function isTyping(target: EventTarget | null): boolean {
  const field = target instanceof Element ? target.closest(TYPING) : null;
  if (!field) return false;
  return !(field instanceof HTMLInputElement && ['checkbox', 'radio', 'button', 'submit'].includes(field.type));
}

/** A button or link with the focus keeps Enter and Space to itself. */
const pressesItself = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof Element &&
  event.target.closest('button, a, [role="button"], [role="menuitem"], [role="tab"], [role="checkbox"], summary') !==
    null;

/**
 * Single keys and sequences for a screen: `{ j: next, 'g j': toJobs, '?': help, 'mod+k': palette }`. Never while somebody
 * types; single keys can be turned off for the device, keys with Ctrl/⌘ stay.
 */
export function useShortcuts(shortcuts: Shortcuts, { enabled = true }: { enabled?: boolean } = {}): void {
  const { keyboard } = useDevice();
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!enabled) return;
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      const key = keyName(event);
      if (event.defaultPrevented || event.isComposing || key === null || (event.repeat && key.startsWith('mod+')))
        return;
      const withMod = key.startsWith('mod+');
      if (!withMod && (keyboard === 'off' || isTyping(event.target) || pressesItself(event))) return;
      const sequence = first && Date.now() - first.at < SEQUENCE_MS ? `${first.key} ${key}` : null;
      first = null;
      const action = (sequence && latest.current[sequence]) || latest.current[key];
      if (action) {
        event.preventDefault();
        action(event);
        return;
      }
      if (Object.keys(latest.current).some((name) => name.startsWith(`${key} `))) first = { key, at: Date.now() };
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [enabled, keyboard]);
}
