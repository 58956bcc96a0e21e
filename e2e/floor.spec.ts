import { endpoints } from '@darkroom/contract/endpoints';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { expect } from '@playwright/test';
import axe from 'axe-core';
import { addJob, test } from './bureau.ts';
import { waitUntilSettled } from './screens.ts';

const TV_VIEWPORT = { width: 1920, height: 1080 };

test.describe('floor board', () => {
  test(
    'a leader sees five sections with names, and opens the tasks of a figure',
    { tag: '@quick' },
    async ({ people }) => {
      const page = await people.open('leader.pte', '/floor');
      await waitUntilSettled(page);
      const bands = page.locator('[data-band]');
      await expect(bands).toHaveCount(5);
      await expect(bands.getByRole('heading')).toHaveText(['Waiting', 'Editing', 'QC 1', 'QC 2', 'To complete']);
      await expect(page.getByRole('region', { name: 'Working' }).getByRole('listitem').first()).toBeVisible();
      // A tooltip explains each figure.
      await bands.first().getByRole('button').first().focus();
      await expect(page.getByRole('tooltip')).toContainText('Open tasks at this stage');
      await bands.first().getByRole('link', { name: 'Waiting' }).click();
      await expect(page).toHaveURL(/\/job\/task\?.*band=/);
      await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
      await expect(page.getByText('Stage: Waiting')).toBeVisible();
    },
  );

  test('a TV board link shows the floor live without names or scrolling until revoked', async ({
    people,
    named,
    browser,
  }) => {
    const admin = await people.open('admin', '/floor');
    await admin.getByRole('button', { name: 'Create TV board link' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Create TV board link' });
    await dialog.getByLabel('Location').fill('Second floor');
    await dialog.getByRole('button', { name: 'Create TV board link' }).click();
    const linkDialog = admin.getByRole('dialog', { name: 'TV board link created' });
    const link = await linkDialog.getByRole('textbox', { name: 'TV board link' }).inputValue();
    await linkDialog.getByRole('button', { name: 'Done' }).click();
    await expect(admin.getByText('Second floor')).toBeVisible();

    const screen = await (await browser.newContext({ viewport: TV_VIEWPORT, colorScheme: 'light' })).newPage();
    const requestedUrls: string[] = [];
    screen.on('request', (request) => requestedUrls.push(request.url()));
    await screen.goto(link);
    await expect(screen.locator('[data-band]')).toHaveCount(5);
    await expect(screen).toHaveURL(/\/tv-board\?lng=en$/);
    expect(requestedUrls.filter((url) => url.includes('#') || /[?&/]w[\w-]{43}/.test(url))).toEqual([]);
    expect(await screen.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
    const hasScrollbars = () =>
      screen.evaluate(() => {
        const darkRoot = document.querySelector('[data-theme=dark]')!;
        return [darkRoot.scrollHeight - darkRoot.clientHeight, darkRoot.scrollWidth - darkRoot.clientWidth];
      });
    expect(await hasScrollbars()).toEqual([0, 0]);
    await expect(screen.getByText(/\d+ (person|people) working/)).toBeVisible();
    await expect(screen.getByText('Nguyễn Tuấn Anh')).toHaveCount(0);
    await screen.evaluate(axe.source);
    const faults = await screen.evaluate(() =>
      (window as never as { axe: typeof axe }).axe.run({ runOnly: ['wcag2a', 'wcag2aa'] }),
    );
    expect(
      faults.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
    ).toEqual([]);

    // A leader's step appears on the TV board a moment later.
    const figure = screen.locator('[data-band=waiting]').getByRole('button').first();
    await addJob(people.call('cs'), named('Für die Wand'));
    const call = people.call('admin');
    await expect(async () => {
      // Other tests submit and take work at the same time, so the server's own count is the expected value.
      const { bands } = await call(endpoints.floor.board, {});
      const waiting = bands.find(({ band }) => band === 'waiting')!.tasks;
      expect(Number(await figure.innerText())).toBe(waiting);
    }).toPass();

    await admin.getByRole('button', { name: 'Revoke: Second floor' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(screen.getByRole('heading', { name: 'This TV board link no longer works.' })).toBeVisible();
    await expect(admin.getByText('Second floor')).toHaveCount(0);
    await expect(admin.getByRole('heading', { name: 'Floor', level: 1 })).toBeVisible();
  });
});

test.describe('shift handovers', () => {
  test('the shift handover is stored, and the next one shows the changes since then', async ({ people }) => {
    const page = await people.open('leader.pte', '/floor/shift-handover');
    await waitUntilSettled(page);
    await expect(page.getByRole('region', { name: 'Late' })).toBeVisible();
    await page.getByRole('button', { name: 'Save handover' }).click();
    await expect(page.getByText(/Changes since the handover of/)).toBeVisible();
    await page.getByText('Morning', { exact: true }).click();
    await expect(page).toHaveURL(/shift=morning/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('morning');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF' }).click();
    expect((await file).suggestedFilename()).toMatch(/^shift-handover-.*\.pdf$/);
  });

  test('a past day shows its floor, and a future day has no shift handover', async ({ people }) => {
    const page = await people.open('leader.pte', '/floor/shift-handover');
    await waitUntilSettled(page);
    const today = dayOf(Date.now());
    const day = page.getByRole('textbox', { name: 'Day' });
    await expect(page.getByText('Up to 31 days back. A shift that has not started has no handover.')).toBeVisible();
    // A future day cannot be selected.
    await day.click();
    await expect(page.locator(`td[title="${addDays(today, 1)}"]`)).toHaveClass(/disabled/);
    await day.fill(addDays(today, -1));
    await day.press('Enter');
    await expect(page).toHaveURL(new RegExp(`date=${addDays(today, -1)}`));
    await expect(page.getByText(/^As of .* 00:00/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Late' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Tasks of people who are away' })).toContainText(
      'Shown only for today.',
    );
    // A URL of a time without a shift handover says why there is none.
    await page.goto(`/floor/shift-handover?date=${addDays(today, 1)}`);
    await expect(page.getByText('This period has not started yet.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save handover' })).toBeDisabled();
    await page.goto(`/floor/shift-handover?date=${addDays(today, -32)}`);
    await expect(page.getByText('Choose a time within the last 31 days.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Today’s shift handover' }).click();
    await expect(page.getByRole('region', { name: 'Late' })).toBeVisible();
  });
});
