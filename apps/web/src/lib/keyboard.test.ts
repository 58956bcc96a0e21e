// @vitest-environment happy-dom
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { actOncePerPress } from './keyboard.ts';

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
