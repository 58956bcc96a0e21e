// @vitest-environment happy-dom
import type { DetachedWindowAPI } from 'happy-dom';
import { afterEach, expect, it } from 'vitest';
import { keepStyles, stylesAgain } from './style-sheets.ts';

keepStyles();
afterEach(() => document.head.replaceChildren());

/** A link whose styles the test fetches, or not. */
function linked(): HTMLLinkElement {
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
  happyDOM.settings.disableCSSFileLoading = true;
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = true;
  const link = document.createElement('link');
  link.href = '/assets/request-page.css';
  link.rel = 'stylesheet';
  document.head.append(link);
  return link;
}
const shown = () => document.head.querySelector('link')!;

it('styles that could not be fetched are asked for at once where code is, and waited for', async () => {
  const link = linked();
  link.dispatchEvent(new Event('error'));
  let isThere = false;
  const again = stylesAgain().then(() => (isThere = true));
  expect(shown()).not.toBe(link);
  expect(shown().href).toBe(link.href);
  expect(isThere).toBe(false);
  shown().dispatchEvent(new Event('load'));
  await again;
});

it('they are asked for once there is a network, and no more once they are there', async () => {
  const link = linked();
  link.dispatchEvent(new Event('error'));
  dispatchEvent(new Event('online'));
  const next = shown();
  expect(next).not.toBe(link);
  next.dispatchEvent(new Event('load'));
  dispatchEvent(new Event('online'));
  await stylesAgain();
  expect(shown()).toBe(next);
});

it('where they cannot be had, what waits for them is not held up', async () => {
  linked().dispatchEvent(new Event('error'));
  const again = stylesAgain();
  shown().dispatchEvent(new Event('error'));
  await again;
  const former = shown();
  void stylesAgain();
  expect(shown()).not.toBe(former);
});
