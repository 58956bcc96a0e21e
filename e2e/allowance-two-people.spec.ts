import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';
import { toMonthParam } from './allowance-members.ts';

const { allowance } = endpoints;
/** Before anyone of the demo bureau worked, so that no other test uses this month. */
const MONTH = { year: 2011, month: 5 };
const DAY = `${toMonthParam(MONTH)}-24`;

test('two people edit one month: values are kept, and nothing is overwritten without confirmation', async ({
  people,
}) => {
  const otherManager = people.call('boss');
  const read = async () => {
    const { results } = await otherManager(allowance.list, { ...MONTH, staff_id: person!.staff_id });
    const [row] = results;
    return { day: row?.daily_allowance.find(({ date }) => date === DAY), package: row?.monthly_allowance };
  };
  const [person] = (await otherManager(allowance.list, { ...MONTH, page_size: 1 })).results;
  const page = await people.open('accountant', `/account/allowance?by=all&month=${toMonthParam(MONTH)}`);
  await page.getByRole('row').filter({ hasText: person!.full_name }).first().click();
  const drawer = page.getByRole('dialog', { name: person!.full_name });
  const day = drawer.getByRole('button', { name: /^24 May 2011/ });
  const form = page.getByRole('dialog', { name: '24 May 2011' });
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this. Compare, then save.' });

  await test.step('a day entered by two people gets both values', async () => {
    await day.click();
    await form.getByText('Yes', { exact: true }).click();
    for (const name of ['Parking Fee', 'Meal Fee'])
      await form.getByRole('radiogroup', { name }).getByText('None').click();
    await otherManager(allowance.dailyAdd, {
      entries: [{ staff_id: person!.staff_id, date: DAY, ...NO_FEES, parking_fee: 'ABC' }],
    });
    await expect(day).toHaveAccessibleName(/ABC/);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(notice.getByRole('row', { name: 'Parking' })).toContainText('ABC');
    await notice.getByRole('button', { name: 'Save both' }).click();
    await expect(form).toBeHidden();
    expect((await read()).day).toMatchObject({ parking_fee: 'ABC', online_fee: 1, meal_fee: null });
  });

  await test.step('a day that another user deleted is added again only on request', async () => {
    await day.click();
    await form.getByText('3', { exact: true }).click();
    const { id, version } = (await read()).day!;
    const noFees = { parking_fee: null, meal_fee: null, online_fee: 0 as const };
    await otherManager(allowance.dailyUpdate, { entries: [{ id, version, ...noFees }] });
    await form.getByRole('button', { name: 'Save' }).click();
    await notice.getByRole('button', { name: 'Use theirs' }).click();
    await expect(notice).toBeHidden();
    await form.getByRole('button', { name: 'Cancel' }).click();
    expect((await read()).day).toBeUndefined();
  });

  const amount = drawer.getByLabel('Monthly Package');
  await test.step("a typed amount is kept, and replaces the other user's amount only on request", async () => {
    await amount.fill('250000');
    await otherManager(allowance.monthlyAdd, { entries: [{ ...MONTH, staff_id: person!.staff_id, parking: 120_000 }] });
    await expect(drawer.getByText('120,000', { exact: false }).first()).toBeVisible();
    await expect(amount).toHaveValue(/^250,?000$/);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(notice.getByRole('row', { name: /120,000.*250,000/ })).toBeVisible();
    expect((await read()).package?.parking).toBe(120_000);
    await notice.getByRole('button', { name: 'Use mine' }).click();
    await expect.poll(async () => (await read()).package?.parking).toBe(250_000);
    await expect(notice).toBeHidden();
  });

  await test.step('an unchanged field shows the save of another user', async () => {
    const { id, version } = (await read()).package!;
    await otherManager(allowance.monthlyUpdate, { entries: [{ id, version, parking: 300_000 }] });
    await expect(amount).toHaveValue('300,000');
  });

  await test.step('closing with unsaved input asks, by the close button and by Back', async () => {
    await amount.fill('444000');
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await drawer.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.goBack();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(amount).toHaveValue(/^444,?000$/);
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(drawer).toBeHidden();
    expect((await read()).package?.parking).toBe(300_000);
  });
});
