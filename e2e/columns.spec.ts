import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { holdResponses, measureTable, rowOf, waitUntilSettled } from './screens.ts';

const readHeadPositions = (page: Page) =>
  page
    .locator('[data-cells] thead th')
    .evaluateAll((all) => all.map((element) => [element.textContent, element.getBoundingClientRect().left] as const));

/** Finds column heads that moved by more than one pixel, because columns can end between two pixels. */
const findMovedHeads = async (before: Awaited<ReturnType<typeof readHeadPositions>>, page: Page) =>
  (await readHeadPositions(page)).filter(
    ([name, headLeft], index) => name !== before[index]?.[0] || Math.abs(headLeft - before[index][1]) > 1,
  );

test('columns keep their position while rows load and change', async ({ people, named }) => {
  const cs = people.call('cs');
  const jobName = named('Ruhe');
  const job = await addJob(cs, jobName);
  for (const n of [1, 2, 3]) await addJob(cs, `${jobName} ${n}`);
  // Only the jobs of this test, two to a page.
  const page = await people.open('cs', `/job?text=${encodeURIComponent(jobName)}&sort=prod_id&page_size=2`, {
    viewport: { width: 1440, height: 900 },
  });
  await expect(rowOf(page, job.prod_id)).toBeVisible();
  await waitUntilSettled(page);
  const before = await readHeadPositions(page);
  const long = `Ein sehr langer Name, der in keine Spalte passt und keine andere von ihrem Platz schiebt ${jobName}`;
  await cs(endpoints.job.update, { job_id: job.job_id, version: job.version, job_name: long });
  await expect(rowOf(page, job.prod_id)).toContainText(long);
  expect(await findMovedHeads(before, page)).toEqual([]);

  const releaseResponses = await holdResponses(page, /\/api\/job\/list/);
  await page.getByRole('listitem', { name: '2' }).click();
  await expect(page.locator('[data-cells][aria-busy="true"]')).toBeVisible();
  expect(await findMovedHeads(before, page)).toEqual([]);
  releaseResponses();
});

test('a dragged column keeps its width, and the keyboard changes it too', async ({ people }) => {
  const page = await people.open('leader.pte', '/staff/member', { viewport: { width: 1440, height: 900 } });
  const head = page.getByRole('columnheader', { name: 'Full Name' });
  const measureWidth = async () => Math.round((await head.boundingBox())!.width);
  await waitUntilSettled(page);
  const before = await measureWidth();
  const edge = (await head.locator('[data-grip]').boundingBox())!;
  await page.mouse.move(edge.x + 4, edge.y + 8);
  await page.mouse.down();
  await page.mouse.move(edge.x + 44, edge.y + 8);
  await expect.poll(measureWidth).toBe(before + 40);
  const preferencesSaved = page.waitForResponse(/\/api\/user\/preferences/);
  await page.mouse.up();
  await preferencesSaved;
  await page.reload();
  await expect.poll(measureWidth).toBe(before + 40);
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('button', { name: 'Make Full Name wider' }).press('Enter');
  await expect.poll(measureWidth).toBe(before + 56);
  await page.getByRole('button', { name: 'Reset to default' }).press('Enter');
  await expect.poll(measureWidth).toBe(before);
  expect((await measureTable(page)).cutFigures).toEqual([]);
});

test('a long custom production ID fits its column and is complete on hover', async ({ people, named }) => {
  const cs = people.call('cs');
  const job = await addJob(cs, named('Long number'));
  const prod_id = named('2026-11-27 Harbour Homes, all the exteriors of the spring campaign, second delivery');
  const [createdJob] = (
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
  const cell = page.locator(`[data-row="j${createdJob?.job_id}"]`).getByText(prod_id, { exact: true }).first();
  await expect(cell).toBeVisible();
  expect((await cell.boundingBox())?.width).toBeLessThanOrEqual(168);
  await cell.hover();
  await expect(page.getByRole('tooltip')).toHaveText(prod_id);
});
