// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { actOncePerPress } from './keyboard.ts';

beforeAll(actOncePerPress);

/** One event of a press of Enter; whether the browser still does what it does by itself. */
const press = (type: 'keydown' | 'keypress', on: Element, repeat = false): boolean =>
  on.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true, repeat }));

it('one press of Enter does not press the button of the question that it opened', () => {
  const field = document.body.appendChild(document.createElement('input'));
  const button = document.body.appendChild(document.createElement('button'));
  expect(press('keydown', field)).toBe(true);
  // The question came while the key went down, and has the focus.
  expect(press('keypress', button)).toBe(false);
  expect(press('keydown', button)).toBe(true);
  expect(press('keypress', button)).toBe(true);
});

it('Enter that is held down acts once', () => {
  const button = document.body.appendChild(document.createElement('button'));
  expect(press('keydown', button)).toBe(true);
  expect(press('keydown', button, true)).toBe(false);
});
