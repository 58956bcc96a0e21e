import { endpoints } from '@darkroom/contract/endpoints';
import { SELECTION_DELAY_MS } from '@darkroom/domain/blind-check/blind-check';
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseBlindChecks } from '../apps/server/src/features/blind-check/blind-check.service.ts';
import { test, type Caller } from './bureau.ts';
import { withDatabase } from './database.ts';
import { figure, measureOverflow } from './screens.ts';
import { createCompletedTask } from './work.ts';

const QC = 'trang.thai';

/** Sets the share of passed tasks for a blind check, in per cent. Returns the share that was set before. */
async function setShare(admin: Caller, share: number): Promise<number> {
  const { results } = await admin(endpoints.setting.metadata, { data_type: 'JOB_TASK' });
  const { key, value, version } = results.find((row) => row.key === 'blind_check')!;
  await admin(endpoints.setting.updateMetadata, { data_type: 'JOB_TASK', key, version, value: { share } });
  return (value as { share: number }).share;
}

/** Chooses blind checks with a clock that is ahead by the time in which a pass can be undone. */
const selectBlindChecks = (address: string | undefined) =>
  withDatabase(address, (db) => chooseBlindChecks(db, new Date(Date.now() + SELECTION_DELAY_MS + 1000).toISOString()));

/** Passes all blind checks that this QC could take, so that only the checks of the test are left. */
async function releaseAll(qc: Caller): Promise<void> {
  for (;;) {
    const { check } = await qc(endpoints.blindCheck.take, {});
    if (!check) return;
    await qc(endpoints.blindCheck.submit, { id: check.id, passed: true });
  }
}

const findStartButton = (page: Page) => page.getByRole('button', { name: 'Start blind check' });
const findInstructions = (page: Page) => page.getByRole('region', { name: 'Instructions' });
const findResultForm = (page: Page) => page.getByRole('region', { name: 'Result' });
const readText = async (position: Locator) => (await position.innerText()).replace(/\s+/g, ' ');

test('a QC checks passed tasks again without seeing their result, and agreement is measured', async ({
  people,
  named,
  baseURL,
}) => {
  const [admin, qc, leader] = [people.call('admin'), people.call(QC), people.call('leader.pte')];
  const readAgreement = async () =>
    (await leader(endpoints.blindCheck.agreement, { span: 'quarter' })).led_workstreams!;
  await selectBlindChecks(baseURL);
  await releaseAll(qc);
  const before = await readAgreement();
  const name = named('Nhìn lại');
  const work = [await createCompletedTask(people.call, name), await createCompletedTask(people.call, name)];
  const share = await setShare(admin, 100);
  try {
    // If the server itself is choosing at this moment, the request is repeated.
    await expect(async () => {
      await selectBlindChecks(baseURL);
      expect((await qc(endpoints.blindCheck.mine, {})).waiting).toBe(2);
    }).toPass();
  } finally {
    await setShare(admin, share);
  }
  const page = await people.open(QC, '/job/blind-checks?tab=checks');

  await expect(page.getByRole('heading', { name: '2 blind checks waiting' })).toBeVisible();
  await findStartButton(page).click();
  await expect(findInstructions(page)).toContainText(name);
  const phone = { viewport: { width: 360, height: 780 } };
  const otherWindow = await people.open(QC, '/job/blind-checks?tab=checks', phone);

  await test.step('one check is open at a time, in any number of windows', async () => {
    const { check, waiting } = await qc(endpoints.blindCheck.mine, {});
    expect(waiting).toBe(1);
    expect((await qc(endpoints.blindCheck.take, {})).check?.id).toBe(check?.id);
    await expect(findInstructions(otherWindow)).toContainText(check!.sub_prod_id);
    await expect(findStartButton(otherWindow)).toHaveCount(0);
    expect(await measureOverflow(otherWindow)).toBeLessThanOrEqual(0);
  });

  await test.step('status, people and earlier results are hidden', async () => {
    const text = `${await readText(findInstructions(page))} ${await readText(findResultForm(page))}`;
    expect(text).not.toMatch(/QC|passed|completed|done|editor\.pte|leader|Kim Chi|Diệu Linh|Đình Khoa/i);
    await expect(qc(endpoints.task.history, { task_id: work[0]!.task.task_id })).rejects.toMatchObject({
      status: 404,
    });
  });

  await test.step('P passes one check, and F reports a fault in the other, on a phone', async () => {
    await page.keyboard.press('p');
    await expect(page.getByText('Blind check saved, task not changed')).toBeVisible();
    await otherWindow.reload();
    await findStartButton(otherWindow).click();
    await findResultForm(otherWindow)
      .getByRole('button', { name: /^Fault/ })
      .click();
    await expect(findResultForm(otherWindow).getByRole('checkbox').first()).toBeFocused();
    await findResultForm(otherWindow).getByRole('button', { name: 'Report fault' }).click();
    await expect(findResultForm(otherWindow).getByText('Describe the fault.')).toBeVisible();
    await findResultForm(otherWindow).getByRole('checkbox').first().check();
    await findResultForm(otherWindow).getByLabel('Fault Note').fill('A fringe along the roof');
    expect(await measureOverflow(otherWindow)).toBeLessThanOrEqual(0);
    // Another list opens only after the user confirms that the typed text can be discarded.
    await otherWindow.getByRole('combobox', { name: 'Blind checks' }).click();
    await otherWindow.locator('.ant-select-item-option').filter({ hasText: 'Agreement' }).click();
    const question = otherWindow.getByRole('dialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(findResultForm(otherWindow).getByLabel('Fault Note')).toHaveValue('A fringe along the roof');
    await findResultForm(otherWindow).getByRole('button', { name: 'Report fault' }).click();
    await expect(otherWindow.getByRole('heading', { name: 'No blind checks waiting' })).toBeVisible();
    const { results } = await people.call('boss')(endpoints.task.list, { text: name });
    expect(results.map(({ status }) => status)).toEqual([9, 9]);
  });

  await test.step('a leader reads the agreement, and the first QC sees the fault without a name', async () => {
    const after = await readAgreement();
    expect([after.checked - before.checked, after.agreed - before.agreed]).toEqual([2, 1]);
    const report = await people.open('leader.pte', '/job/blind-checks?tab=agreement');
    await expect(figure(report, 'All Blind Checks')).toContainText(`(${after.agreed} of ${after.checked},`);
    await expect(report.getByRole('row', { name: `qc2.pte ${QC}` })).toBeVisible();
    const found = (of: Page) => of.getByRole('listitem').filter({ hasText: name });
    await expect(found(report)).toContainText(`by ${QC}`);
    const qcPage = await people.open('qc2.pte', '/job/blind-checks?tab=agreement');
    await expect(found(qcPage)).toContainText('A fringe along the roof');
    expect(await readText(qcPage.getByRole('main'))).not.toContain(QC);
  });
});
