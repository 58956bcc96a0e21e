import { expect } from '@playwright/test';
import { test } from './bureau.ts';
import { QUARTER } from './screen-list.ts';
import { measureTable, waitUntilSettled } from './screens.ts';

test.describe.configure({ mode: 'parallel' });

const WIDTHS = [1440, 1200, 1024] as const;
/** Limit for the share of cut names at each width. The demo bureau has long names. */
const MAX_CUT = { 1440: 0.1, 1200: 0.2, 1024: 0.35 } as const;
/**
 * Minimum of names for a share. Two long names in five rows are chance, so small lists are counted together with the
 * person's other lists.
 */
const MIN_NAMES = 40;
const getMaxCut = (names: number, width: (typeof WIDTHS)[number]) => Math.max(3, MAX_CUT[width] * names);
/**
 * Returns the window width at which a list has the same space. The list of tasks to assign has the panel of editors
 * next to it.
 */
const getExpectedSpace = (path: string, width: (typeof WIDTHS)[number]) =>
  width === 1440 && path.includes('assign=true') ? 1200 : width;
/** Number of rows, high enough that the result depends on the bureau's names and not on today's first rows. */
const MANY = 100;

/** Every list, seen by people who work with it. */
const LISTS = {
  'leader.pte': ['/job/task', '/job/task?assign=true', '/job/redo-tasks?state=all', '/staff/member', '/staff/team'],
  'editor.pte': ['/job/task?tab=waiting', '/job/task?tab=pool'],
  'qc.pte': ['/job/task?tab=mine', '/job/task?tab=pool'],
  cs: ['/job', '/customer/requests?show=list', '/customer/details'],
  boss: [
    '/job',
    '/customer/details?sort=-join_date',
    `/customer/price-report?${QUARTER}`,
    '/staff/member',
    '/setting/category',
    '/setting/group',
    '/setting/permission',
    '/setting/lock',
  ],
} as const;

for (const [who, paths] of Object.entries(LISTS)) {
  test(`${who} can read every figure, and nearly every name, at each width`, async ({ people }) => {
    const page = await people.open(who, 'about:blank', { viewport: { width: 1440, height: 900 } });
    const totals = WIDTHS.map((width) => ({ width, names: 0, cut: [] as string[] }));
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}page_size=${MANY}`);
      await expect(page.locator('[data-cells] tr[data-row], [data-cells] p').first()).toBeVisible();
      // A list draws its first rows before the others. Its range of rows says how many there are: "1–100 of 3,214".
      const range = page.getByText(/^1–\d+ of /).first();
      const [, last] = (await range.isVisible()) ? (/–(\d+)/.exec(await range.innerText()) ?? []) : [];
      if (last) await expect(page.locator('[data-cells] tr[data-row]')).toHaveCount(Number(last));
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await waitUntilSettled(page);
        // The table adapts to its new width a moment later.
        await expect.poll(async () => (await measureTable(page)).sideways).toBeLessThanOrEqual(0);
        const measuredTable = await measureTable(page);
        const place = `${path} at ${width}`;
        process.stdout.write(`${who} ${place}: ${measuredTable.cutNames.length} of ${measuredTable.names} names cut\n`);
        expect.soft(measuredTable.cutFigures, `figures cut on ${place}`).toEqual([]);
        expect.soft(measuredTable.cutHeads, `heads cut on ${place}`).toEqual([]);
        expect.soft(measuredTable.outside, `out of reach on ${place}`).toEqual([]);
        const all = totals.find((total) => total.width === width)!;
        all.names += measuredTable.names;
        all.cut.push(...measuredTable.cutNames);
        if (measuredTable.names < MIN_NAMES) continue;
        const message = `names cut on ${place}: ${[...new Set(measuredTable.cutNames)].join(' | ')}`;
        expect
          .soft(measuredTable.cutNames.length, message)
          .toBeLessThanOrEqual(getMaxCut(measuredTable.names, getExpectedSpace(path, width)));
      }
    }
    for (const { width, names, cut } of totals) {
      const message = `names cut in all lists at ${width}: ${[...new Set(cut)].join(' | ')}`;
      expect.soft(cut.length, message).toBeLessThanOrEqual(getMaxCut(names, width));
    }
  });
}

test('category and quantity stay visible while work is assigned', async ({ people }) => {
  const page = await people.open('leader.pte', '/job/task?assign=true&status=[1]');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    for (const name of ['Sub Prod ID', 'Job', 'Category', 'Quantity', 'Estimate']) {
      await expect(page.getByRole('columnheader', { name }), `${name} at ${width}`).toBeInViewport({ ratio: 1 });
    }
    await expect(page.getByRole('complementary', { name: 'Assign' })).toBeInViewport({ ratio: 1 });
  }
});

test('a small laptop shows categories under the job, and filters in one row', async ({ people }) => {
  const page = await people.open('leader.pte', '/job/task', { viewport: { width: 1440, height: 900 } });
  const column = page.getByRole('columnheader', { name: 'Category' });
  await expect(column).toBeVisible();
  const first = page.locator('[data-cells] tr[data-row]').first();
  const named = first.locator('td[data-kind="name"]').nth(2).locator('[data-ellipsis]').last();
  await expect(named).not.toBeEmpty();
  const category = await named.innerText();
  await page.setViewportSize({ width: 1024, height: 900 });
  const row = page.getByRole('search').locator('> div').first();
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(40);
  // At 1024 px this depends on the tasks of the day, because rows with steps need more space.
  await page.setViewportSize({ width: 910, height: 900 });
  await expect(column).toHaveCount(0);
  await expect(first.getByText(category, { exact: true })).toBeVisible();
  await expect(first.getByText(category, { exact: true })).toHaveCount(1);
});
