import { endpoints } from '@darkroom/contract/endpoints';
import { SETTLED_MS } from '@darkroom/domain/calibration/calibration';
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseBlindChecks } from '../apps/server/src/features/calibration/calibration.service.ts';
import { test, type Caller } from './bureau.ts';
import { inDatabase } from './database.ts';
import { figure, overflow } from './screens.ts';
import { completedWork } from './work.ts';

const CHECKER = 'trang.thai';

/** Of so many per cent of what passes; answers what it was before. */
async function setShare(admin: Caller, share: number): Promise<number> {
  const { results } = await admin(endpoints.setting.metadata, { data_type: 'JOB_TASK' });
  const { key, value, version } = results.find((row) => row.key === 'calibration')!;
  await admin(endpoints.setting.updateMetadata, { data_type: 'JOB_TASK', key, version, value: { share } });
  return (value as { share: number }).share;
}

/** Chooses as a process of the bureau does whose clock is ahead by as long as a pass may be taken back. */
const choose = (address: string | undefined) =>
  inDatabase(address, (db) => chooseBlindChecks(db, new Date(Date.now() + SETTLED_MS + 1000).toISOString()));

/** Answers all that somebody could check, so that a test's own checks are all there are. */
async function emptyHands(checker: Caller): Promise<void> {
  for (;;) {
    const { check } = await checker(endpoints.calibration.take, {});
    if (!check) return;
    await checker(endpoints.calibration.answer, { id: check.id, passed: true });
  }
}

const start = (page: Page) => page.getByRole('button', { name: 'Start blind check' });
const asked = (page: Page) => page.getByRole('region', { name: 'Instructions' });
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });
const said = async (place: Locator) => (await place.innerText()).replace(/\s+/g, ' ');

test('what passed is checked once more, one at a time, by a QC who is not told that it did; agreement tells how it went', async ({
  people,
  named,
  baseURL,
}) => {
  const [admin, checker, leader] = [people.call('admin'), people.call(CHECKER), people.call('leader.pte')];
  const agreement = async () => (await leader(endpoints.calibration.agreement, { span: 'quarter' })).whole!;
  await choose(baseURL);
  await emptyHands(checker);
  const before = await agreement();
  const name = named('Nhìn lại');
  const work = [await completedWork(people.call, name), await completedWork(people.call, name)];
  const share = await setShare(admin, 100);
  try {
    // Where the server is at it itself at this moment, another has to come again.
    await expect(async () => {
      await choose(baseURL);
      expect((await checker(endpoints.calibration.mine, {})).waiting).toBe(2);
    }).toPass();
  } finally {
    await setShare(admin, share);
  }
  const page = await people.open(CHECKER, '/job/second-look?tab=checks');

  await expect(page.getByRole('heading', { name: '2 blind checks waiting' })).toBeVisible();
  await start(page).click();
  await expect(asked(page)).toContainText(name);
  const phone = { viewport: { width: 360, height: 780 } };
  const otherWindow = await people.open(CHECKER, '/job/second-look?tab=checks', phone);

  await test.step('one at a time, in however many windows', async () => {
    const { check, waiting } = await checker(endpoints.calibration.mine, {});
    expect(waiting).toBe(1);
    expect((await checker(endpoints.calibration.take, {})).check?.id).toBe(check?.id);
    await expect(asked(otherWindow)).toContainText(check!.sub_prod_id);
    await expect(start(otherWindow)).toHaveCount(0);
    expect(await overflow(otherWindow)).toBeLessThanOrEqual(0);
  });

  await test.step('nothing tells how it stands, who or what anybody found', async () => {
    const words = `${await said(asked(page))} ${await said(verdict(page))}`;
    expect(words).not.toMatch(/QC|passed|completed|done|editor\.pte|leader|Kim Chi|Diệu Linh|Đình Khoa/i);
    await expect(checker(endpoints.task.history, { task_id: work[0]!.task.task_id })).rejects.toMatchObject({
      status: 404,
    });
  });

  await test.step('P lets one pass; F finds a fault in the other, on a phone', async () => {
    await page.keyboard.press('p');
    await expect(page.getByText('Blind check saved. The task was not changed')).toBeVisible();
    await otherWindow.reload();
    await start(otherWindow).click();
    await verdict(otherWindow)
      .getByRole('button', { name: /^Fault/ })
      .click();
    await expect(verdict(otherWindow).getByRole('checkbox').first()).toBeFocused();
    await verdict(otherWindow).getByRole('button', { name: 'Report fault' }).click();
    await expect(verdict(otherWindow).getByText('Describe the fault.')).toBeVisible();
    await verdict(otherWindow).getByRole('checkbox').first().check();
    await verdict(otherWindow).getByLabel('Fault note').fill('A fringe along the roof');
    expect(await overflow(otherWindow)).toBeLessThanOrEqual(0);
    // Another list is looked at only once it is said that what is written may go.
    await otherWindow.getByRole('combobox', { name: 'Blind checks' }).click();
    await otherWindow.locator('.ant-select-item-option').filter({ hasText: 'Agreement' }).click();
    const question = otherWindow.getByRole('dialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect(question).toBeHidden();
    await expect(verdict(otherWindow).getByLabel('Fault note')).toHaveValue('A fringe along the roof');
    await verdict(otherWindow).getByRole('button', { name: 'Report fault' }).click();
    await expect(otherWindow.getByRole('heading', { name: 'No blind checks waiting' })).toBeVisible();
    const { results } = await people.call('boss')(endpoints.task.list, { text: name });
    expect(results.map(({ status }) => status)).toEqual([9, 9]);
  });

  await test.step('a leader reads how far they agree; whoever passed it, what was found and not by whom', async () => {
    const after = await agreement();
    expect([after.checked - before.checked, after.agreed - before.agreed]).toEqual([2, 1]);
    const report = await people.open('leader.pte', '/job/second-look?tab=agreement');
    await expect(figure(report, 'All blind checks')).toContainText(`(${after.agreed} of ${after.checked},`);
    await expect(report.getByRole('row', { name: `qc2.pte ${CHECKER}` })).toBeVisible();
    const found = (of: Page) => of.getByRole('listitem').filter({ hasText: name });
    await expect(found(report)).toContainText(`by ${CHECKER}`);
    const own = await people.open('qc2.pte', '/job/second-look?tab=agreement');
    await expect(found(own)).toContainText('A fringe along the roof');
    expect(await said(own.getByRole('main'))).not.toContain(CHECKER);
  });
});
