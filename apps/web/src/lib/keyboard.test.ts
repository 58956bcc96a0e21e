// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setDevice } from './device.ts';
import { actOncePerPress, useShortcuts } from './keyboard.ts';

beforeAll(actOncePerPress);

/** One event of a press of Enter; whether the browser still does what it does by itself. */
const press = (type: 'keydown' | 'keypress', on: Element, repeat = false): boolean =>
  on.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true, repeat }));

/** An element on the page for as long as its test. */
function standing(name: 'input' | 'button'): HTMLElement {
  const element = document.body.appendChild(document.createElement(name));
  onTestFinished(() => element.remove());
  return element;
}

it('one press of Enter does not press the button of the question that it opened', () => {
  const field = standing('input');
  const button = standing('button');
  expect(press('keydown', field)).toBe(true);
  // The question came while the key went down, and has the focus.
  expect(press('keypress', button)).toBe(false);
  expect(press('keydown', button)).toBe(true);
  expect(press('keypress', button)).toBe(true);
});

it('Enter that is held down acts once', () => {
  const button = standing('button');
  expect(press('keydown', button)).toBe(true);
  expect(press('keydown', button, true)).toBe(false);
});

describe('a field of digits', () => {
  /** Which of these keys the browser would write into it. */
  const written = (held: string, keys: readonly string[]): string[] => {
    const place = document.body.appendChild(document.createElement('div'));
    onTestFinished(() => place.remove());
    place.dataset.digits = '';
    const field = place.appendChild(document.createElement('input'));
    field.value = held;
    return keys.filter((key) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    );
  };
  const listening = () => {
    const done = vi.fn();
    const { unmount } = renderHook(() => useShortcuts({ done }));
    onTestFinished(unmount);
    return done;
  };

  it.each(['', '12'])('takes digits and their marks and no letter, holding “%s”', (held) => {
    listening();
    expect(written(held, ['1', 'z', 'Z', 'đ', '.', ',', ' ', 'Backspace', 'Tab'])).toEqual([
      '1',
      '.',
      ',',
      ' ',
      'Backspace',
      'Tab',
    ]);
  });

  it('leaves letters to the page', () => {
    const done = listening();
    expect(written('12', ['d', 'D'])).toEqual([]);
    expect(done).toHaveBeenCalledTimes(2);
  });

  it('takes none where keys are turned off either, and the page does nothing', () => {
    setDevice('keyboard', 'off');
    onTestFinished(() => setDevice('keyboard', 'on'));
    const done = listening();
    expect(written('12', ['d', '3'])).toEqual(['3']);
    expect(done).not.toHaveBeenCalled();
  });
});
