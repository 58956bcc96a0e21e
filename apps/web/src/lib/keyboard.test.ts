// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setDevice } from './device.ts';
import { actOncePerPress, useShortcuts } from './keyboard.ts';

beforeAll(actOncePerPress);

/** Sends one event of a press of Enter. Returns true if the browser's default action follows. */
const press = (type: 'keydown' | 'keypress', on: Element, repeat = false): boolean =>
  on.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true, repeat }));

/** Creates an element on the page during its test. */
function createFocusedField(name: 'input' | 'button'): HTMLElement {
  const element = document.body.appendChild(document.createElement(name));
  onTestFinished(() => element.remove());
  return element;
}

it('one press of Enter does not confirm the dialog that it opened', () => {
  const field = createFocusedField('input');
  const button = createFocusedField('button');
  expect(press('keydown', field)).toBe(true);
  // The dialog opened on keydown and has the focus.
  expect(press('keypress', button)).toBe(false);
  expect(press('keydown', button)).toBe(true);
  expect(press('keypress', button)).toBe(true);
});

it('a held Enter acts once', () => {
  const button = createFocusedField('button');
  expect(press('keydown', button)).toBe(true);
  expect(press('keydown', button, true)).toBe(false);
});

describe('fields of digits', () => {
  /** Returns the keys that the browser would type into the field. */
  const typeKeys = (initialText: string, keys: readonly string[]): string[] => {
    const position = document.body.appendChild(document.createElement('div'));
    onTestFinished(() => position.remove());
    position.dataset.digits = '';
    const field = position.appendChild(document.createElement('input'));
    field.value = initialText;
    return keys.filter((key) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    );
  };
  const listenToKeys = () => {
    const done = vi.fn();
    const { unmount } = renderHook(() => useShortcuts({ done }));
    onTestFinished(unmount);
    return done;
  };

  it.each(['', '12'])('the field accepts digits and their signs, no letters, with “%s” in it', (initialText) => {
    listenToKeys();
    expect(typeKeys(initialText, ['1', 'z', 'Z', 'đ', '.', ',', ' ', 'Backspace', 'Tab'])).toEqual([
      '1',
      '.',
      ',',
      ' ',
      'Backspace',
      'Tab',
    ]);
  });

  it("letters reach the page's shortcuts", () => {
    const done = listenToKeys();
    expect(typeKeys('12', ['d', 'D'])).toEqual([]);
    expect(done).toHaveBeenCalledTimes(2);
  });

  it('letters run no shortcut when shortcuts are turned off', () => {
    setDevice('keyboard', 'off');
    onTestFinished(() => setDevice('keyboard', 'on'));
    const done = listenToKeys();
    expect(typeKeys('12', ['d', '3'])).toEqual(['3']);
    expect(done).not.toHaveBeenCalled();
  });
});
