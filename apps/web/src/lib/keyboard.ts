import { useEffect, useRef } from 'react';
import { readDevice } from './device.ts';

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

interface Listener {
  shortcuts: Shortcuts;
}

/** Everything on the page that listens, parts before the whole. */
const listeners: Listener[] = [];
/** The first key of a sequence. One for all: `g j` is the page's, and no list takes the `j`. */
let first: { key: string; at: number } | null = null;

const find = (name: string) => listeners.find(({ shortcuts }) => shortcuts[name])?.shortcuts[name];

function onKey(event: KeyboardEvent): void {
  const key = keyName(event);
  if (event.defaultPrevented || event.isComposing || key === null) return;
  const withMod = key.startsWith('mod+');
  if (withMod ? event.repeat : readDevice().keyboard === 'off' || isTyping(event.target) || pressesItself(event))
    return;
  const sequence = first && Date.now() - first.at < SEQUENCE_MS ? `${first.key} ${key}` : null;
  first = null;
  const action = (sequence && find(sequence)) || find(key);
  if (action) {
    event.preventDefault();
    action(event);
  } else if (listeners.some(({ shortcuts }) => Object.keys(shortcuts).some((name) => name.startsWith(`${key} `)))) {
    first = { key, at: Date.now() };
  }
}

/**
 * Single keys and sequences for a screen: `{ j: next, 'g j': toJobs, '?': help, 'mod+k': palette }`. Never while somebody
 * types; single keys can be turned off for the device, keys with Ctrl/⌘ stay.
 */
export function useShortcuts(shortcuts: Shortcuts, { enabled = true }: { enabled?: boolean } = {}): void {
  const listener = useRef<Listener>({ shortcuts });
  useEffect(() => {
    listener.current.shortcuts = shortcuts;
  });
  useEffect(() => {
    if (!enabled) return;
    const mine = listener.current;
    if (listeners.length === 0) window.addEventListener('keydown', onKey);
    listeners.push(mine);
    return () => {
      listeners.splice(listeners.indexOf(mine), 1);
      if (listeners.length === 0) window.removeEventListener('keydown', onKey);
    };
  }, [enabled]);
}
