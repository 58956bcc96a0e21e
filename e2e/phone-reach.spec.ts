import { expect, type Page } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { card, measureOverflow, rowOf } from './screens.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test(
  'an editor finds, takes, starts and submits a task with one thumb on a phone',
  { tag: '@quick' },
  async ({ people, named }) => {
    const job = await addJob(people.call('cs'), named('Một ngón tay 360'));
    const task_no = job.job_details[0]?.sub_prod_id ?? '';
    const phone = await people.open('cuong.le', '/', PHONE);

    await test.step('the editor finds the task', async () => {
      await phone.getByRole('tab', { name: /^Available/ }).tap();
      await phone.getByRole('searchbox', { name: 'Search prod ID or job name' }).fill(task_no);
      await expect(phone.locator('[data-row]')).toHaveCount(1);
      await expect(rowOf(phone, task_no)).toBeVisible();
      await expectNoScroll(phone);
    });

    await test.step('the editor takes the task', async () => {
      await rowOf(phone, task_no).getByRole('button', { name: 'Assign to me' }).tap();
      await expect(phone.getByText(`${task_no} assigned`)).toBeVisible();
      await expectNoScroll(phone);
    });

    await test.step('the editor starts the task', async () => {
      await phone.getByRole('tab', { name: /^Waiting for me/ }).tap();
      const actionArea = rowOf(phone, task_no).or(findActionBar(phone).filter({ visible: true }));
      const cardOfTask = card(phone).filter({ hasText: task_no });
      // An idle editor already has the task on the card, with the next step at the lower edge of the phone.
      await expect(
        rowOf(phone, task_no).getByRole('button', { name: 'Start', exact: true }).or(cardOfTask),
      ).toBeVisible();
      if (await cardOfTask.isVisible())
        await findActionBar(phone).getByRole('button', { name: 'Start', exact: true }).tap();
      else await actionArea.getByRole('button', { name: 'Start', exact: true }).first().tap();
      await expect(cardOfTask).toContainText('Processing');
      await expectNoScroll(phone);
    });

    await test.step('the editor enters the quantity', async () => {
      const count = card(phone).getByRole('spinbutton', { name: 'x1' });
      await count.tap();
      await count.fill('12');
      await card(phone).getByRole('button', { name: 'Set Quantity' }).tap();
      await expect(phone.getByText(`Quantity of ${task_no} saved`)).toBeVisible();
      await expectNoScroll(phone);
    });

    await test.step('the editor submits the task, and the next step is within reach', async () => {
      const done = findActionBar(phone).getByRole('button', { name: 'Done', exact: true });
      // Rows of other tasks can be directly above it.
      await expect(findActionBar(phone)).toContainText(task_no);
      const box = await done.boundingBox();
      expect(box?.y).toBeGreaterThan(PHONE.viewport.height * 0.6);
      expect(box?.height).toBeGreaterThanOrEqual(40);
      await done.tap();
      await expect(phone.getByText(`${task_no} done, waiting for QC`)).toBeVisible();
      await expectNoScroll(phone);
    });
  },
);

/** Finds the bar with the card's next step, at the lower edge of a phone's screen. */
const findActionBar = (page: Page) => page.getByRole('group', { name: /^(Now|Next)$/ });

async function expectNoScroll(page: Page): Promise<void> {
  expect(await measureOverflow(page), 'the page scrolls sideways').toBeLessThanOrEqual(0);
}
