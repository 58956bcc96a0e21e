import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Locator, type Page } from '@playwright/test';
import { orderJob, test } from './bureau.ts';
import { QUARTER } from './looks.ts';
import { holdBack, rowOf, settled } from './screens.ts';

// Each test is about lists or work of its own, and this is the last of the files: one worker would be at it when all others are done.
test.describe.configure({ mode: 'parallel' });

const WIDTHS = [1440, 1200, 1024] as const;
/** The share of names that may be cut: the demo bureau has long ones. */
const MOST_CUT = { 1440: 0.1, 1200: 0.2, 1024: 0.35 } as const;
/** A share of fewer names says nothing: of five rows two long ones are chance. They are judged with the person's other lists. */
const ENOUGH = 40;
const mostCut = (names: number, width: (typeof WIDTHS)[number]) => Math.max(3, MOST_CUT[width] * names);
/** The window in which a list has as much room as beside a panel: what is handed out has the panel of the editors at its side. */
const roomAt = (path: string, width: (typeof WIDTHS)[number]) =>
  width === 1440 && path.includes('assign=true') ? 1200 : width;
/** So many rows that it is the bureau's names that are judged, not those which happen to stand first today. */
const MANY = 100;

/** Every list, seen by those who work with it. */
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

/** Where the heads of the table stand. */
const heads = (page: Page) =>
  page
    .locator('[data-cells] thead th')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().left] as const));

/** The heads that stand elsewhere than before: by more than a pixel, for columns end between two of them. */
const movedSince = async (before: Awaited<ReturnType<typeof heads>>, page: Page) =>
  (await heads(page)).filter(([name, left], at) => name !== before[at]?.[0] || Math.abs(left - before[at][1]) > 1);

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
      cutNames: names
        .filter((cell) => isCut(cell) || [...cell.querySelectorAll('[data-ellipsis]')].some(isCut))
        .map(words),
      outside: all('main button, main a')
        .filter((one) => one.getBoundingClientRect().right > window.innerWidth)
        .map(words),
      sideways: (scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0),
    };
  });

for (const [who, paths] of Object.entries(LISTS)) {
  test(`${who} reads every figure, and nearly every name, at each width`, async ({ people }) => {
    const page = await people.open(who, 'about:blank', { viewport: { width: 1440, height: 900 } });
    const together = WIDTHS.map((width) => ({ width, names: 0, cut: [] as string[] }));
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}page_size=${MANY}`);
      await expect(page.locator('[data-cells] tr[data-row], [data-cells] p').first()).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        // The table hears of its new room a moment later.
        await expect.poll(async () => (await lookAt(page)).sideways).toBeLessThanOrEqual(0);
        const seen = await lookAt(page);
        const place = `${path} at ${width}`;
        process.stdout.write(`${who} ${place}: ${seen.cutNames.length} of ${seen.names} names cut\n`);
        expect.soft(seen.cutFigures, `figures cut on ${place}`).toEqual([]);
        expect.soft(seen.cutHeads, `heads cut on ${place}`).toEqual([]);
        expect.soft(seen.outside, `out of reach on ${place}`).toEqual([]);
        const all = together.find((one) => one.width === width)!;
        all.names += seen.names;
        all.cut.push(...seen.cutNames);
        if (seen.names < ENOUGH) continue;
        const said = `names cut on ${place}: ${[...new Set(seen.cutNames)].join(' | ')}`;
        expect.soft(seen.cutNames.length, said).toBeLessThanOrEqual(mostCut(seen.names, roomAt(path, width)));
      }
    }
    for (const { width, names, cut } of together) {
      const said = `names cut in all lists at ${width}: ${[...new Set(cut)].join(' | ')}`;
      expect.soft(cut.length, said).toBeLessThanOrEqual(mostCut(names, width));
    }
  });
}

test('while work is handed out, what it is and how much stays in sight', async ({ people }) => {
  const page = await people.open('leader.pte', '/job/task?assign=true&status=[1]');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    for (const name of ['Sub prod ID', 'Job', 'Category', 'Quantity', 'Estimate']) {
      await expect(page.getByRole('columnheader', { name }), `${name} at ${width}`).toBeInViewport({ ratio: 1 });
    }
    await expect(page.getByRole('complementary', { name: 'Assign' })).toBeInViewport({ ratio: 1 });
  }
});

test('on a small laptop a task’s category stands under its job, and the filters in one row', async ({ people }) => {
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
  // Whether it leaves at 1024 hangs on what waits that day: steps with words take room that a row without them leaves to it.
  await page.setViewportSize({ width: 910, height: 900 });
  await expect(column).toHaveCount(0);
  await expect(first.getByText(category, { exact: true })).toBeVisible();
  await expect(first.getByText(category, { exact: true })).toHaveCount(1);
});

test('columns stay where they are while rows come and bring news', async ({ people, named }) => {
  const cs = people.call('cs');
  const mark = named('Ruhe');
  const job = await orderJob(cs, mark);
  for (const n of [1, 2, 3]) await orderJob(cs, `${mark} ${n}`);
  // Jobs of this test alone, two to a page, whatever else the day has brought.
  const page = await people.open('cs', `/job?text=${encodeURIComponent(mark)}&sort=prod_id&page_size=2`, {
    viewport: { width: 1440, height: 900 },
  });
  await expect(rowOf(page, job.prod_id)).toBeVisible();
  await settled(page);
  const before = await heads(page);
  const long = `Ein sehr langer Name, der in keine Spalte passt und keine andere von ihrem Platz schiebt ${mark}`;
  await cs(endpoints.job.update, { job_id: job.job_id, version: job.version, job_name: long });
  await expect(rowOf(page, job.prod_id)).toContainText(long);
  expect(await movedSince(before, page)).toEqual([]);

  const goOn = await holdBack(page, /\/api\/job\/list/);
  await page.getByRole('listitem', { name: '2' }).click();
  await expect(page.locator('[data-cells][aria-busy="true"]')).toBeVisible();
  expect(await movedSince(before, page)).toEqual([]);
  goOn();
});

test('a word that comes beside the rows widens its column for it, but not under a press', async ({ people, named }) => {
  const job = await orderJob(people.call('cs'), named('Gefahr'));
  const page = await people.open('cs', '/', { viewport: { width: 1440, height: 900 }, language: 'vi' });
  const goOn = await holdBack(page, /\/api\/job\/forecast/, async (route) => {
    const at = new Date().toISOString();
    const basis = {
      task_id: 1,
      likeness: 'bureau',
      seen: 9,
      from_minutes: 5,
      to_minutes: 9,
      ahead: 0,
      people: 1,
      open: 1,
    };
    const forecast = { job_id: job.job_id, made_at: at, p50: at, p80: at, at_risk: true, basis };
    await route.fulfill({ json: { results: [forecast] } });
  });
  // Longer than any promise reads, whatever the day.
  const WORD = 'Nguy cơ trễ hạn đã hẹn với khách';
  await page.route(/\/locales\/vi\/.*\.json/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"Nguy cơ trễ"', `"${WORD}"`) });
  });
  const asked = page.waitForRequest(/\/api\/job\/forecast/);
  await page.goto(`/job?text=${job.prod_id}`);
  const row = rowOf(page, job.prod_id);
  await expect(row).toBeVisible();
  await asked;
  await settled(page);
  const columns = () =>
    page.locator('[data-cells] col').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  const before = await columns();

  await row.getByText(job.prod_id).hover();
  await page.mouse.down();
  goOn();
  const word = row.getByText(WORD);
  await expect(word).toBeVisible();
  expect(await columns()).toEqual(before);
  // Released beside the row, so that it does not open.
  await page.mouse.move(700, 600);
  await page.mouse.up();

  await expect.poll(async () => (await columns()).filter((width, at) => width > before[at]! + 1).length).toBe(1);
  const right = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().right);
  const cell = row.locator('td').filter({ hasText: WORD });
  expect(await right(word), 'the word stands whole in its column').toBeLessThanOrEqual(await right(cell));
  expect((await lookAt(page)).cutFigures).toEqual([]);
});

test('a number that somebody made up keeps to its column, and is whole on hover', async ({ people, named }) => {
  const cs = people.call('cs');
  const job = await orderJob(cs, named('Long number'));
  const prod_id = named('2026-11-27 Harbour Homes, all the exteriors of the spring campaign, second delivery');
  const [made] = (
    await cs(endpoints.job.bulkAdd, {
      jobs: [
        {
          job_date: job.job_date,
          customer2_id: job.customer2_id,
          job_name: prod_id,
          job_link: null,
          job_priority: null,
          job_notes: '',
          prod_id,
          job_details: job.job_details.map(({ service_cat1_id, service_cat2_id, quantity, note }) => ({
            service_cat1_id,
            service_cat2_id,
            quantity,
            note,
          })),
        },
      ],
    })
  ).results;
  const page = await people.open('cs', `/job?text=${encodeURIComponent(prod_id)}`, {
    viewport: { width: 1024, height: 900 },
  });
  const cell = page.locator(`[data-row="j${made?.job_id}"]`).getByText(prod_id, { exact: true }).first();
  await expect(cell).toBeVisible();
  expect((await cell.boundingBox())?.width).toBeLessThanOrEqual(168);
  await cell.hover();
  await expect(page.getByRole('tooltip')).toHaveText(prod_id);
});
