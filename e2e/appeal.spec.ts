import { endpoints } from '@darkroom/contract/endpoints';
import type { TaskRow } from '@darkroom/contract/task/task';
import { expect, type Page } from '@playwright/test';
import { test, type Caller } from './bureau.ts';
import { QUARTER } from './screen-list.ts';
import { measureOverflow } from './screens.ts';
import { reportFault, createTask } from './work.ts';

const EDITOR = 'linh.duong';
const QC = 'qc.pte';

const findAppeal = (page: Page, { sub_prod_id }: TaskRow) => page.getByRole('article', { name: sub_prod_id });
/** Marks a page. The mark stays until the page is reloaded. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { openAllAlong: true }));
const wasReloaded = (page: Page) => page.evaluate(() => !('openAllAlong' in window));

/** Decides an appeal where it is shown, with a reason. */
async function decide(
  page: Page,
  task: TaskRow,
  decision: 'Uphold: no fault' | 'Dismiss: still a fault',
  reason: string,
): Promise<void> {
  await findAppeal(page, task).getByRole('button', { name: decision }).click();
  const title = `${decision.split(':')[0]} the appeal for ${task.sub_prod_id}?`;
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('textbox').fill(reason);
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard what you typed?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await dialog.getByRole('button', { name: decision, exact: true }).click();
}

/** Returns the first result of QC 1 for an editor's task, as the editor's quality figures count it. */
async function getCheckResult(editor: Caller, task: TaskRow): Promise<'refused' | 'passed' | 'not counted'> {
  const [date_from, date_to] = QUARTER.split('&').map((part) => part.slice(part.indexOf('=') + 1)) as [string, string];
  const hasTask = async (part: 'numerator' | 'remainder') => {
    const qualityQuery = { date_from, date_to, figure: 'qc1_yield', part, page_size: 200 } as const;
    return (await editor(endpoints.quality.tasks, qualityQuery)).results.some(
      ({ task_id }) => task_id === task.task_id,
    );
  };
  if (await hasTask('remainder')) return 'refused';
  return (await hasTask('numerator')) ? 'passed' : 'not counted';
}

test('an editor appeals a fault, which another QC removes by upholding the appeal', async ({ people, named }) => {
  const editor = people.call(EDITOR);
  const finder = people.call(QC);
  const task = await createTask(people.call('cs'), editor, named('Kein Fehler'), 'done');
  await reportFault(finder, task, 'The sky is green');
  const editorPage = await people.open(EDITOR, `/job/task?task=${task.task_id}`);
  const fault = editorPage.getByRole('dialog', { name: 'Task', exact: true });
  await markPage(editorPage);

  await test.step('the editor appeals with a reason', async () => {
    await fault.getByRole('button', { name: 'Appeal fault…' }).first().click();
    const dialog = editorPage.getByRole('dialog', { name: 'Appeal fault' });
    await dialog.getByRole('button', { name: 'Send appeal' }).click();
    await expect(dialog.getByText('Write why it is not a fault.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('The job notes ask for a green sky.');
    // Escape does not delete the typed text.
    await editorPage.keyboard.press('Escape');
    await editorPage
      .getByRole('dialog', { name: 'Discard what you typed?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    await expect(dialog.getByLabel('Reason')).toHaveValue('The job notes ask for a green sky.');
    await dialog.getByRole('button', { name: 'Send appeal' }).click();
    await expect(fault.getByText('Appealed: waiting for a decision').first()).toBeVisible();
    await expect(fault.getByRole('button', { name: 'Appeal fault…' })).toHaveCount(0);
    await expect.poll(() => getCheckResult(editor, task)).toBe('refused');
  });

  await test.step('the QC who found the fault cannot decide the appeal', async () => {
    const finderPage = await people.open(QC, '/job/blind-checks');
    await expect(
      findAppeal(finderPage, task).getByText('You worked on this task, so someone else decides.'),
    ).toBeVisible();
    for (const decision of ['Uphold: no fault', 'Dismiss: still a fault'])
      await expect(findAppeal(finderPage, task).getByRole('button', { name: decision })).toBeDisabled();
    const { results } = await finder(endpoints.appeal.list, { page_size: 200 });
    const { id, version } = results.find(({ task_id }) => task_id === task.task_id)!;
    const decided = finder(endpoints.appeal.decide, { id, version, upheld: false, decision: 'It stays' });
    await expect(decided).rejects.toMatchObject({ code: 'four_eyes' });
  });

  await test.step("another QC upholds the appeal, and the second decider sees the first decider's name", async () => {
    const [deciderPage, secondDeciderPage] = await Promise.all([
      people.open('qc2.pte', '/job/blind-checks'),
      people.open('leader.pte', '/job/blind-checks'),
    ]);
    await expect(findAppeal(deciderPage, task)).toContainText('The sky is green');
    await expect(findAppeal(deciderPage, task)).toContainText('The job notes ask for a green sky.');
    await findAppeal(secondDeciderPage, task).getByRole('button', { name: 'Dismiss: still a fault' }).click();
    const second = secondDeciderPage.getByRole('dialog', { name: /^Dismiss the appeal/ });
    await second.getByRole('textbox').fill('A green sky is a fault');
    await decide(deciderPage, task, 'Uphold: no fault', 'Agreed: the notes ask for it.');
    await expect(
      deciderPage.getByText(`Appeal upheld: the fault in ${task.sub_prod_id} no longer counts`),
    ).toBeVisible();
    await expect(findAppeal(deciderPage, task)).toHaveCount(0);
    await second.getByRole('button', { name: 'Dismiss: still a fault', exact: true }).click();
    await expect(second.getByRole('alert')).toContainText(
      'qc2.pte has already decided this appeal. Your decision was not saved.',
    );
    await expect(second.getByRole('alert')).toContainText('Appeal upheld: not a fault · Agreed: the notes ask for it.');
    await expect(second.getByRole('textbox')).toHaveValue('A green sky is a fault');
    await second.getByRole('button', { name: 'Close' }).last().click();
    await expect(second).toBeHidden();
    await secondDeciderPage.getByText('Decided', { exact: true }).click();
    await expect(findAppeal(secondDeciderPage, task).getByRole('region', { name: 'Decision' })).toContainText('Agreed');
  });

  await test.step('the editor reads the decision at the fault', async () => {
    await expect(fault.getByText('Appeal upheld: not a fault').first()).toBeVisible();
    await expect(fault.getByText('qc2.pte: Agreed: the notes ask for it.').first()).toBeVisible();
    expect(await wasReloaded(editorPage)).toBe(false);
    await expect.poll(() => getCheckResult(editor, task)).toBe('passed');
    await editorPage.goto(`/floor/quality?${QUARTER}&task_figure=qc1_yield&part=numerator`);
    await expect(editorPage.getByRole('listitem').filter({ hasText: task.sub_prod_id })).toContainText('Passed');
  });
});

test('a leader dismisses an appeal on a phone, and the editor reads the reason', async ({ people, named }) => {
  const editor = people.call(EDITOR);
  const task = await createTask(people.call('cs'), editor, named('Doch ein Fehler'), 'done');
  const found = await reportFault(people.call(QC), task, 'The horizon leans');
  const { events } = await editor(endpoints.task.history, { task_id: found.task_id });
  const fault_id = events.findLast(({ action }) => action === 'qc1_fault')!.id;
  await editor(endpoints.appeal.create, {
    task_id: task.task_id,
    fault_id,
    reason: 'The house leans, not the horizon.',
  });

  const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
  const [editorPage, deciderPage] = await Promise.all([
    people.open(EDITOR, `/job/task?task=${task.task_id}`, phone),
    people.open('leader.pte', '/job/blind-checks', phone),
  ]);
  await expect(findAppeal(deciderPage, task)).toContainText('The house leans');
  expect(await measureOverflow(deciderPage)).toBeLessThanOrEqual(0);
  await markPage(editorPage);
  await decide(deciderPage, task, 'Dismiss: still a fault', 'Its edges are upright, the horizon is not.');
  await expect(deciderPage.getByText(`Appeal dismissed: the fault in ${task.sub_prod_id} still counts`)).toBeVisible();
  await expect(editorPage.getByText('Appeal dismissed: still a fault').first()).toBeVisible();
  await expect(editorPage.getByText('leader.pte: Its edges are upright').first()).toBeVisible();
  expect(await wasReloaded(editorPage)).toBe(false);
  await expect.poll(() => getCheckResult(editor, task)).toBe('refused');
});
