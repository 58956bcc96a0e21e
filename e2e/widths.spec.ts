import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { settled } from './screens.ts';

const WIDTHS = [1440, 1200, 1024] as const;

/** Every list, seen by those who work with it. */
const LISTS = {
  'leader.pte': ['/job/task', '/job/task?assign=true', '/job/redo-tasks?state=all', '/staff/member', '/staff/team'],
  'editor.pte': ['/job/task?tab=waiting', '/job/task?tab=pool'],
  'qc.pte': ['/job/task?tab=mine', '/job/task?tab=pool'],
  cs: ['/job', '/customer/requests?show=list', '/customer/details'],
  boss: [
    '/job',
    '/customer/details?sort=-join_date',
    '/customer/price-report?from=2026-09-01&to=2026-12-31',
    '/staff/member',
    '/setting/category',
    '/setting/group',
    '/setting/permission',
    '/setting/lock',
  ],
} as const;

/** What stands in the table on the page: what is cut of it, and what lies outside the window. */
const lookAt = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
    const words = (element: Element) => element.textContent?.trim() ?? '';
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const names = all('[data-cells] td[data-kind="name"]').filter((cell) => words(cell) !== '');
    const scroller = document.querySelector('[data-cells]');
    return {
      rows: all('[data-cells] tr[data-row]').length,
      figures: all('[data-cells] td[data-kind="exact"]').length,
      cutFigures: all('[data-cells] td[data-kind="exact"]').filter(isCut).map(words),
      cutHeads: all('[data-cells] th').filter(isCut).map(words),
      names: names.length,
      cutNames: names.filter((cell) => isCut(cell) || [...cell.querySelectorAll('[data-cut]')].some(isCut)).map(words),
      outside: all('main button, main a')
        .filter((one) => one.getBoundingClientRect().right > window.innerWidth)
        .map(words),
      sideways: (scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0),
    };
  });

for (const [who, paths] of Object.entries(LISTS)) {
  test(`${who} reads every figure, and nearly every name, at each width`, async ({ people }) => {
    const page = await people.open(who, '/', { viewport: { width: 1440, height: 900 } });
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expect(page.locator('[data-cells] tr[data-row], [data-cells] p').first()).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const seen = await lookAt(page);
        const place = `${path} at ${width}`;
        process.stdout.write(`${who} ${place}: ${seen.cutNames.length} of ${seen.names} names cut\n`);
        expect.soft(seen.cutFigures, `figures cut on ${place}`).toEqual([]);
        expect.soft(seen.cutHeads, `heads cut on ${place}`).toEqual([]);
        expect.soft(seen.outside, `out of reach on ${place}`).toEqual([]);
        expect.soft(seen.sideways, `sideways on ${place}`).toBeLessThanOrEqual(0);
        const most = width === 1440 ? 0.05 : width === 1200 ? 0.2 : 0.3;
        expect
          .soft(
            seen.cutNames.length / Math.max(1, seen.names),
            `names cut on ${place}: ${[...new Set(seen.cutNames)].join(' | ')}`,
          )
          .toBeLessThanOrEqual(most);
      }
    }
  });
}
