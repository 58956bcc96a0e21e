import { expect, type Locator, type Page } from '@playwright/test';

/** A row of a list, found by words that stand in it. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** A figure that stands under its name, as in the foot of the bulk add. */
export const figure = (page: Page, name: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');

/** The card of the task page: what one works on now, or what comes next. */
export const card = (page: Page): Locator => page.getByRole('region', { name: /^(Now|Next)$/ });

/** Opens one of one's own lists on the task page and waits for the task to stand in it. */
export async function findTask(page: Page, tab: string | null, sub_prod_id: string): Promise<void> {
  if (tab) await page.getByRole('tab', { name: new RegExp(tab) }).click();
  const search = page.getByRole('searchbox', { name: 'Search tasks' });
  if (tab === null || tab === 'Could take') await search.fill(sub_prod_id);
  await expect(rowOf(page, sub_prod_id)).toBeVisible();
}

/** Presses a step of a task where it stands in sight: on the card when it is there, else in its row. */
export async function pressStep(page: Page, sub_prod_id: string, step: string): Promise<void> {
  const place = card(page).filter({ hasText: sub_prod_id }).or(rowOf(page, sub_prod_id));
  await place.getByRole('button', { name: step, exact: true }).click();
}

/** The verdict of the check view, which the start of a check opens; after it one is back in the list. */
export async function checking(page: Page, sub_prod_id: string): Promise<Locator> {
  await expect(page.getByRole('region', { name: 'What was asked' })).toContainText(sub_prod_id);
  await page.getByRole('checkbox', { name: 'Stop after this one' }).check();
  return page.getByRole('region', { name: 'Verdict' });
}

/** Opens a task in full by pressing its row. */
export async function openTask(page: Page, sub_prod_id: string): Promise<Locator> {
  await rowOf(page, sub_prod_id).getByText(sub_prod_id).click();
  const drawer = page.getByRole('dialog', { name: 'Task' });
  await expect(drawer).toContainText(sub_prod_id);
  return drawer;
}

/** Whether the page scrolls sideways, which it never may. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth);

/** Waits until the screen shows what it will show: nothing loads and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length))
    .toBe(0);
}

/** Holds answers back until the returned function is called. */
export async function holdBack(page: Page, url: RegExp): Promise<() => void> {
  let comes = () => {};
  const come = new Promise<void>((resolve) => {
    comes = resolve;
  });
  await page.route(url, async (route) => {
    await come;
    await route.continue();
  });
  return comes;
}
