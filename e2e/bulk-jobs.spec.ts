import { endpoints } from '@darkroom/contract/endpoints';
import type { Job } from '@darkroom/contract/job/job';
import { addDays } from '@darkroom/domain/calendar/day';
import { TaskStatus } from '@darkroom/domain/task/status';
import { expect, type Page } from '@playwright/test';
import { createFormat } from '../apps/web/src/lib/i18n/format.ts';
import { findFirstTask, addJob, test, type Caller } from './bureau.ts';
import { rowOf } from './screens.ts';

/** Adds jobs for this test that only one search finds. */
async function orderJobs(cs: Caller, name: string, count: number): Promise<Job[]> {
  const jobs: Job[] = [];
  for (let n = 1; n <= count; n += 1) jobs.push(await addJob(cs, `${name} ${n}`));
  return jobs;
}

const getAddress = (name: string, more = '') => `/job?text=${encodeURIComponent(name)}&sort=job_name${more}`;
const select = (page: Page, job: Job) => page.getByRole('checkbox', { name: `Select ${job.prod_id}` });
const editor = (page: Page, field: string, job: Job) =>
  page.getByRole('textbox', { name: `${field} of ${job.prod_id}`, exact: true });
const nameOf = async (call: Caller, job: Job) =>
  (await call(endpoints.job.list, { job_id: job.job_id })).results[0]?.job_name;

test(
  'priority and date of many jobs are changed at once and undone, by mouse',
  { tag: '@quick' },
  async ({ people, named }) => {
    const jobName = named('Mouse batch');
    const jobs = await orderJobs(people.call('cs'), jobName, 4);
    const page = await people.open('cs', getAddress(jobName));
    await select(page, jobs[0]!).click();
    await select(page, jobs[2]!).click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 jobs selected')).toBeVisible();

    await page.getByRole('button', { name: 'Set priority' }).click();
    await page.getByRole('dialog', { name: 'Set priority' }).getByRole('button', { name: 'Urgent' }).click();
    await expect(page.getByText('Priority of 3 jobs set to Urgent')).toBeVisible();
    await expect(rowOf(page, `${jobName} 3`)).toContainText('Urgent');
    await expect(rowOf(page, `${jobName} 4`)).not.toContainText('Urgent');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('3 jobs restored')).toBeVisible();
    await expect(rowOf(page, `${jobName} 3`)).not.toContainText('Urgent');

    await page.getByRole('button', { name: 'Move date' }).click();
    const day = page.getByRole('dialog', { name: 'Move date' }).getByRole('textbox', { name: 'New Date' });
    // Jobs cannot move past their due date. One summary lists the jobs that were not changed.
    const laterDate = createFormat('en').day(addDays(jobs[0]!.job_date, 60));
    await day.fill(laterDate);
    await day.press('Enter');
    await day.press('Enter');
    const summary = page.getByRole('dialog', { name: '3 jobs were not changed' });
    await expect(summary.getByText(/^The job is due on .+, before that date/)).toHaveCount(3);
    await summary.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Move date' }).click();
    // A day that none of the jobs has.
    const earlier = createFormat('en').day(addDays(jobs[0]!.job_date, -5));
    await day.fill(earlier);
    await day.press('Enter');
    await day.press('Enter');
    await expect(page.getByText(`3 jobs moved to ${earlier}`)).toBeVisible();
    await expect(rowOf(page, `${jobName} 1`)).toContainText(earlier);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(rowOf(page, `${jobName} 1`)).not.toContainText(earlier);
    await expect(rowOf(page, `${jobName} 1`)).toContainText(createFormat('en').day(jobs[0]!.job_date));
  },
);

test('failed deletes are listed row by row with the reason, by keyboard', async ({ people, named }) => {
  const jobName = named('Key batch');
  const cs = people.call('cs');
  const boss = people.call('admin');
  const jobs = await orderJobs(cs, jobName, 3);
  const task = findFirstTask(jobs[1]!);
  await boss(endpoints.task.adminUpdate, {
    task_id: task.task_id,
    version: task.version,
    reason: 'begun',
    editor: Object.values(await boss(endpoints.user.list, {})).find((user) => user.username === 'editor.pte')!.id,
    status: TaskStatus.PROCESSING,
  });
  const page = await people.open('admin', getAddress(jobName));
  await expect(rowOf(page, `${jobName} 3`)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('3 jobs selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete job' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  const summary = page.getByRole('dialog', { name: '1 job was not changed' });
  await expect(summary).toContainText(jobs[1]!.prod_id);
  await expect(summary).toContainText('Work on this job has started, so it cannot be deleted.');
  await expect(summary).toContainText('2 other jobs were deleted.');
  await summary.getByRole('button', { name: 'Close', exact: true }).last().press('Enter');
  await expect(rowOf(page, `${jobName} 1`)).toHaveCount(0);
  await expect(rowOf(page, `${jobName} 2`)).toBeVisible();
});

test('a page can be selected only when its rows are loaded', async ({ people, named }) => {
  const name = named('Slow page');
  const [job] = await orderJobs(people.call('cs'), name, 1);
  const page = await people.open('cs');
  let releaseRows = () => undefined as void;
  const released = new Promise<void>((resolve) => (releaseRows = resolve));
  await page.route(`**${endpoints.job.list.path}`, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(getAddress(name));
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await expect(all).toBeDisabled();
  releaseRows();
  await expect(select(page, job!)).not.toBeChecked();
  await all.click();
  await expect(select(page, job!)).toBeChecked();
  await page.goto(getAddress(`${name}, of which there is none`));
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(all).toBeDisabled();
});

test('all rows that match the filter are selected on all pages', async ({ people, named }) => {
  const name = named('Beyond page');
  await orderJobs(people.call('cs'), name, 5);
  const page = await people.open('cs', getAddress(name, '&page_size=2'));
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Select all 5 that match' }).click();
  await expect(page.getByText('5 jobs selected')).toBeVisible();
  await page.getByRole('button', { name: 'Set priority' }).click();
  await page.getByRole('button', { name: 'Carefully' }).click();
  await expect(page.getByText('Priority of 5 jobs set to Carefully')).toBeVisible();
  await page.getByRole('listitem', { name: '3' }).click();
  await expect(rowOf(page, `${name} 5`)).toContainText('Carefully');
  await expect(page.getByText('5 jobs selected')).toBeVisible();
});

test('fields are edited in place: Enter saves, Escape leaves, Tab moves on', async ({ people, named }) => {
  const jobName = named('In place');
  const cs = people.call('cs');
  const [job] = await orderJobs(cs, jobName, 1);
  const page = await people.open('cs', getAddress(jobName));
  const row = rowOf(page, `${jobName} 1`);
  await row.hover();
  await page.getByRole('button', { name: `Edit Job Name of ${job!.prod_id}` }).click();
  const name = editor(page, 'Job Name', job!);
  await expect(name).toBeFocused();
  await expect(page.getByRole('textbox', { name: `of ${job!.prod_id}` })).toHaveCount(1);
  await name.fill(`${jobName} by hand`);
  await name.press('Enter');
  await expect(rowOf(page, `${jobName} by hand`)).toBeFocused();
  await expect(name).toHaveCount(0);

  // By keyboard alone: E opens the first field of the row, Tab the next fields.
  await page.keyboard.press('e');
  await expect(editor(page, 'Date', job!)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await name.fill(`${jobName} by keys`);
  await page.keyboard.press('Tab');
  const link = editor(page, 'Job Link', job!);
  await expect(link).toBeFocused();
  await link.fill('not a link');
  await link.press('Enter');
  await expect(page.getByRole('alert')).toContainText('http');
  await link.fill('https://example.com/shoot');
  await link.press('Tab');
  const priority = page.getByRole('combobox', { name: `Priority of ${job!.prod_id}` });
  await expect(priority).toBeFocused();
  await priority.selectOption('Urgent');
  await expect(rowOf(page, `${jobName} by keys`)).toContainText('Urgent');
  await expect(rowOf(page, `${jobName} by keys`)).toContainText('example.com');
  expect(await nameOf(cs, job!)).toBe(`${jobName} by keys`);
});

test('quantities of tasks ask once for the reason, unlike notes and quantities of details', async ({
  people,
  named,
}) => {
  const jobName = named('Counts');
  const [job] = await orderJobs(people.call('cs'), jobName, 1);
  const page = await people.open('admin', getAddress(jobName, `&open=${job!.job_id}`));
  const detail = job!.job_details[0]!;
  const task = `task #${detail.tasks[0]!.task_id}`;
  await page.getByRole('button', { name: `Edit Quantity of ${detail.sub_prod_id}` }).click();
  const quantity = page.getByRole('textbox', { name: `Quantity of ${detail.sub_prod_id}` });
  await quantity.fill('0');
  await quantity.press('Enter');
  await expect(page.getByRole('alert')).toContainText('at least 1');
  await quantity.fill('34');
  await quantity.press('Enter');
  await expect(page.getByText('34', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: `Edit x1 of ${task}` }).click();
  const x1 = page.getByRole('textbox', { name: `x1 of ${task}` });
  await x1.fill('7');
  await x1.press('Enter');
  const reason = page.getByRole('textbox', { name: /^Reason for the Change/ });
  await expect(reason).toBeFocused();
  await reason.fill('counted again');
  await reason.press('Enter');
  await expect(x1).toHaveCount(0);
  await page.getByRole('button', { name: `Edit x1 of ${task}` }).click();
  await x1.fill('8');
  await x1.press('Enter');
  await expect(x1).toHaveCount(0);
  const { events } = await people.call('admin')(endpoints.task.history, { task_id: detail.tasks[0]!.task_id });
  expect(events.filter((event) => event.note === 'counted again')).toHaveLength(2);
});

test('a refresh keeps an edited cell open, and a conflict offers Use theirs or Use mine', async ({ people, named }) => {
  const jobName = named('Two hands');
  const cs = people.call('cs');
  const [job] = await orderJobs(cs, jobName, 1);
  const page = await people.open('cs', getAddress(jobName));
  await rowOf(page, `${jobName} 1`).hover();
  await page.getByRole('button', { name: `Edit Job Name of ${job!.prod_id}` }).click();
  const name = editor(page, 'Job Name', job!);
  await name.fill('Mine');
  // Another user changes this field, and the job no longer matches the filter.
  await cs(endpoints.job.update, { job_id: job!.job_id, version: job!.version, job_name: 'Theirs entirely' });
  await expect(page.getByText('Nothing matches')).toHaveCount(0);
  await expect(name).toHaveValue('Mine');
  await name.press('Enter');
  const choice = page.getByRole('dialog', { name: `Job Name of ${job!.prod_id}` });
  await expect(choice).toContainText('Theirs entirely');
  await expect(choice).toContainText('Mine');
  await choice.getByRole('button', { name: 'Use mine' }).click();
  await expect.poll(() => nameOf(cs, job!)).toBe('Mine');
});
