import { endpoints } from '@darkroom/contract/endpoints';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { expect, type Locator, type Page } from '@playwright/test';
import { addMember, addJob, test } from './bureau.ts';

// Days are those of Bangkok for every zone and clock of the device (spec §1). At these hours each zone has another day.
const TODAY = dayOf(Date.now());
const DEVICES = [
  { timezoneId: 'America/Los_Angeles', at: `${TODAY}T01:00:00Z`, there: addDays(TODAY, -1) },
  { timezoneId: 'Pacific/Auckland', at: `${TODAY}T13:00:00Z`, there: addDays(TODAY, 1) },
];

const setDevice = (page: Page, at: string) => page.clock.setFixedTime(new Date(at));

/** Makes the server report this time in its pages and responses. */
async function setServerTime(page: Page, at: string): Promise<void> {
  await page.addInitScript((date) => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'date' ? date : get.call(this, name);
    };
  }, new Date(at).toUTCString());
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/(name="server-time" content=")[^"]*/, `$1${at}`);
    await route.fulfill({ response, body });
  });
}

const cell = (page: Page, day: string): Locator => page.locator(`td.ant-picker-cell-in-view[title="${day}"]:visible`);
const today = (page: Page): Locator => page.locator('.ant-picker-now-btn:visible');

for (const { timezoneId, at, there } of DEVICES) {
  test(`in ${timezoneId} every form and filter writes Bangkok's days`, async ({ people, named }) => {
    const onDevice = async (username: string, path: string) => {
      const page = await people.open(username, 'about:blank', { timezoneId });
      await setDevice(page, at);
      await setServerTime(page, at);
      await page.goto(path);
      return page;
    };
    const boss = people.call('boss');
    const job = await addJob(people.call('cs'), named('Other zones'));
    const page = await onDevice('boss', `/job?text=${encodeURIComponent(job.job_name)}`);
    const deviceNow = await page.evaluate(() => {
      const now = new Date();
      const padNumber = (part: number) => String(part).padStart(2, '0');
      return `${now.getFullYear()}-${padNumber(now.getMonth() + 1)}-${padNumber(now.getDate())}`;
    });
    expect(deviceNow, 'the device has another day than Bangkok').toBe(there);

    await test.step('a new job starts with today, and the Today filter agrees', async () => {
      await page.goto('/job?form=new');
      const form = page.getByRole('dialog', { name: 'Add job' });
      const date = form.getByLabel('Date', { exact: true });
      const startDate = await date.inputValue();
      await date.click();
      await expect(page.locator('td.ant-picker-cell-today:visible')).toHaveAttribute('title', TODAY);
      await cell(page, `${TODAY.slice(0, 8)}15`).click();
      await date.click();
      await today(page).click();
      await expect(date).toHaveValue(startDate);
      await form.getByLabel('Customer ID 2').click();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await form.getByLabel('Job Name').fill(`${job.job_name} new`);
      await form.getByLabel('Category').click();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await form.getByRole('button', { name: 'Add job' }).click();
      await expect(form).toBeHidden();
      const { results } = await boss(endpoints.job.list, { text: `${job.job_name} new` });
      expect(results.map(({ job_date }) => job_date)).toEqual([TODAY]);
    });

    await test.step('a day selected in the calendar is the stored day', async () => {
      await page.goto(`/job?text=${encodeURIComponent(job.job_name)}&form=job-${job.job_id}`);
      const form = page.getByRole('dialog').filter({ has: page.getByLabel('Job Name') });
      const date = form.getByLabel('Date', { exact: true });
      await date.click();
      await date.fill('05 Mar 2026');
      await cell(page, '2026-03-08').click();
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toBeHidden();
      const { results } = await boss(endpoints.job.list, { job_id: job.job_id });
      expect(results[0]?.job_date).toBe('2026-03-08');
    });

    await test.step('a birthday and a join date, typed and selected', async () => {
      const name = named('Ngày Sinh');
      const { member } = await addMember(people.call('admin'), name);
      await page.goto(`/staff/member?member=${member.id}&edit=1`);
      const form = page.getByRole('dialog', { name: `Edit ${name}` });
      await form.getByLabel('Birthday').fill('31/12/1999');
      await form.getByLabel('Birthday').press('Tab');
      await form.getByLabel('Start Time').click();
      await today(page).click();
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(`${name} saved`, { exact: true })).toBeVisible();
      const record = await boss(endpoints.staff.info, { id: member.id });
      expect(record).toMatchObject({ birthday: '1999-12-31', start_time: TODAY });
    });

    await test.step('a customer joined today', async () => {
      const name = named('Zones Pty');
      const names = { cus0_name: `${name} Group`, cus1_name: name, cus2_names: ['Desk'] };
      const { cus_id1 } = await boss(endpoints.customer.detailAdd, { ...names, details: {} });
      await page.goto(`/customer/details?form=edit-${cus_id1}`);
      const form = page.getByRole('dialog', { name: `Edit ${name}` });
      await form.getByLabel('Join Date').click();
      await today(page).click();
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toBeHidden();
      const { results } = await boss(endpoints.customer.detailList, { cus_id1 });
      expect(results[0]?.details.join_date).toBe(TODAY);
    });

    await test.step('a filter sends the selected days', async () => {
      await page.goto('/job');
      await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByPlaceholder('From').click();
      await cell(page, TODAY).first().click();
      await cell(page, TODAY).first().click();
      await expect(page).toHaveURL(new RegExp(`job_date_from=${TODAY}.*job_date_to=${TODAY}`));
    });
  });
}

test('the portal names Bangkok’s time zone on a device with another zone', async ({ people }) => {
  const notice = 'Dates and times are in Vietnam time (GMT+7).';
  const sydneyPage = await people.open('customer.lumen-sydney', '/customer-portal/job', {
    timezoneId: 'Australia/Sydney',
  });
  await expect(sydneyPage.getByText(notice)).toBeVisible();
  const bangkokPage = await people.open('customer0.lumen', '/customer-portal/job');
  await expect(bangkokPage.getByRole('heading', { name: 'Your jobs' })).toBeVisible();
  await expect(bangkokPage.getByText(notice)).toBeHidden();
});

for (const days of [-1, 1])
  test(`a device whose clock is ${Math.abs(days)} day ${days < 0 ? 'behind' : 'ahead'} writes and shows the bureau's day`, async ({
    people,
  }) => {
    const page = await people.open('boss', 'about:blank');
    await setDevice(page, new Date(Date.now() + days * 86_400_000).toISOString());
    await page.goto('/job?form=new');
    const form = page.getByRole('dialog', { name: 'Add job' });
    await form.getByLabel('Date', { exact: true }).click();
    await expect(page.locator('td.ant-picker-cell-today:visible')).toHaveAttribute('title', TODAY);
    await expect(page.locator('td.ant-picker-cell-selected:visible')).toHaveAttribute('title', TODAY);
    // A screen for one day takes the day from the page itself, before any response.
    await page.goto('/floor/shift-handover');
    const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText(dayFormat.format(new Date(TODAY)));
  });
