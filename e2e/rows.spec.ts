import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Locator } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { rowOf } from './screens.ts';

// The content of a row, and the position of content that does not fit. Each test uses its own work.
test.describe.configure({ mode: 'parallel' });

test('content that does not fit in a row is shown when the row is opened', async ({ people, named }) => {
  const job = await addJob(people.call('cs'), named('Sehr viel zu sagen'));
  const page = await people.open('boss', `/job?text=${encodeURIComponent(job.job_name)}`, {
    viewport: { width: 1440, height: 900 },
  });
  await expect(rowOf(page, job.prod_id)).toBeVisible();
  const listHeadings = () => page.locator('[data-cells] thead th').allTextContents();
  const wide = await listHeadings();
  // The narrowest window with a table, so that some column always disappears.
  await page.setViewportSize({ width: 780, height: 900 });
  await expect.poll(async () => (await listHeadings()).length, 'a column leaves').toBeLessThan(wide.length);
  const narrow = await listHeadings();
  const droppedColumns = wide.filter((name) => name !== '' && !narrow.includes(name));
  await rowOf(page, job.prod_id)
    .getByRole('button', { name: `Open ${job.prod_id}` })
    .click();
  for (const name of droppedColumns)
    await expect(page.getByRole('term').filter({ hasText: name }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('dialog', { name: 'Columns' })).toContainText('does not fit');
});

test('an opened job aligns its words, and a phone leaves out empty values', async ({ people, named }) => {
  const job = await addJob(people.call('cs'), named('Auf einer Linie'));
  const task = job.job_details[0]?.tasks[0]?.task_id;
  const page = await people.open('boss', `/job?text=${job.prod_id}&open=${job.job_id}`, {
    viewport: { width: 1024, height: 900 },
  });
  const line = page.getByRole('list', { name: /^Tasks of/ }).getByRole('listitem');
  const measureBottom = async (words: string | RegExp) =>
    line
      .getByText(words, { exact: true })
      .first()
      .evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return text.getBoundingClientRect().bottom;
      });
  await expect(line).toContainText('QC 1');
  // Next to the dash under "Editor", not between the name and the dash.
  expect(Math.abs((await measureBottom(`#${task}`)) - (await measureBottom('–')))).toBeLessThanOrEqual(3);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(line.getByText('Editor', { exact: true })).toBeHidden();
  await expect(line.getByText('x1', { exact: true })).toBeVisible();
});

test('a priority keeps its distance to a link, and a link alone aligns with the name', async ({ people, named }) => {
  const cs = people.call('cs');
  const { job_id, version, prod_id, job_name } = await addJob(cs, named('Gấp và liên kết'));
  const job_link = 'https://drive.example.com/d/1';
  await cs(endpoints.job.update, { job_id, version, job_priority: 'Urgent', job_link });
  const page = await people.open('cs', `/job?by=detail&text=${prod_id}`, { viewport: { width: 1440, height: 900 } });
  const row = page.locator('[data-cells] tr[data-row]').first();
  const link = row.getByRole('link', { name: /^drive/ });
  const measureEdges = async (element: Locator) => {
    const box = await element.boundingBox();
    return { left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) };
  };
  const measureGap = async () => (await measureEdges(link)).left - (await measureEdges(row.getByText('Urgent'))).right;
  await expect(link).toBeVisible();
  expect(await measureGap()).toBeGreaterThanOrEqual(7);
  await page.goto(`/job?text=${prod_id}`);
  await expect(link).toBeVisible();
  expect((await measureEdges(link)).left).toBeCloseTo((await measureEdges(row.getByText(job_name))).left, 0);
  await page.setViewportSize({ width: 920, height: 900 });
  // While the columns are fitted, both the hidden column and its replacement can show the priority.
  await expect(row.getByText('Urgent')).toHaveCount(1);
  await expect.poll(measureGap).toBeGreaterThanOrEqual(7);
});

test('hovering a name without a link offers a complete place for a link', async ({ people, named }) => {
  const { prod_id, job_name } = await addJob(people.call('cs'), named('Ohne Link'));
  const page = await people.open('cs', `/job?text=${prod_id}`, { viewport: { width: 1440, height: 900 } });
  const row = rowOf(page, prod_id);
  const measureEdges = async (element: Locator) => {
    const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
    // Edges in a browser can be between two pixels.
    return { top: Math.round(y), bottom: Math.round(y + height), middle: Math.round(y + height / 2) };
  };
  await expect(row).toBeVisible();
  const cell = await measureEdges(row);
  expect(Math.abs((await measureEdges(row.getByText(job_name))).middle - cell.middle)).toBeLessThanOrEqual(1);
  await row.getByText(job_name).hover();
  await row.getByText('No link').hover();
  const editLinkButton = row.getByRole('button', { name: /^Edit.*link/i });
  await expect(editLinkButton).toHaveCSS('opacity', '1');
  const { top, bottom } = await measureEdges(editLinkButton);
  expect(top).toBeGreaterThanOrEqual((await measureEdges(row.getByText(job_name))).bottom - 1);
  expect(bottom).toBeLessThanOrEqual(cell.bottom);
  expect(await measureEdges(row), 'the row is as high as before').toEqual(cell);
  await editLinkButton.click();
  await expect(row.getByRole('textbox')).toBeFocused();
});

test('on a small laptop a completed request shows its result', async ({ people }) => {
  const page = await people.open('boss', '/customer/requests', { viewport: { width: 1024, height: 900 } });
  const time = page
    .locator('[data-request] time')
    .filter({ hasText: /^\d{2} \w{3} \d{4}$/ })
    .first();
  await expect(time).toBeVisible();
  const kind = time.locator('xpath=../preceding-sibling::span');
  expect((await kind.boundingBox())?.width).toBeGreaterThan(60);
});

test('every text on the page uses one font', async ({ people }) => {
  const page = await people.open('cs', '/job?text=a', { viewport: { width: 360, height: 740 } });
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeVisible();
  const listOtherFonts = () =>
    page
      .locator('button, input, select, textarea')
      .evaluateAll((all) =>
        all
          .filter((element) => getComputedStyle(element).fontFamily !== getComputedStyle(document.body).fontFamily)
          .map((element) => `${element.tagName} ${element.className} ${getComputedStyle(element).fontFamily}`),
      );
  // The style of a lazy component arrives a moment later.
  await expect.poll(listOtherFonts).toEqual([]);
});
