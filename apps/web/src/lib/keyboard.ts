import { useEffect, useRef } from 'react';
import { readDevice } from './device.ts';
import { beginsSequence, KEY_IDS, KEYS, meaningsOf, type KeyId } from './keys.ts';

/** Longest pause before the second key of a sequence such as `g j`. */
const SEQUENCE_MS = 1200;

/** Handlers of a part of the page, by key. Undefined if a key does nothing now. */
export type Shortcuts = { readonly [K in KeyId]?: ((event: KeyboardEvent) => void) | undefined };

/** 'j', '?', 'Enter', or 'mod+k' for Ctrl or ⌘. Letters ignore case. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="textbox"]';

/** Whether the focus is in a text field. Checkboxes accept no letters. */
export function isTyping(target: EventTarget | null): boolean {
  const field = target instanceof Element ? target.closest(TYPING) : null;
  if (!field) return false;
  return !(field instanceof HTMLInputElement && ['checkbox', 'radio', 'button', 'submit'].includes(field.type));
}

/** A letter in a number field, which accepts none. It stays a shortcut of the page. */
const isAmongDigits = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element && target.closest('[data-digits]') !== null && /^[\p{L}?/]$/u.test(key);

/** A focused button or link keeps Enter and Space. */
const pressesItself = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof Element &&
  event.target.closest('button, a, [role="button"], [role="menuitem"], [role="tab"], [role="checkbox"], summary') !==
    null;

interface Listener {
  shortcuts: Shortcuts;
  /** Keys that a focused field or row handles itself. They are on the key sheet and not handled here. */
  own: readonly KeyId[];
  /** Turns off all keys of the page. */
  rests: boolean;
}

/** All listeners of the page, parts before the whole. */
const listeners: Listener[] = [];
/** The first key of a sequence. It is shared, so that the `j` of `g j` does not reach a list. */
let first: { key: string; at: number } | null = null;

// A part without a handler for a key leaves it to the next part.
function find(name: string): ((event: KeyboardEvent) => void) | undefined {
  const ids = meaningsOf(name);
  for (const { shortcuts } of listeners) {
    for (const id of ids) {
      const action = shortcuts[id];
      if (action) return action;
    }
  }
  return undefined;
}

const off = (event: KeyboardEvent, key: string): boolean =>
  readDevice().keyboard === 'off' ||
  (isTyping(event.target) && !isAmongDigits(event.target, key)) ||
  pressesItself(event);

/** Keys that only move repeat while they are held. Every other key acts once per press. */
const GOES_ON: ReadonlySet<string> = new Set([
  ...KEYS.next_row,
  ...KEYS.previous_row,
  ...KEYS.next_card,
  ...KEYS.previous_card,
]);

function onKey(event: KeyboardEvent): void {
  const key = keyName(event);
  if (event.defaultPrevented || event.isComposing || key === null || listeners.some(({ rests }) => rests)) return;
  // Letters without a shortcut are not typed either, nor while shortcuts are turned off.
  if (isAmongDigits(event.target, key)) event.preventDefault();
  const withMod = key.startsWith('mod+');
  if (withMod ? event.repeat : off(event, key)) return;
  const sequence = first && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${key}` : null;
  first = null;
  const action = (sequence && find(sequence)) || find(key);
  if (action) {
    event.preventDefault();
    if (!event.repeat || GOES_ON.has(key)) action(event);
  } else if (beginsSequence(key).some((id) => listeners.some(({ shortcuts }) => shortcuts[id]))) {
    // The time of the press, not of its handling, because a busy page handles keys late.
    first = { key, at: event.timeStamp };
  }
}

/**
 * A held Enter acts once, because its first action can put the next task under the focus. One press also acts once, because a dialog that
 * it opens has the focus before the press ends.
 */
export function actOncePerPress(): void {
  let pressedOn: EventTarget | null = null;
  const follow = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if (event.type === 'keydown') pressedOn = event.target;
    else if (event.target !== pressedOn) event.preventDefault();
  };
  window.addEventListener('keydown', follow, { capture: true });
  window.addEventListener('keypress', follow, { capture: true });
  const hold = (event: KeyboardEvent) => {
    if (!event.repeat || event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', hold, { capture: true });
}

/** The keys that work now, in the order of the sheet. */
export function keysHere(): KeyId[] {
  const silent = readDevice().keyboard === 'off';
  const answered = (id: KeyId) =>
    listeners.some(({ shortcuts, own }) => own.includes(id) || shortcuts[id] !== undefined);
  const inFields = (id: KeyId) => listeners.some(({ own }) => own.includes(id));
  const single = (id: KeyId) => KEYS[id].every((key) => !key.startsWith('mod+'));
  return KEY_IDS.filter((id) => answered(id) && !(silent && single(id) && !inFields(id)));
}

const NONE: readonly KeyId[] = [];

/**
 * Sets the shortcuts of this part of the page, by their names in the table of keys. They rest while the user types. Single keys can be
 * turned off for the device, keys with Ctrl/⌘ stay. `own` are keys that its fields and rows handle themselves. `rests` turns off all keys
 * of the page while this part is mounted.
 */
export function useShortcuts(
  shortcuts: Shortcuts,
  { enabled = true, own = NONE, rests = false }: { enabled?: boolean; own?: readonly KeyId[]; rests?: boolean } = {},
): void {
  const listener = useRef<Listener>({ shortcuts, own, rests });
  useEffect(() => {
    listener.current.shortcuts = shortcuts;
    listener.current.own = own;
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

/** Turns off all keys of the page while mounted, for reading the key sheet. */
export const useKeysRest = (): void => useShortcuts({}, { rests: true });

/** Whether the device has a keyboard. On a phone, a focused field would open the screen keyboard over half the screen. */
export const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches;
