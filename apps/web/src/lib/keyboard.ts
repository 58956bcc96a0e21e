import { useEffect, useRef } from 'react';
import { readDevice } from './device.ts';
import { findSequences, KEY_IDS, KEYS, findKeyIds, type KeyId } from './keys.ts';

/** Longest pause before the second key of a sequence such as `g j`. */
const SEQUENCE_MS = 1200;

/** Handlers of a part of the page, by key. Undefined if a key does nothing now. */
export type Shortcuts = { readonly [K in KeyId]?: ((event: KeyboardEvent) => void) | undefined };

/** Returns the name of a key: 'j', '?', 'Enter', or 'mod+k' for Ctrl or ⌘. Letters ignore case. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

const TEXT_FIELDS = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="textbox"]';

/** True if the focus is in a text field. Checkboxes accept no letters. */
export function isTyping(target: EventTarget | null): boolean {
  const field = target instanceof Element ? target.closest(TEXT_FIELDS) : null;
  if (!field) return false;
  return !(field instanceof HTMLInputElement && ['checkbox', 'radio', 'button', 'submit'].includes(field.type));
}

/** True for a letter in a number field, which accepts no letters. The letter stays a shortcut of the page. */
const isLetterInNumberField = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element && target.closest('[data-digits]') !== null && /^[\p{L}?/]$/u.test(key);

/** True for Enter and Space on a focused button or link, which handles them. */
const isNativePress = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof Element &&
  event.target.closest('button, a, [role="button"], [role="menuitem"], [role="tab"], [role="checkbox"], summary') !==
    null;

interface Listener {
  shortcuts: Shortcuts;
  /** Keys that a focused field or row handles itself. They are on the key sheet and not handled here. */
  handledKeys: readonly KeyId[];
  disablesKeys: boolean;
}

/** All listeners of the page, parts before the whole. */
const listeners: Listener[] = [];
/** The first key of a sequence. It is shared, so that a list does not react to the `j` of `g j`. */
let sequenceStart: { key: string; at: number } | null = null;

// A part without a handler for a key leaves it to the next part.
function findHandler(name: string): ((event: KeyboardEvent) => void) | undefined {
  const ids = findKeyIds(name);
  for (const { shortcuts } of listeners) {
    for (const id of ids) {
      const action = shortcuts[id];
      if (action) return action;
    }
  }
  return undefined;
}

const isIgnored = (event: KeyboardEvent, key: string): boolean =>
  readDevice().keyboard === 'off' ||
  (isTyping(event.target) && !isLetterInNumberField(event.target, key)) ||
  isNativePress(event);

/** Keys that repeat while the user holds them, because they only move. Every other key acts once per press. */
const REPEATING_KEYS: ReadonlySet<string> = new Set([
  ...KEYS.next_row,
  ...KEYS.previous_row,
  ...KEYS.next_card,
  ...KEYS.previous_card,
]);

function onKey(event: KeyboardEvent): void {
  const key = keyName(event);
  if (event.defaultPrevented || event.isComposing || key === null || listeners.some(({ disablesKeys }) => disablesKeys))
    return;
  // Letters without a shortcut are not typed either, nor while shortcuts are turned off.
  if (isLetterInNumberField(event.target, key)) event.preventDefault();
  const withMod = key.startsWith('mod+');
  if (withMod ? event.repeat : isIgnored(event, key)) return;
  const sequence =
    sequenceStart && event.timeStamp - sequenceStart.at < SEQUENCE_MS ? `${sequenceStart.key} ${key}` : null;
  sequenceStart = null;
  const action = (sequence && findHandler(sequence)) || findHandler(key);
  if (action) {
    event.preventDefault();
    if (!event.repeat || REPEATING_KEYS.has(key)) action(event);
  } else if (findSequences(key).some((id) => listeners.some(({ shortcuts }) => shortcuts[id]))) {
    // The time of the press, not of its handling, because a busy page handles keys late.
    sequenceStart = { key, at: event.timeStamp };
  }
}

/**
 * Limits every press to one action. Otherwise a long Enter could act on the next task, because its first action moves the focus there. A
 * dialog that a press opens has the focus before the press ends.
 */
export function actOncePerPress(): void {
  let pressedOn: EventTarget | null = null;
  const trackPress = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    if (event.type === 'keydown') pressedOn = event.target;
    else if (event.target !== pressedOn) event.preventDefault();
  };
  window.addEventListener('keydown', trackPress, { capture: true });
  window.addEventListener('keypress', trackPress, { capture: true });
  const stopRepeat = (event: KeyboardEvent) => {
    if (!event.repeat || event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', stopRepeat, { capture: true });
}

/** Returns the keys that work now, in the order of the sheet. */
export function getActiveKeys(): KeyId[] {
  const areSingleKeysOff = readDevice().keyboard === 'off';
  const isHandled = (id: KeyId) =>
    listeners.some(({ shortcuts, handledKeys }) => handledKeys.includes(id) || shortcuts[id] !== undefined);
  const isHandledInField = (id: KeyId) => listeners.some(({ handledKeys }) => handledKeys.includes(id));
  const isSingleKey = (id: KeyId) => KEYS[id].every((key) => !key.startsWith('mod+'));
  return KEY_IDS.filter((id) => isHandled(id) && !(areSingleKeysOff && isSingleKey(id) && !isHandledInField(id)));
}

const NO_KEYS: readonly KeyId[] = [];

/**
 * Sets the shortcuts of this part of the page, by their names in the table of keys. They do not act while the user types. `own` are keys
 * that its fields and rows handle. `rests` turns off all keys of the page while this part is mounted.
 */
export function useShortcuts(
  shortcuts: Shortcuts,
  {
    enabled = true,
    handledKeys = NO_KEYS,
    disablesKeys = false,
  }: { enabled?: boolean; handledKeys?: readonly KeyId[]; disablesKeys?: boolean } = {},
): void {
  const listener = useRef<Listener>({ shortcuts, handledKeys, disablesKeys });
  useEffect(() => {
    listener.current.shortcuts = shortcuts;
    listener.current.handledKeys = handledKeys;
  });
  useEffect(() => {
    if (!enabled) return;
    const ownListener = listener.current;
    if (listeners.length === 0) window.addEventListener('keydown', onKey);
    listeners.push(ownListener);
    return () => {
      listeners.splice(listeners.indexOf(ownListener), 1);
      if (listeners.length === 0) window.removeEventListener('keydown', onKey);
    };
  }, [enabled]);
}

/** Turns off all keys of the page while mounted, for reading the key sheet. */
export const useDisabledKeys = (): void => useShortcuts({}, { disablesKeys: true });

/** True if the device has a keyboard. On a phone, a focused field would open the screen keyboard over half the screen. */
export const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches;
