import type { OutputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { findFirstTask, addJob, test } from './bureau.ts';
import { withDatabase } from './database.ts';
import { rowOf } from './screens.ts';

test('a leader assigns to the suggested editor with one key, or to another', async ({ people, named, baseURL }) => {
  const name = named('Wer soll es nehmen');
  const cs = people.call('cs');
  const users = await cs(endpoints.user.list, {});
  const jobs = [await addJob(cs, name), await addJob(cs, name)];
  const [firstTaskRow, secondTaskRow] = jobs.map((job) => ({
    task_id: findFirstTask(job).task_id,
    no: job.job_details[0]!.sub_prod_id,
  }));
  const page = await people.open('leader.pte', `/job/task?tab=all&assign=true&text=${encodeURIComponent(name)}`);
  const panel = page.getByRole('complementary', { name: 'Assign' });
  const editors = panel.getByRole('listitem').getByRole('button');

  /** Selects a task and returns the suggested editors in the order of the panel. */
  const readAdvice = async (productId: string): Promise<number[]> => {
    const answer = page.waitForResponse((response) => response.url().endsWith(endpoints.task.advice.path));
    await page.getByRole('checkbox', { name: `Select ${productId}` }).check();
    const { results } = (await (await answer).json()) as OutputOf<typeof endpoints.task.advice>;
    for (const [n, { user_id }] of results.slice(0, 3).entries())
      await expect(editors.nth(n)).toContainText(users[user_id]!.username);
    await expect(editors.first()).toContainText('suggested first');
    return results.map(({ user_id }) => user_id);
  };
  /**
   * Reads the stored choice for a task: the suggested editor, the selected editor, and the selected editor's rank.
   */
  const readStoredAdvice = (task_id: number) =>
    withDatabase(baseURL, (db) =>
      db
        .selectFrom('assign_advice')
        .select(['advised', 'chosen', 'rank'])
        .where('task_id', '=', task_id)
        .executeTakeFirst(),
    );

  await test.step('one key assigns when the search is empty', async () => {
    const [first] = await readAdvice(firstTaskRow!.no);
    await expect(editors.first()).toContainText(/first-pass yield \d+% of \d+|no checks yet/);
    await expect(panel.getByText(`assigns to ${users[first!]!.username}`)).toBeVisible();
    const search = panel.getByRole('searchbox', { name: 'Search editors' });
    await search.fill('nobody of this name');
    await page.keyboard.press('Control+Enter');
    await search.fill('');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`${firstTaskRow!.no} assigned to ${users[first!]!.username}`)).toBeVisible();
    await expect(rowOf(page, firstTaskRow!.no)).toContainText(users[first!]!.username);
    expect(await readStoredAdvice(firstTaskRow!.task_id)).toEqual({ advised: first, chosen: first, rank: 1 });
  });

  await test.step('a click assigns to another editor', async () => {
    const [first, second] = await readAdvice(secondTaskRow!.no);
    await editors.nth(1).click();
    await expect(page.getByText(`${secondTaskRow!.no} assigned`)).toBeVisible();
    await expect(rowOf(page, secondTaskRow!.no)).toContainText(users[second!]!.username);
    expect(await readStoredAdvice(secondTaskRow!.task_id)).toEqual({ advised: first, chosen: second, rank: 2 });
  });
});
