import { expect } from '@playwright/test';
import { signIn, test } from './bureau.ts';

/** Quality 15: everything on the wire, the server's answers and the fonts included. */
const MOST_FILES = 30;
/** The page itself, and the stream of live notes, which the browser lists only once it has ended. */
const NOT_LISTED = 2;

test('a first visit fetches at most 30 files until the task list shows its first row', async ({ people }) => {
  const page = await people.stranger('/login');
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('[data-row]')) return;
      performance.mark('first-row');
      seen.disconnect();
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await signIn(page, 'leader.pte');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  const files = await page.evaluate(() => {
    const [row] = performance.getEntriesByName('first-row');
    const fetched = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < row!.startTime);
    // What is asked for once more comes from the browser's own store: some ask for the page's icon at each address.
    return [...new Set(fetched.map(({ name }) => name))];
  });
  expect(files.filter((file) => file.endsWith('.js')).length, files.join('\n')).toBeGreaterThan(3);
  expect(files.length + NOT_LISTED, files.join('\n')).toBeLessThanOrEqual(MOST_FILES);
});
