import { endpoints } from '@darkroom/contract/endpoints';
import { calculateFigure } from '@darkroom/domain/quality/figures';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';
import { QUARTER } from './screen-list.ts';

test('a leader reads a figure with its tasks, and an editor compares with the average', async ({ people }) => {
  const page = await people.open('leader.pte', `/floor/quality?${QUARTER}&by=category`);
  const search = new URL(page.url()).searchParams;
  const period = { date_from: search.get('from') ?? '', date_to: search.get('to') ?? '' };
  const { total } = await people.call('leader.pte')(endpoints.quality.report, { ...period, by: 'category' });
  const { value } = calculateFigure(total, 'qc1_yield');
  const figure = page.getByRole('button', { name: `${value}%`, exact: true });
  await figure.first().hover();
  await expect(page.getByRole('tooltip')).toContainText('passed their first QC 1 check');
  await expect(page.getByRole('img', { name: /^First-Pass Yield, QC 1:/ })).toBeVisible();

  await test.step('the list has as many tasks as the figure, by URL', async () => {
    await page.getByRole('button', { name: 'First-Pass Yield, QC 1: Show tasks' }).click();
    const drawer = page.getByRole('dialog', { name: 'First-Pass Yield, QC 1' });
    await expect(drawer.getByText('With faults')).toBeVisible();
    await expect(drawer.getByRole('listitem').first()).toBeVisible();
    await expect(page).toHaveURL(/task_figure=qc1_yield/);
    const rest = await people.call('leader.pte')(endpoints.quality.tasks, {
      ...period,
      figure: 'qc1_yield',
      part: 'remainder',
    });
    expect(rest.total_items).toBe(total.qc1_first - total.qc1_passed);
    await page.goBack();
    await expect(drawer).toBeHidden();
  });

  await test.step('the table is exported', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /Excel/ }).click();
    expect((await download).suggestedFilename()).toMatch(/^quality-.*\.xlsx$/);
  });

  const editorPage = await people.open('editor.pte', `/floor/quality?${QUARTER}`, {
    viewport: { width: 360, height: 780 },
  });
  await expect(editorPage.getByRole('heading', { name: 'My quality' })).toBeVisible();
  await expect(editorPage.getByText(/^workstream average: /).first()).toBeVisible();
});
