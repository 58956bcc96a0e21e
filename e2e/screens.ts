import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** Returns the row of a list, by a text in it. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Returns the figure under its name, as in the foot of bulk add. */
export const figure = (page: Page, name: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');

/** Returns the card of the task page: the current task or the next one. */
export const card = (page: Page): Locator => page.getByRole('region', { name: /^(Now|Next)$/ });

/** Opens a list on the task page and waits for the task in it. */
export async function findTask(page: Page, tab: string | null, sub_prod_id: string): Promise<void> {
  if (tab) await page.getByRole('tab', { name: new RegExp(tab) }).click();
  const search = page.getByRole('searchbox', { name: 'Search prod ID or job name' });
  if (tab === null || tab === 'Available') {
    await search.fill(sub_prod_id);
    // The row can be in the list before the search. It would move away under a press at that time.
    await expect(page.locator('[data-row]').filter({ hasNotText: sub_prod_id })).toHaveCount(0);
  }
  await expect(rowOf(page, sub_prod_id)).toBeVisible();
}

/** Presses a step of a task on the card if it is there, else in its row. */
export async function pressStep(page: Page, sub_prod_id: string, step: string): Promise<void> {
  const place = card(page).filter({ hasText: sub_prod_id }).or(rowOf(page, sub_prod_id));
  // A task that was just taken is on the card and in its row. The card comes first.
  await place.getByRole('button', { name: step, exact: true }).first().click();
}

/** Opens the form of the check view, which opens with the check. After the check, the list is shown again. */
export async function openCheckForm(page: Page, sub_prod_id: string): Promise<Locator> {
  await expect(page.getByRole('region', { name: 'Instructions' })).toContainText(sub_prod_id);
  await page.getByRole('checkbox', { name: 'Stop after this one' }).check();
  return page.getByRole('region', { name: 'Result' });
}

/** Opens the details of a task by pressing its row. */
export async function openTask(page: Page, sub_prod_id: string): Promise<Locator> {
  await rowOf(page, sub_prod_id).getByText(sub_prod_id).click();
  const drawer = page.getByRole('dialog', { name: 'Task' });
  await expect(drawer).toContainText(sub_prod_id);
  return drawer;
}

/** Measures the pixels that the page scrolls sideways. 0 is expected. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth);

/**
 * Finds targets lower or narrower than 24 px, which a thumb would miss (WCAG 2.2, 2.5.8). Links in a line of text are
 * exempt, as in the standard.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MIN_SIZE = 24;
    const TARGET_SELECTOR =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="menuitem"]';
    // Element that receives the press for a field: its label or the box around it.
    const FRAME_SELECTOR =
      'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-checkbox-wrapper, .ant-radio-wrapper, .ant-segmented-item';
    return [...document.querySelectorAll<HTMLElement>(TARGET_SELECTOR)].flatMap((element) => {
      if (element.matches(':disabled, [type="hidden"], [type="file"], [aria-hidden="true"], [aria-hidden="true"] *'))
        return [];
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      const pressed = element.closest<HTMLElement>(FRAME_SELECTOR) ?? element;
      const { width, height } = pressed.getBoundingClientRect();
      const { display, position, clipPath } = getComputedStyle(element);
      const inText = element.tagName === 'A' && display === 'inline';
      // Hidden until it has the focus, as the skip link is, or covered by the element that is drawn for it.
      const isHidden = width <= 1 || height <= 1 || (position === 'absolute' && clipPath !== 'none');
      if (inText || isHidden || (width >= MIN_SIZE - 0.5 && height >= MIN_SIZE - 0.5)) return [];
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      return [
        `${Math.round(width)} × ${Math.round(height)} ${element.tagName.toLowerCase()}.${pressed.classList[0] ?? ''} “${text}”`,
      ];
    });
  });

/** Waits until the screen is complete: nothing loads and nothing moves. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === 'running').length),
    )
    .toBe(0);
}

/** Measures the cells of the table: cut texts, and cells outside the window. */
export const measureTable = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
    const readText = (element: Element) => element.textContent?.trim() ?? '';
    const findAll = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const names = findAll('[data-cells] td[data-kind="name"]').filter((cell) => readText(cell) !== '');
    const scroller = document.querySelector('[data-cells]');
    return {
      rows: findAll('[data-cells] tr[data-row]').length,
      figures: findAll('[data-cells] td[data-kind="exact"]').length,
      cutFigures: findAll('[data-cells] td[data-kind="exact"]').filter(isCut).map(readText),
      cutHeads: findAll('[data-cells] th').filter(isCut).map(readText),
      names: names.length,
      cutNames: names
        .filter((cell) => isCut(cell) || [...cell.querySelectorAll('[data-ellipsis]')].some(isCut))
        .map(readText),
      outside: findAll('main button, main a')
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
        .map(readText),
      sideways: (scroller?.scrollWidth ?? 0) - (scroller?.clientWidth ?? 0),
    };
  });

/**
 * Delays responses until the returned function is called. The responses then arrive, or the result of `answer` instead.
 */
export async function holdResponses(
  page: Page,
  url: RegExp,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(page, url, async (route) => {
    await released;
    await answer(route);
  });
  return release;
}

/** Responds to requests to these paths with `answer` from now on. */
export async function intercept(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => Promise<void>,
  options?: { times?: number },
): Promise<void> {
  await page.route(url, answer, options);
  await waitForRoutes(page);
}

/** Waits until a request is intercepted. A page applies its first route a moment after it is set. */
async function waitForRoutes(page: Page): Promise<void> {
  const probe = /\/held-back$/;
  let isIntercepted = false;
  await page.route(probe, async (route) => {
    isIntercepted = true;
    await route.fulfill({ status: 204 });
  });
  await expect
    .poll(async () => {
      await page.evaluate(() => fetch('/held-back').then(() => undefined));
      return isIntercepted;
    })
    .toBe(true);
  await page.unroute(probe);
}

/** Checks a long list: it scrolls, draws only visible rows, and selects as fast as a short list. */
export async function checkLongList(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('row').nth(20)).toBeVisible();
  const fiftyRowsMs = await measureSelecting(page);
  const address = new URL(page.url());
  await page.goto(`${address.pathname}?page_size=1000`);
  const table = page.getByRole('table', { name });
  await expect(page.getByText(/^1–1,000 of/)).toBeVisible();
  await expect(table).toHaveAttribute('aria-rowcount', /\d+/);
  expect(await page.getByRole('row').count()).toBeLessThan(120);
  const scroller = table.locator('xpath=..');
  await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
  await expect(
    page.locator('tr[aria-rowindex="501"]').or(page.locator('tr[aria-rowindex="490"]')).first(),
  ).toBeVisible();
  const thousandRowsMs = await measureSelecting(page);
  const { blank, still, moving } = await measureScrolling(scroller);
  process.stdout.write(
    `${name}: selecting one of 50 rows ${fiftyRowsMs} ms, of 1,000 ${thousandRowsMs} ms; a frame ${still} ms at rest, ${moving} ms scrolling\n`,
  );
  // On a busy machine both measurements are slow.
  expect(thousandRowsMs).toBeLessThan(Math.max(100, 2 * fiftyRowsMs));
  expect(blank).toBe(0);
}

/**
 * Measures the milliseconds from the press on a visible row to the frame that shows it selected. Returns the lowest of
 * nine, because other work only adds time.
 */
async function measureSelecting(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const times: number[] = [];
    for (let n = 0; times.length < 9; n += 1) {
      const rows = [...document.querySelectorAll<HTMLElement>('tbody tr[data-row]')];
      const row = rows[Math.floor(rows.length / 2) + n];
      const box = row?.querySelector<HTMLInputElement>('input[data-select]');
      if (!row || !box) throw new Error('No row to select');
      const startedAt = performance.now();
      box.click();
      // Changes of other tests can replace the row in the meantime. The measurement is then not valid.
      while (row.isConnected && row.dataset.selected !== 'true')
        await new Promise((next) => requestAnimationFrame(next));
      if (row.isConnected) times.push(performance.now() - startedAt);
    }
    return Math.round(Math.min(...times));
  });
}

/** Scrolls as fast as a mouse wheel. Counts frames with a gap instead of rows, and measures the duration of frames. */
async function measureScrolling(scroller: Locator): Promise<{ blank: number; still: number; moving: number }> {
  return scroller.evaluate(async (element) => {
    const findMedian = (times: number[]) =>
      Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
    const measureFrames = async (by: number) => {
      const times: number[] = [];
      let blank = 0;
      for (let n = 0; n < 30; n += 1) {
        const startedAt = performance.now();
        element.scrollTop += by;
        await new Promise((next) => requestAnimationFrame(next));
        times.push(performance.now() - startedAt);
        const { left, top, bottom, width } = element.getBoundingClientRect();
        for (const y of [top + 60, (top + bottom) / 2, bottom - 30]) {
          if (!document.elementFromPoint(left + width / 2, y)?.closest('tr[data-group]')) blank += 1;
        }
      }
      return { blank, time: findMedian(times) };
    };
    const idleFrames = await measureFrames(0);
    const moved = await measureFrames(120);
    return { blank: idleFrames.blank + moved.blank, still: idleFrames.time, moving: moved.time };
  });
}

export const keySheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

/** Opens the list of shortcuts by its key and returns the keys in it. */
export async function readListedKeys(page: Page): Promise<string[]> {
  await page.keyboard.press('?');
  await expect(keySheet(page)).toBeVisible();
  const keys = await keySheet(page).locator('kbd').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(keySheet(page)).toBeHidden();
  return keys;
}
