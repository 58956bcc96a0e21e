import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { rowOf } from './screens.ts';

test(
  'tasks are divided among editors by load: previewed, corrected, assigned, and undone as one',
  { tag: '@quick' },
  async ({ people, named }) => {
    const name = named('Chia theo tải');
    const cs = people.call('cs');
    const jobs = [await addJob(cs, name), await addJob(cs, name), await addJob(cs, name)];
    const leader = people.call('leader.pte');
    const page = await people.open('leader.pte', `/job/task?tab=all&assign=true&text=${encodeURIComponent(name)}`);
    await expect(page.getByText('1–3 of 3')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Distribute 3 tasks evenly' }).click();

    const panel = page.getByRole('complementary', { name: 'Assign' });
    const proposedShares = panel.getByRole('listitem').filter({ hasText: '→' });
    await expect(proposedShares.first()).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Assign 3 tasks' })).toBeEnabled();
    const box = await proposedShares.first().getByRole('checkbox').boundingBox();
    const who = await proposedShares.first().locator('b').boundingBox();
    expect((who?.x ?? 0) - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(12);
    // An absent editor gets nothing, and another editor is suggested.
    const [first] = await proposedShares.getByRole('checkbox').all();
    const awayEditorName = (await proposedShares.first().innerText()).split('\n')[0] ?? '';
    await first?.uncheck();
    await expect(proposedShares.filter({ hasText: awayEditorName })).toHaveCount(0);
    const shown = await proposedShares.count();
    await panel.getByRole('button', { name: 'Assign 3 tasks' }).click();
    await expect(page.getByText('3 tasks assigned')).toBeVisible();
    // The focus is in the list, so that keys of the rows work at once.
    await expect(page.locator('[data-row]:focus')).toHaveCount(1);

    const listEditors = async () => {
      const { results } = await leader(endpoints.task.list, { text: name });
      return results.map((task) => task.editor);
    };
    // The number of editors depends on everyone's load, as in the preview.
    expect(new Set(await listEditors()).size).toBe(shown);
    expect(await listEditors()).not.toContain(null);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(listEditors).toEqual([null, null, null]);
    expect(jobs).toHaveLength(3);
  },
);

test('work is assigned from an opened job, from selected jobs, and from an opened task', async ({ people, named }) => {
  const name = named('Giao từ đơn');
  const cs = people.call('cs');
  const [firstJob, secondJob] = [await addJob(cs, name), await addJob(cs, name)];
  const page = await people.open('admin', `/job?text=${encodeURIComponent(name)}&open=${firstJob.job_id}`);

  await test.step('the leader assigns from an opened job', async () => {
    await page.getByRole('button', { name: /^Assign task/ }).click();
    const drawer = page.getByRole('dialog', { name: `Assign ${firstJob.job_details[0]?.sub_prod_id}` });
    await drawer.getByRole('searchbox', { name: 'Search editors' }).fill('hoa.bui');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${firstJob.job_details[0]?.sub_prod_id} assigned`)).toBeVisible();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('list', { name: /^Tasks of/ }).getByText('hoa.bui')).toBeVisible();
  });

  await test.step('the leader reassigns the tasks of selected jobs', async () => {
    await page.getByRole('checkbox', { name: `Select ${firstJob.prod_id}`, exact: true }).check();
    await page.getByRole('checkbox', { name: `Select ${secondJob.prod_id}`, exact: true }).check();
    await page.getByRole('button', { name: 'Assign 2 tasks' }).click();
    // The button for the whole list of editors stays at its foot, however long the list is.
    const spread = page.getByRole('button', { name: 'Distribute 2 tasks evenly' });
    await expect(page.getByRole('listitem').filter({ hasText: 'ha.phan' })).toBeAttached();
    await page.setViewportSize({ width: 360, height: 560 });
    await expect(spread).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('searchbox', { name: 'Search editors' }).fill('ha.phan');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 tasks assigned')).toBeVisible();
    await expect(page.locator('[data-row]:focus')).toHaveCount(1);
    await expect(page.getByRole('list', { name: /^Tasks of/ }).getByText('ha.phan')).toBeVisible();
  });

  await test.step('the leader assigns an opened task', async () => {
    const task_no = secondJob.job_details[0]?.sub_prod_id ?? '';
    await page.goto(`/job/task?tab=all&text=${task_no}&task=${secondJob.job_details[0]?.tasks[0]?.task_id}`);
    await page.getByRole('dialog', { name: 'Task' }).getByRole('button', { name: 'Assign to…' }).click();
    await page.getByRole('searchbox', { name: 'Search editors' }).fill('hoa.bui');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${task_no} reassigned to hoa.bui`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, task_no)).toContainText('hoa.bui');
  });

  await test.step('the leader assigns a task found by the palette', async () => {
    const task_no = secondJob.job_details[0]?.sub_prod_id ?? '';
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search screens/ }).fill(task_no);
    await page
      .getByRole('option', { name: new RegExp(task_no) })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Task' })).toContainText(task_no);
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Assign to…' }).click();
    await page.getByRole('searchbox', { name: 'Search editors' }).fill('ha.phan');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${task_no} reassigned to ha.phan`)).toBeVisible();
  });
});

test('the floor opens on blocked tasks, and one press opens each built-in view', async ({ people }) => {
  const page = await people.open('leader.pte', '/job/task?tab=all');
  const views = page.getByRole('button', { name: 'Views' });
  await views.click();
  await page.getByRole('link', { name: 'Late in QC' }).click();
  await expect(page).toHaveURL(/waits_hours=4/);
  await expect(page.getByRole('button', { name: 'Remove filter Waiting for' })).toBeVisible();
  await page.getByRole('button', { name: 'Late in QC' }).click();
  await page.getByRole('link', { name: 'Unassigned' }).click();
  await expect(page.getByRole('button', { name: 'Unassigned' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('To Do');
});

test('days are filtered by a named range with one press', async ({ people }) => {
  const page = await people.open('cs', '/job');
  await page.getByPlaceholder('From').click();
  await page.getByText('Last week', { exact: true }).click();
  await expect(page).toHaveURL(/job_date_from=\d{4}-\d{2}-\d{2}&job_date_to=\d{4}-\d{2}-\d{2}/);
});
