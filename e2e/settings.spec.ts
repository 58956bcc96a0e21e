import { endpoints } from '@darkroom/contract/endpoints';
import { dayOf } from '@darkroom/domain/calendar/day';
import { expect, type Page } from '@playwright/test';
import { addJob, test, type Caller } from './bureau.ts';
import { card, findTask, pressStep } from './screens.ts';

test('a new fault type can be selected by the next QC', async ({ people, named }) => {
  const admin = people.call('admin');
  const read = async () =>
    (await admin(endpoints.setting.metadata, { data_type: 'JOB_TASK' })).results.find(
      (row) => row.key === 'fault_kinds',
    );
  const before = await read();
  const boss = await people.open('boss', '/setting/metadata');
  const kinds = boss.getByRole('region', { name: 'Fault types' });
  try {
    await expect(kinds.getByRole('button', { name: 'Save' })).toBeDisabled();
    await kinds.getByRole('button', { name: 'Remove File missing or misnamed' }).click();
    await kinds.getByRole('button', { name: 'Add fault type' }).click();
    await kinds.getByLabel('English').last().fill('Moiré / banding');
    await expect(kinds.getByText('Saved as moire_banding')).toBeVisible();
    await kinds.getByRole('button', { name: 'Save' }).click();
    await expect(kinds.getByText('Please enter Vietnamese')).toBeVisible();
    await kinds.getByLabel('Vietnamese').last().fill('Vân sọc');
    for (let position = 0; position < 8; position += 1) {
      await kinds.getByRole('button', { name: 'Move Moiré / banding up' }).click();
    }
    await kinds.getByRole('button', { name: 'Save' }).click();
    await expect(boss.getByText('Fault types saved')).toBeVisible();

    const job = await addJob(people.call('cs'), named('Settings: a new kind of fault'));
    const detail = job.job_details[0];
    const task_id = detail?.tasks[0]?.task_id ?? 0;
    await moveToFirstCheck(people.call, task_id);
    const qc = await people.open('qc.pte', '/job/task');
    await qc.goto(`/job/task?task=${task_id}`);
    const drawer = qc.getByRole('dialog', { name: 'Task' });
    await drawer.getByRole('button', { name: 'Report QC 1 fault' }).click();
    await expect(qc.getByRole('checkbox', { name: /1\s*Moiré \/ banding/ })).toBeVisible();
  } finally {
    const now = await read();
    if (before && now) {
      const { key, value } = before;
      await admin(endpoints.setting.updateMetadata, { data_type: 'JOB_TASK', key, value, version: now.version });
    }
  }
});

/** Takes a task from To Do to its first check, each step by the right person. */
async function moveToFirstCheck(call: (username: string) => Caller, task_id: number): Promise<void> {
  const editor = call('editor.pte');
  const { user_id } = await editor(endpoints.user.me, {}).then(({ user }) => ({ user_id: user.id }));
  let { version } = (await editor(endpoints.task.assign, { tasks: [{ task_id, version: 1 }], editor: user_id }))
    .results[0] ?? {
    version: 0,
  };
  ({ version } = await editor(endpoints.task.act, { task_id, version, action: 'start' }));
  ({ version } = await editor(endpoints.task.act, { task_id, version, action: 'done', x1: 12 }));
  await call('qc.pte')(endpoints.task.act, { task_id, version, action: 'start_qc1' });
}

test('an enabled quantity appears on the editor’s card, and at least one is required', async ({ people, named }) => {
  const admin = people.call('admin');
  const before = await admin(endpoints.setting.xToggle, {});
  try {
    await admin(endpoints.setting.changeXToggle, { x1: true, x2: false, x3: false });
    const job = await addJob(people.call('cs'), named('Settings: counts in use'));
    const task_no = job.job_details[0]?.sub_prod_id ?? '';
    const editor = await people.open('anh.nguyen', '/job/task');
    await findTask(editor, 'Available', task_no);
    await pressStep(editor, task_no, 'Assign to me');
    await findTask(editor, 'Waiting for me', task_no);
    await pressStep(editor, task_no, 'Start');
    await expect(card(editor).getByRole('spinbutton', { name: 'x1' })).toBeVisible();
    await expect(card(editor).getByRole('spinbutton', { name: 'x2' })).toBeHidden();

    const boss = await people.open('boss', '/setting/metadata');
    const counts = boss.getByRole('region', { name: 'Quantity fields in use' });
    await counts.getByRole('checkbox', { name: 'x1' }).uncheck();
    await counts.getByRole('button', { name: 'Save' }).click();
    await expect(counts.getByText('Please fill at least one field to proceed!')).toBeVisible();
    await counts.getByRole('checkbox', { name: 'x1' }).check();
    await counts.getByRole('checkbox', { name: 'x2' }).check();
    await counts.getByRole('button', { name: 'Save' }).click();
    await expect(card(editor).getByRole('spinbutton', { name: 'x2' })).toBeVisible();
  } finally {
    const { x1, x2, x3 } = before;
    await admin(endpoints.setting.changeXToggle, { x1, x2, x3 });
  }
});

test('an amount that another user changed first is shown next to the typed one', async ({ people }) => {
  const admin = people.call('admin');
  const read = async () => {
    const { results } = await admin(endpoints.setting.metadata, { data_type: 'ALLOWANCE' });
    const row = results.find(({ key }) => key === 'meal');
    if (!row) throw new Error('There are no amounts for meals');
    return row;
  };
  const change = async (value: object) => {
    const { key, version } = await read();
    await admin(endpoints.setting.updateMetadata, { data_type: 'ALLOWANCE', key, version, value: { ...value } });
  };
  const before = (await read()).value as Record<string, number>;
  const boss = await people.open('boss', '/setting/metadata?tab=ALLOWANCE');
  const meal = boss.getByRole('region', { name: /^Meal/ });
  try {
    await expect(meal.getByLabel('Tier 1')).toHaveValue('30,000');
    await change({ ...before, 2: 65_000 });
    await expect(meal.getByLabel('Tier 2')).toHaveValue('65,000');
    await meal.getByLabel('Tier 1').fill('35000');
    await change({ ...before, 3: 99_000 });
    await meal.getByRole('button', { name: 'Save' }).click();
    await expect(meal.getByText('Someone else changed this. Compare, then save.')).toBeVisible();
    await expect(meal.getByText('3: 99,000')).toBeVisible();
    await expect(meal.getByText('1: 35,000')).toBeVisible();
    await meal.getByRole('button', { name: 'Use theirs' }).click();
    await expect(meal.getByLabel('Tier 1')).toHaveValue('30,000');
    await expect(meal.getByLabel('Tier 3')).toHaveValue('99,000');
  } finally {
    await change(before);
  }
});

test('a new currency of prices appears on every open screen and in the history', async ({ people }) => {
  const admin = people.call('admin');
  const read = async () =>
    (await admin(endpoints.setting.metadata, { data_type: 'JOB_TASK' })).results.find(({ key }) => key === 'currency');
  const jobs = await people.open('boss', '/job');
  await expect(jobs.getByRole('columnheader', { name: 'Unit Price (USD)' })).toBeVisible();
  // A user who can change lookups can only read the bureau's settings (domain §7).
  const reader = (await people.open('boss', '/setting/metadata')).getByRole('region', { name: 'Currency' });
  await expect(reader.getByText('Only an administrator can change this.')).toBeVisible();
  await expect(reader.getByRole('combobox', { name: 'Currency' })).toBeDisabled();
  await expect(reader.getByRole('button', { name: 'Save' })).toHaveCount(0);
  const office = await people.open('admin', '/setting/metadata');
  const currency = office.getByRole('region', { name: 'Currency' });
  try {
    await currency.getByRole('combobox', { name: 'Currency' }).fill('euro');
    await office.getByTitle('EUR – Euro').click();
    await currency.getByRole('button', { name: 'Save' }).click();
    await expect(office.getByText('Currency saved')).toBeVisible();
    await expect(jobs.getByRole('columnheader', { name: 'Unit Price (EUR)' })).toBeVisible();
    await currency.getByRole('button', { name: 'History of Currency' }).click();
    await expect(office.getByRole('dialog').last()).toContainText('EUR');
  } finally {
    const now = await read();
    if (now && now.value !== 'USD')
      await admin(endpoints.setting.updateMetadata, {
        data_type: 'JOB_TASK',
        key: 'currency',
        version: now.version,
        value: 'USD',
      });
  }
});

test('the row density applies to all people who have not set their own', async ({ people }) => {
  const admin = people.call('admin');
  const set = async (density: 'compact' | 'roomy') => {
    const { results } = await admin(endpoints.setting.metadata, { data_type: 'JOB_TASK' });
    const version = results.find(({ key }) => key === 'display')?.version ?? 0;
    await admin(endpoints.setting.updateMetadata, {
      data_type: 'JOB_TASK',
      key: 'display',
      version,
      value: { density },
    });
  };
  const measureHeight = async (page: Page) => (await page.locator('tr[data-row]').first().boundingBox())?.height ?? 0;
  const jobs = await people.open('cs', '/job');
  await expect(jobs.getByRole('row').nth(3)).toBeVisible();
  const close = await measureHeight(jobs);
  try {
    await set('roomy');
    await expect.poll(() => measureHeight(jobs)).toBeGreaterThan(close);
  } finally {
    await set('compact');
  }
  await expect.poll(() => measureHeight(jobs)).toBe(close);
});

test('a holiday is kept in the metadata and marked in the calendars, and allowance amounts stay', async ({
  people,
}) => {
  const admin = people.call('admin');
  // A closed month has the holidays with which it was closed. This month is open.
  const [year = '', month = ''] = dayOf(Date.now()).split('-');
  const now = { year: Number(year), month: Number(month) };
  const before = (await admin(endpoints.allowance.list, now)).results[0]?.working_days;
  const page = await people.open('admin', '/setting/metadata?tab=ALLOWANCE');
  const holidays = page.getByRole('region', { name: 'Holidays' });
  await holidays.getByRole('button', { name: 'Add holiday' }).click();
  const newHoliday = holidays.getByRole('listitem', { name: 'new holiday' });
  await holidays.getByRole('button', { name: 'Save' }).click();
  await expect(newHoliday.getByText('Please select Date')).toBeVisible();
  await newHoliday.getByLabel('English').fill('Founders’ Day');
  const named = holidays.getByRole('listitem', { name: /^Founders’ Day/ });
  await named.getByLabel('Vietnamese').fill('Ngày thành lập');
  // The holiday stays visible after its date moves to another year.
  await named.getByLabel('Date').fill(`15/01/${Number(year) + 1}`);
  await page.keyboard.press('Tab');
  await expect(named.getByLabel('Date')).toHaveValue(`15 Jan ${Number(year) + 1}`);
  await named.getByLabel('Date').fill(`15/${month}/${year}`);
  // Enter accepts the day. The next Enter sends the form, as in any field.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Holidays saved')).toBeVisible();
  const vietnamese = await people.open('accountant', '/allowance/meal', { language: 'vi' });
  await expect(vietnamese.getByTitle('Ngày thành lập')).toHaveAttribute('data-off', 'true');
  expect((await admin(endpoints.allowance.list, now)).results[0]?.working_days).toBe(before);
  await holidays.getByRole('button', { name: /^Remove Founders’ Day/ }).click();
  await holidays.getByRole('button', { name: 'Save' }).click();
  await expect(vietnamese.getByTitle('Ngày thành lập')).toHaveCount(0);
});
