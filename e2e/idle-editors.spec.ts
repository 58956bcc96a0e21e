import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';

/** Shows no task in progress and the given numbers of tasks to take, whatever the shared bureau contains. */
async function mockNoWork(page: Page, taskCounts: { waiting: number; pool: number }): Promise<void> {
  await page.route(`**${endpoints.task.list.path}`, (route) =>
    route.fulfill({ json: { results: [], total_pages: 0, total_items: 0 } }),
  );
  await page.route(`**${endpoints.task.counts.path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), mine: 0, ...taskCounts } });
  });
  await page.goto('/job/task?tab=mine');
}

const ROLES = [
  { who: 'editor.ots', some: /^Start a task under “Waiting for me”/, none: /Ask your leader for work/ },
  { who: 'qc.ots', some: /^Press “Check one after another”/, none: /^No task is waiting for a check/ },
  { who: 'admin', some: /^To work on a task yourself/, none: /To assign tasks, go to “All”/ },
];

for (const { who, some, none } of ROLES) {
  test(`without a task in progress, ${who} reads what to do next`, async ({ people }) => {
    const page = await people.open(who, '/account/information');
    await mockNoWork(page, { waiting: 2, pool: 3 });
    await expect(page.getByText(some)).toBeVisible();
    await page.unrouteAll();
    await mockNoWork(page, { waiting: 0, pool: 0 });
    await expect(page.getByText(none)).toBeVisible();
  });
}
