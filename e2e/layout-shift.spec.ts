import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { QUARTER } from './screen-list.ts';

/** Limit for a good layout shift (quality), as a share of the window. A former fault moved tables by half of it. */
const MAX_SHIFT = 0.1;

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Reads the layout shift from the opening of the page until half a second after now. */
const readShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolveShift) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const { hadRecentInput, value } of list.getEntries() as Shift[]) if (!hadRecentInput) sum += value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolveShift(sum), 500);
      }),
  );

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const REPORTS = [
  ['boss', `/floor/quality?${QUARTER}`, DESK],
  ['boss', `/floor/due-dates?${QUARTER}`, PHONE],
  ['customer0.lumen', `/customer-portal/report?${QUARTER}`, DESK],
] as const;
/** The figures and the code that draws them. They load last, one after the other. */
const FIGURES = /\/api\/(quality|job\/due-date|customer-portal)\/report/;
const DRAWING = /bar-drawing/;

for (const [who, path, viewport] of REPORTS)
  test(`nothing moves down while ${path.split('?')[0]} loads, ${viewport.width} wide`, async ({ people }) => {
    const page = await people.open(who, '/account/information', { viewport });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // A delay lets the rest of the page be drawn before each of them.
    for (const [what, wait_ms] of [[FIGURES, 500] as const, [DRAWING, 1500] as const])
      await page.route(what, async (route) => {
        await new Promise((later) => setTimeout(later, wait_ms));
        await route.continue();
      });
    await page.goto(path);
    await expect(page.locator('figure canvas').first()).toBeAttached();
    await expect(page.locator('[data-row]').first()).toBeAttached();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    expect(await readShift(page)).toBeLessThan(MAX_SHIFT);
  });

const HOMES = ['editor.pte', 'qc.pte', 'customer.lumen-sydney'] as const;
/** Requests that a slow phone connection returns one after the other: names, the list, its counts. */
const SLOW_SCREENS = [
  [/\/api\/(user|category|customer|setting|customer-portal\/(customer2|catalogue))/, 300],
  [/\/api\/(task\/list|customer-portal\/job)/, 600],
  [/\/api\/task\/counts/, 900],
] as const;

for (const who of HOMES)
  test(`nothing moves under the thumb of ${who} while home loads on a phone`, async ({ people }) => {
    const page = await people.open(who, '/account/information', { viewport: PHONE });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [what, wait_ms] of SLOW_SCREENS)
      await page.route(what, async (route) => {
        await new Promise((later) => setTimeout(later, wait_ms));
        await route.continue();
      });
    await page.goto('/');
    // On some days, the editor's only task is on the card and the list below is empty.
    const rows = page.locator('[data-row]').or(page.getByText('No tasks in progress'));
    await expect(rows.first()).toBeAttached();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    expect(await readShift(page)).toBeLessThan(MAX_SHIFT);
  });

test('Back returns to the same rows, and the menu opens a list at its top', async ({ people }) => {
  const page = await people.open('boss', '/job?page_size=50');
  const frame = page.locator('[data-row]').first().locator('xpath=ancestor::div[.//table][1]');
  const openMenu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await expect(page.locator('[data-row]').nth(30)).toBeVisible();
  await frame.evaluate((element) => element.scrollTo({ top: 600 }));
  await openMenu('Team');
  await expect(page.getByRole('heading', { level: 1, name: /^Teams?$/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(600);
  await openMenu('Team');
  await expect(page.getByRole('heading', { level: 1, name: /^Teams?$/ })).toBeVisible();
  await openMenu('Job');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  expect(await frame.evaluate((element) => element.scrollTop)).toBe(0);
});

test('another page, order or search begins at the top, and Back restores the position', async ({ people }) => {
  const page = await people.open('boss', '/job?page_size=50');
  const rows = page.locator('[data-row]');
  const frame = rows.first().locator('xpath=ancestor::div[.//table][1]');
  const readScrollTop = () => frame.evaluate((element) => element.scrollTop);
  await expect(rows.nth(30)).toBeVisible();
  const first = await rows.first().getAttribute('data-row');
  await frame.evaluate((element) => element.scrollTo({ top: 600 }));
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows.first()).not.toHaveAttribute('data-row', first!);
  await expect.poll(readScrollTop).toBe(0);
  await frame.evaluate((element) => element.scrollTo({ top: 300 }));
  // A screen without these URL parameters, and back.
  await page.getByRole('navigation').getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Teams?$/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows.nth(10)).toBeVisible();
  await expect.poll(readScrollTop).toBe(300);
  await page.goBack();
  await expect(rows.first()).toHaveAttribute('data-row', first!);
  await expect.poll(readScrollTop).toBe(600);
  await page.getByRole('searchbox').fill('a');
  await expect(page).toHaveURL(/text=a/);
  await expect.poll(readScrollTop).toBe(0);
});
