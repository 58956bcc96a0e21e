import { expect } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { endpoints } from '@darkroom/contract/endpoints';
import { screens } from '../apps/web/src/app/screens.ts';
import { findFirstTask, addJob, PASSWORD, test as inBureau } from './bureau.ts';

/** Uses an unmodified Firefox, because Playwright drives only its own build, which Debian does not have. */
const test = inBureau.extend<{ page: never; firefox: Page; faults: string[] }, { engine: Browser }>({
  engine: [
    async ({}, use) => {
      const executablePath = process.env.FIREFOX_PATH;
      const engine = await puppeteer.launch({ browser: 'firefox', ...(executablePath ? { executablePath } : {}) });
      await use(engine);
      await engine.close();
    },
    { scope: 'worker' },
  ],
  faults: async ({}, use) => {
    await use([]);
  },
  firefox: async ({ engine, faults }, use, info) => {
    const context = await engine.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1440, height: 900 });
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await use(page);
    if (info.status !== info.expectedStatus) {
      await page.screenshot({ path: `${info.outputPath('firefox')}.png` });
    }
    await context.close();
  },
});

test.describe('in Firefox', () => {
  test(
    'an editor signs in, starts a task, enters the quantity and submits',
    { tag: '@quick' },
    async ({ people, named, firefox, baseURL }) => {
      const job = await addJob(people.call('cs'), named('Cáo lửa'));
      const [detail] = job.job_details;
      const { task_id, version } = findFirstTask(job);
      const task_no = detail?.sub_prod_id ?? '';
      const leader = people.call('leader.pte');
      const users = Object.values(await leader(endpoints.user.list, {}));
      const { id: editor } = users.find(({ username }) => username === EDITOR) ?? { id: 0 };
      await leader(endpoints.task.assign, {
        tasks: [{ task_id, version }],
        editor,
      });

      await signIn(firefox, baseURL, EDITOR);
      await goTo(firefox, `/job/task?tab=waiting&text=${task_no}`);
      await waitForText(firefox, task_no);
      await press(firefox, 'Start', task_no);
      await waitForText(firefox, `${task_no} started`);
      await goTo(firefox, `/job/task?tab=mine&text=${task_no}`);
      await waitForText(firefox, task_no);
      await firefox.locator('input[role="spinbutton"]').click({ count: 3 });
      await firefox.keyboard.type('12');
      await press(firefox, 'Done', task_no);
      await waitForText(firefox, `${task_no} done, waiting for QC`);

      const { results } = await leader(endpoints.task.list, { text: task_no, page: 1, page_size: 20 });
      expect(results[0]).toMatchObject({ status: 4, x1: 12 });
    },
  );

  test('every screen of the bureau opens without an error of the browser', async ({ firefox, faults, baseURL }) => {
    await signIn(firefox, baseURL, 'admin');
    for (const { path } of screens) {
      await goTo(firefox, path);
      expect.soft(await firefox.title(), path).toMatch(/\S.* · Darkroom$/);
      const overflow = await firefox.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth);
      expect.soft(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      expect.soft(faults.splice(0), path).toEqual([]);
    }
  });
});

/** No other test moves the tasks of this editor. */
const EDITOR = 'lan.ngo';

async function signIn(page: Page, baseURL: string | undefined, username: string): Promise<void> {
  await page.goto(`${baseURL}/login?lng=en`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(PASSWORD);
  await press(page, 'Sign in');
  await page.waitForFunction(() => window.location.pathname === '/');
  await page.waitForSelector('h1');
}

/** Goes to a path as a click in the menu does, and waits until the screen is complete. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, '', to), address);
  const isThere = (at: string | undefined) =>
    window.location.pathname === at &&
    document.querySelector('h1') !== null &&
    document.querySelector('[aria-busy="true"]') === null;
  await page.waitForFunction(isThere, {}, address.split('?')[0]);
}

/** Presses the first button with these words. With a task's number, presses the button in its row or on its card. */
const press = (page: Page, text: string, task_no?: string) => {
  const place = task_no ? `//*[(self::tr or @data-current-task) and contains(., "${task_no}")]` : '';
  return page.locator(`::-p-xpath(${place}//button[normalize-space()="${text}"])`).click();
};

const waitForText = (page: Page, text: string) => page.waitForSelector(`::-p-text(${text})`, { visible: true });
