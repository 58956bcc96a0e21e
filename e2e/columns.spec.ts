import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Locator, type Page } from '@playwright/test';
import { orderJob, test } from './bureau.ts';
import { holdBack, lookAt, rowOf, settled } from './screens.ts';

/** Where the heads of the table stand. */
const heads = (page: Page) =>
  page
    .locator('[data-cells] thead th')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().left] as const));

/** The heads that stand elsewhere than before: by more than a pixel, for columns end between two of them. */
const movedSince = async (before: Awaited<ReturnType<typeof heads>>, page: Page) =>
  (await heads(page)).filter(([name, left], at) => name !== before[at]?.[0] || Math.abs(left - before[at][1]) > 1);

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
