import { endpoints } from '@darkroom/contract/endpoints';
import type { TaskRow } from '@darkroom/contract/task/task';
import { expect, type Page } from '@playwright/test';
import { addJob, test, type Caller } from './bureau.ts';
import { measureOverflow, rowOf } from './screens.ts';

const CHECK_PARAM = /[?&]check=\d+/;

/** Returns the task in the URL of the check view. */
const getCheckedTask = (page: Page) => Number(new URL(page.url()).searchParams.get('check'));
const findResultForm = (page: Page) => page.getByRole('region', { name: 'Result' });
const findInstructions = (page: Page) => page.getByRole('region', { name: 'Instructions' });

/** Creates a task of the test's own that an editor has submitted and that waits for QC 1. */
async function createSubmittedTask(customerService: Caller, editor: Caller, editor_id: number, name: string) {
  const job = await addJob(customerService, name);
  const find = async () => (await editor(endpoints.task.list, { job_id: job.job_id })).results[0]!;
  const pickTaskVersion = ({ task_id, version }: TaskRow) => ({ task_id, version });
  await editor(endpoints.task.assign, { tasks: [pickTaskVersion(await find())], editor: editor_id });
  await editor(endpoints.task.act, { ...pickTaskVersion(await find()), action: 'start' });
  await editor(endpoints.task.act, {
    ...pickTaskVersion(await find()),
    action: 'done',
    x1: 11,
    note: 'Brightened by hand',
  });
  return find();
}

/**
 * Releases the checks that a QC of the demo bureau has started and does the waiting rechecks. Only checks are then left
 * to come next.
 */
async function releaseChecks(qc: Caller): Promise<void> {
  for (const { task_id, version } of (await qc(endpoints.task.list, { scope: 'mine' })).results) {
    await qc(endpoints.task.act, { task_id, version, action: 'release_qc' });
  }
  for (const { task_id, version } of (await qc(endpoints.task.list, { scope: 'waiting', status: [14] })).results) {
    await qc(endpoints.task.act, { task_id, version, action: 'recheck' });
  }
}

const readId = async (call: Caller) => (await call(endpoints.user.me, {})).user.id;
const readTask = async (call: Caller, task_id: number) => (await call(endpoints.task.history, { task_id })).task;

test('a QC reports a fault, undoes, passes and releases with the keyboard', { tag: '@quick' }, async ({ people }) => {
  const editor = people.call('hieu.truong');
  const qc = people.call('vinh.tang');
  const me = await readId(qc);
  // The boss can read tasks that no longer belong to the QC.
  const boss = people.call('boss');
  await releaseChecks(qc);
  const task = await createSubmittedTask(people.call('cs'), editor, await readId(editor), 'Kontrolle mit Tasten');
  const page = await people.open('vinh.tang', `/job/task?tab=pool&text=${task.sub_prod_id}`);
  const keys = page.keyboard;

  await test.step('the start of a check opens the check view', async () => {
    await expect(rowOf(page, task.sub_prod_id)).toBeVisible();
    await expect(async () => {
      await keys.press('j');
      await expect(rowOf(page, task.sub_prod_id)).toBeFocused({ timeout: 100 });
    }).toPass({ intervals: [0] });
    await keys.press('s');
    await expect(page).toHaveURL(new RegExp(`check=${task.task_id}`));
    await expect(findInstructions(page)).toContainText('Kontrolle mit Tasten');
    await expect(findInstructions(page)).toContainText('1 fewer than ordered');
    await expect(findInstructions(page)).toContainText('Brightened by hand');
    await expect(page.getByText(/\d+ waiting · \d+ submitted today/)).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
  });

  await test.step('F, digits, Enter and a note report a fault, and the next check starts', async () => {
    await keys.press('f');
    await expect(findResultForm(page).getByRole('checkbox').first()).toBeFocused();
    await keys.press('1');
    await keys.press('3');
    await expect(findResultForm(page).getByRole('checkbox').nth(0)).toBeChecked();
    await expect(findResultForm(page).getByRole('checkbox').nth(2)).toBeChecked();
    await keys.press('Enter');
    await expect(findResultForm(page).getByLabel('Fault Note')).toBeFocused();
    await keys.type('Pull the window: p, f and r are letters here');
    await keys.press('Control+Enter');
    await expect(page.getByText(`Fault in ${task.sub_prod_id} reported`)).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(`check=${task.task_id}\\b`));
    await expect(page).toHaveURL(CHECK_PARAM);
    const taskWithFault = await readTask(boss, task.task_id);
    expect(taskWithFault.status).toBe(10);
  });
  const next = getCheckedTask(page);
  await expect(findInstructions(page)).toBeVisible();
  expect([(await readTask(boss, next)).first_qc, (await readTask(boss, next)).second_qc]).toContain(me);

  await test.step('U undoes the fault and the start after it', async () => {
    await keys.press('u');
    await expect(page.getByText('Undone')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`check=${task.task_id}`));
    await expect(findInstructions(page)).toContainText('QC1 Started');
    const waitingTask = await readTask(boss, next);
    expect([4, 6, 12]).toContain(waitingTask.status);
  });

  await test.step('P passes the check', async () => {
    // The form shows the written text again. Escape leaves the field.
    await expect(findResultForm(page).getByLabel('Fault Note')).toHaveValue(/^Pull the window/);
    await expect(findResultForm(page).getByRole('checkbox').first()).toBeFocused();
    await keys.press('Escape');
    await expect(findResultForm(page).getByRole('button', { name: /^Pass QC 1/ })).toBeEnabled();
    await keys.press('p');
    await expect(page.getByText(`${task.sub_prod_id} passed QC 1`)).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(`check=${task.task_id}\\b`));
    expect((await readTask(boss, task.task_id)).status).toBe(6);
  });

  await test.step('R releases the check, and the next check waits for its start', async () => {
    await expect(page).toHaveURL(CHECK_PARAM);
    const releasedTask = getCheckedTask(page);
    await expect(findResultForm(page).getByRole('button', { name: /^Release/ })).toBeEnabled();
    await keys.press('r');
    await expect(page).toHaveURL(/check=next/);
    expect([4, 6, 12]).toContain((await readTask(boss, releasedTask)).status);
    await expect(page.getByRole('button', { name: 'Start next check' })).toBeVisible();
  });
});

test('Continue is the only step when one started check remains', async ({ people }) => {
  const editor = people.call('hieu.truong');
  const qc = people.call('vinh.tang');
  await releaseChecks(qc);
  const { task_id, version } = await createSubmittedTask(
    people.call('cs'),
    editor,
    await readId(editor),
    'Weiter mit der Kontrolle',
  );
  await qc(endpoints.task.act, { task_id, version, action: 'start_qc1' });
  const page = await people.open('vinh.tang', '/job/task?check=next');
  await expect(page.getByRole('heading', { name: 'You have a check in progress' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start next check' })).toBeHidden();
  await page.getByRole('button', { name: 'Continue check' }).click();
  await expect(page).toHaveURL(new RegExp(`check=${task_id}\\b`));
  await expect(findInstructions(page)).toContainText('Weiter mit der Kontrolle');
});

test('a QC checks task after task by mouse, and stops after one', async ({ people }) => {
  const qc = people.call('tuyet.doan');
  await releaseChecks(qc);
  const page = await people.open('tuyet.doan', '/job/task');

  await page.getByRole('button', { name: 'Check one after another' }).click();
  const start = page.getByRole('button', { name: /^(Start next check|Continue check)$/ });
  // A QC with a started check continues it. A QC without one starts a new check.
  await expect(start.or(findResultForm(page))).toBeVisible();
  if (await start.isVisible()) await start.click();
  await expect(page).toHaveURL(CHECK_PARAM);
  const first = getCheckedTask(page);

  await findResultForm(page)
    .getByRole('button', { name: /^Pass QC/ })
    .click();
  await expect(page).not.toHaveURL(new RegExp(`check=${first}\\b`));
  await expect(page).toHaveURL(CHECK_PARAM);
  const second = getCheckedTask(page);
  await expect(findInstructions(page)).toBeVisible();
  expect([5, 7]).toContain((await readTask(qc, second)).status);

  await page.getByRole('checkbox', { name: 'Stop after this one' }).check();
  await findResultForm(page)
    .getByRole('button', { name: /fault$|fault F$/i })
    .click();
  await findResultForm(page).getByRole('button', { name: 'Report fault' }).click();
  await expect(findResultForm(page).getByText('Choose at least one fault type.')).toBeVisible();
  await expect(findResultForm(page).getByText('Write what has to be fixed.')).toBeVisible();
  await expect(findResultForm(page).getByRole('checkbox').first()).toBeFocused();
  await findResultForm(page).getByRole('checkbox').first().check();
  await findResultForm(page).getByLabel('Fault Note').fill('Straighten the horizon');
  await findResultForm(page).getByRole('button', { name: 'Report fault' }).click();
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  await expect(page).not.toHaveURL(/check=/);

  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page).toHaveURL(new RegExp(`check=${second}`));
  await expect(findResultForm(page).getByLabel('Fault Note')).toHaveValue('Straighten the horizon');
  await findResultForm(page).getByRole('button', { name: 'Back to the check' }).click();
  await findResultForm(page)
    .getByRole('button', { name: /^Release/ })
    .click();
  await expect(page).toHaveURL(/check=next/);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
});

test('pressing P while the next check loads passes the previous check, not the next one', async ({ people }) => {
  const editor = people.call('hoa.bui');
  const qc = people.call('trung.nghiem');
  await releaseChecks(qc);
  const cs = people.call('cs');
  const startCheck = async (name: string) => {
    const task = await createSubmittedTask(cs, editor, await readId(editor), name);
    return qc(endpoints.task.act, { task_id: task.task_id, version: task.version, action: 'start_qc1' });
  };
  const first = await startCheck('Vorher gedrückt 1');
  const next = await startCheck('Vorher gedrückt 2');
  const page = await people.open('trung.nghiem', `/job/task?check=${first.task_id}`);
  await expect(findResultForm(page).getByRole('button', { name: /^Pass QC 1/ })).toBeFocused();
  await expect(page).toHaveTitle(/Check.* · Darkroom$/);
  // Keys are pressed in the page itself while the next check loads, because a test is slower than a finger.
  const pressed = page.evaluate(
    ([name, response]) =>
      new Promise<void>((resolve) => {
        const pressWhenShown = () => {
          if (document.body.textContent?.includes(response)) return resolve();
          if (document.querySelector('main')?.textContent?.includes(name))
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }));
          return requestAnimationFrame(pressWhenShown);
        };
        pressWhenShown();
      }),
    ['Vorher gedrückt 2', 'is the next check. Look at it first'] as const,
  );
  await page.keyboard.press('p');
  await pressed;
  await expect(page.getByText('is the next check. Look at it first')).toBeVisible();
  expect((await readTask(qc, next.task_id)).status).toBe(5);
  await expect(async () => {
    await page.keyboard.press('p');
    expect((await readTask(people.call('boss'), next.task_id)).status).toBe(6);
  }).toPass();
});

test('a check taken by another user keeps its input and offers the next check', async ({ people }) => {
  const editor = people.call('hoa.bui');
  const task = await createSubmittedTask(people.call('cs'), editor, await readId(editor), 'Weggenommen 4');
  const qc = people.call('trung.nghiem');
  await qc(endpoints.task.act, { task_id: task.task_id, version: task.version, action: 'start_qc1' });
  const page = await people.open('trung.nghiem', `/job/task?check=${task.task_id}`);
  await findResultForm(page)
    .getByRole('button', { name: /^Report QC 1 fault/ })
    .click();
  await findResultForm(page).getByLabel('Fault Note').fill('The left window is burnt out');

  const { version } = await readTask(qc, task.task_id);
  await people.call('leader.pte')(endpoints.task.act, { task_id: task.task_id, version, action: 'release_qc' });
  await expect(findResultForm(page).getByText('leader.pte released this check.')).toBeVisible();
  await expect(findResultForm(page).getByLabel('Fault Note')).toHaveValue('The left window is burnt out');
  await expect(findResultForm(page).getByRole('button', { name: /^Review/ })).toBeVisible();
});

test('on a phone the check form is completely visible, even under long instructions', async ({ people }) => {
  const editor = people.call('hung.do');
  const { task_id, sub_prod_id, version } = await createSubmittedTask(
    people.call('cs'),
    editor,
    await readId(editor),
    'Ngón cái 5',
  );
  const notes = 'Giữ màu trời và đường chân trời thẳng\n'.repeat(20);
  const task = await people.call('boss')(endpoints.task.updateNotes, { task_id, version, notes });
  await people.call('trang.thai')(endpoints.task.act, { task_id, version: task.version, action: 'start_qc1' });
  const phone = await people.open('trang.thai', `/job/task?check=${task_id}`, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const pass = findResultForm(phone).getByRole('button', { name: /^Pass QC 1/ });
  await expect(pass).toBeInViewport({ ratio: 1 });
  await expect(findResultForm(phone).getByRole('button', { name: /^Release/ })).toBeInViewport({ ratio: 1 });
  expect((await pass.boundingBox())?.y).toBeGreaterThan(740 * 0.6);
  expect(await measureOverflow(phone)).toBeLessThanOrEqual(0);

  // A form that is longer than its space scrolls, and can be submitted from any position.
  await findResultForm(phone)
    .getByRole('button', { name: /^Report QC 1 fault/ })
    .tap();
  await expect(findResultForm(phone).getByRole('button', { name: 'Report fault' })).toBeInViewport({ ratio: 1 });
  const note = findResultForm(phone).getByLabel('Fault Note');
  await note.fill('The left window is burnt out');
  await expect(note).toBeInViewport({ ratio: 0.9 });
  await findResultForm(phone).getByRole('button', { name: 'Back to the check' }).tap();
  await pass.tap();
  await expect(phone.getByText(`${sub_prod_id} passed QC 1`)).toBeVisible();
});
