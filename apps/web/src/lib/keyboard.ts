import { useEffect, useRef } from 'react';
import { readDevice } from './device.ts';
import { beginsSequence, KEY_IDS, KEYS, meaningsOf, type KeyId } from './keys.ts';

/** How long the second key of a sequence such as `g j` may take. */
const SEQUENCE_MS = 1200;

/** What a part of the page does on keys; undefined where it does not answer to one now. */
export type Shortcuts = { readonly [K in KeyId]?: ((event: KeyboardEvent) => void) | undefined };

/** 'j', '?', 'Enter', or 'mod+k' for Ctrl or ⌘. Case does not matter for letters. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="textbox"]';

/** Whether the focus is in a text field. Checkboxes take no letters. */
export function isTyping(target: EventTarget | null): boolean {
  const field = target instanceof Element ? target.closest(TYPING) : null;
  if (!field) return false;
  return !(field instanceof HTMLInputElement && ['checkbox', 'radio', 'button', 'submit'].includes(field.type));
}

/** A letter in a field of digits, which takes none: there they stay the page's keys, whatever it holds. */
const isAmongDigits = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element && target.closest('[data-digits]') !== null && /^[\p{L}?/]$/u.test(key);

/** A focused button or link keeps Enter and Space to itself. */
const pressesItself = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof Element &&
  event.target.closest('button, a, [role="button"], [role="menuitem"], [role="tab"], [role="checkbox"], summary') !==
    null;

interface Listener {
  shortcuts: Shortcuts;
  /** Keys a field or a row answers to by itself while it has the focus: said on the sheet, not listened for here. */
  own: readonly KeyId[];
  /** It claims the whole keyboard: the page answers to no keys. */
  rests: boolean;
}

/** Everything on the page that listens, parts before the whole. */
const listeners: Listener[] = [];
/** The first key of a sequence. One for all: `g j` is the page's, and no list takes the `j`. */
let first: { key: string; at: number } | null = null;

// A part that does not answer to a key now leaves it to the next one.
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

/** Keys that only move go on while they are held down; every other acts once for each press. */
const GOES_ON: ReadonlySet<string> = new Set([
  ...KEYS.next_row,
  ...KEYS.previous_row,
  ...KEYS.next_card,
  ...KEYS.previous_card,
]);

function onKey(event: KeyboardEvent): void {
  const key = keyName(event);
  if (event.defaultPrevented || event.isComposing || key === null || listeners.some(({ rests }) => rests)) return;
  // Nor is one written that means nothing here, or where keys are turned off.
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
    // When it was pressed, not when the page came to it: who types ahead of a busy page means the same.
    first = { key, at: event.timeStamp };
  }
}

/**
 * Enter that is held down acts once, wherever it is pressed: what it did may have put the next task under it. Only lines of
 * text go on. Nor does one press act twice: where it opened a question, the browser would have it press the button that has the focus since.
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

/** The keys that work where one is now, in the order of the sheet: those the page answers to, and no other. */
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
 * What this part of the page does on keys, by their names in the table of keys. Never while somebody types; single keys can
 * be turned off for the device, keys with Ctrl/⌘ stay. `own` are keys its fields and rows answer to by themselves. With `rests` nothing on the
 * page answers to keys while this part is there.
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

/** While this is mounted the page answers to no keys: the sheet of keys is read, not acted on. */
export const useKeysRest = (): void => useShortcuts({}, { rests: true });

/** Whether somebody sits at a keyboard: on a phone a focused field would bring its own up, over half the screen. */
export const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches;
