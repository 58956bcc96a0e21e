import { endpoints } from '@darkroom/contract/endpoints';
import type { Job } from '@darkroom/contract/job/job';
import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { SCREENS } from './screen-list.ts';
import { waitUntilSettled } from './screens.ts';

// Only on demand, on a bureau after its first start:
//   PICTURES=1 npx playwright test pictures              the pictures of the README
//   PICTURES=some/folder npx playwright test pictures    these, and a picture of every screen for review
const folder = process.env.PICTURES === '1' ? undefined : process.env.PICTURES;
const ROWS = 14;
const NO_MOTION = { reducedMotion: 'reduce' } as const;

/** Waits until a list is complete. The content around it loads after its rows. */
async function takeListPictures(page: Page, field?: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeEnabled();
  if (field) await expect(page.getByRole('combobox', { name: field })).toBeEnabled();
  await waitUntilSettled(page);
}

test('the pictures of the README', async ({ people }) => {
  // A job in the middle of its tasks, because in the morning the newest jobs have no started task.
  const { results } = await people.call('boss')(endpoints.job.list, { page_size: 100 });
  const countStages = (job: Job) =>
    new Set(job.job_details.flatMap(({ tasks }) => tasks.map(({ status }) => status))).size;
  const startedJobs = results.filter((job) => job.job_status === 'PENDING' && job.job_details.length === 2);
  const inTheMiddle = startedJobs.toSorted((a, b) => countStages(b) - countStages(a))[0] ?? results[0]!;
  const page = Math.floor(results.indexOf(inTheMiddle) / ROWS) + 1;
  const address = `/job?page_size=${ROWS}&page=${page}&open=${inTheMiddle.job_id}`;
  const jobs = await people.open('boss', address, NO_MOTION);
  await jobs.setViewportSize({ width: 1440, height: 900 });
  await takeListPictures(jobs, 'Customer');
  await jobs.screenshot({ path: 'docs/pictures/job-page.png' });

  const tasks = await people.open('editor.pte', '/job/task', NO_MOTION);
  await tasks.setViewportSize({ width: 1440, height: 900 });
  await takeListPictures(tasks);
  await tasks.screenshot({ path: 'docs/pictures/task-page.png' });
});

test('the picture of the floor on a TV board', async ({ people, browser }) => {
  const { token } = await people.call('admin')(endpoints.tvBoard.create, { name: 'Picture' });
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, ...NO_MOTION });
  const tvBoard = await context.newPage();
  await tvBoard.goto(`/tv-board?lng=en#${token}`);
  await waitUntilSettled(tvBoard);
  await tvBoard.screenshot({ path: 'docs/pictures/tv-board.png' });
  await context.close();
});

test('the pictures of the customer’s side', async ({ people }) => {
  const username = 'customer.lumen-sydney';
  const customer = people.call(username);
  const phone = { ...NO_MOTION, viewport: { width: 360, height: 720 }, deviceScaleFactor: 2 };
  // A request with a message and a later reply.
  const { results } = await customer(endpoints.portal.listRequests, { page_size: 200 });
  const threads = await Promise.all(
    results
      .filter(({ last_message_at }) => last_message_at !== null)
      .map(async ({ id }) => ({ id, said: (await customer(endpoints.portal.messages, { id })).results })),
  );
  const [sent] = (await customer(endpoints.portal.quotes, { status: ['SENT'] })).results;
  const longestThread = threads.toSorted((a, b) => b.said.length - a.said.length)[0]!;
  for (const [name, path] of [
    ['portal-jobs', '/customer-portal/job'],
    ['portal-request', `/customer-portal/contact-us?request=${longestThread.id}`],
    ['portal-quote', `/customer-portal/contact-us?request=${sent!.request_id}`],
    ['portal-prices', '/customer-portal/prices'],
  ] as const) {
    const page = await people.open(username, path, phone);
    await waitUntilSettled(page);
    await page.screenshot({ path: `docs/pictures/${name}.png` });
  }
});

test.describe('pictures of every screen', () => {
  test.describe.configure({ mode: 'parallel' });
  for (const language of folder === undefined ? [] : (['vi', 'en'] as const)) {
    for (const { who, path } of SCREENS) {
      test(`${path} in ${language}, seen ${who ? `by ${who}` : 'signed out'}`, async ({ people }) => {
        const options = { ...NO_MOTION, locale: language === 'vi' ? 'vi-VN' : 'en-US' };
        const page = who
          ? await people.open(who, path, { ...options, language })
          : await people.openSignedOut(path, options);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const width of [1440, 360]) {
            await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
            await waitUntilSettled(page);
            const name = `${path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${who ?? 'stranger'}`;
            await page.screenshot({ path: `${folder}/${name}-${language}-${colorScheme}-${width}.png` });
          }
        }
      });
    }
  }
});
