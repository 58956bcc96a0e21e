import { loadavg } from 'node:os';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { toMonthParam, cellOf, copyToClipboard, expectSaved, listPaidMembers } from './allowance-members.ts';

// Only on demand, `npm run bench:sheet`: the time from a key or a paste until the screen shows the new totals, on a
// sheet of sixty people. Each median has a limit of 100 ms.
const MONTH = { year: 2011, month: 8 };
const ROUNDS = 15;
const MAX_MS = 100;

/** Listens for keys and pastes. Records the time to the next frame, and true if this frame has all changes. */
async function recordPace(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: { kind: string; ms: number; total: string }[] = [];
    Object.assign(window, { kept: times });
    const measureAfter = (event: Event, kind: string) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // Arrives after this frame is drawn.
        port1.addEventListener('message', () => {
          const total = document.querySelector('[role="grid"] [role="row"]:last-child')?.textContent ?? '';
          times.push({ kind, ms: performance.now() - event.timeStamp, total });
        });
        port1.start();
        port2.postMessage(null);
      });
    };
    const CTRL = new Set(['Control', 'Shift']);
    window.addEventListener(
      'keydown',
      (event) => {
        if (!CTRL.has(event.key) && event.key !== 'v')
          measureAfter(event, `${event.ctrlKey ? 'Ctrl ' : ''}${event.key}`);
      },
      true,
    );
    window.addEventListener('paste', (event) => measureAfter(event, 'paste'), true);
  });
}

interface Timed {
  kind: string;
  ms: number;
  /** Total below the sheet in that frame. */
  total: string;
}
const readTimes = (page: Page): Promise<Timed[]> => page.evaluate(() => (window as unknown as { kept: Timed[] }).kept);

test('the sheet shows each key and paste within its limit', async ({ people, named }) => {
  const { results } = await listPaidMembers(people.call('boss'), MONTH, named);
  const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
  const page = await people.open('accountant', `/allowance/meal?month=${toMonthParam(MONTH)}`, clipboard);
  const first = results[0]!.full_name;
  await cellOf(page, first, 1).click();
  await copyToClipboard(
    page,
    results.map((_, index) => Array.from({ length: 31 }, (_day, day) => String(((index + day) % 3) + 1))),
  );
  await page.keyboard.press('Control+v');
  await expectSaved(page);
  await recordPace(page);
  const lines: string[] = [];
  const measureTimes = async (label: string, count: number, runOnce: (at: number) => Promise<void>) => {
    const from = (await readTimes(page)).length;
    for (let at = 0; at < count; at++) {
      await runOnce(at);
      await expect.poll(async () => (await readTimes(page)).length).toBeGreaterThan(from + at);
    }
    const of = (await readTimes(page)).slice(from);
    // A frame without the new total does not count.
    const distinctTotals = new Set(of.map(({ total }) => total)).size;
    const sorted = of.map(({ ms }) => ms).sort((a, b) => a - b);
    const formatShare = (share: number) =>
      (sorted[Math.floor((sorted.length - 1) * share)] ?? NaN).toFixed(0).padStart(5);
    lines.push(
      `${label.padEnd(42)} ${formatShare(0.5)} ${formatShare(0.95)} ${formatShare(1)}   ${of.length} times, ${distinctTotals} totals seen`,
    );
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? Infinity;
  };
  const medians: number[] = [];
  await measureTimes('a key that changes nothing', ROUNDS, () => page.keyboard.press('F9'));
  const goToFirstCell = async () => {
    await cellOf(page, first, 1).click();
  };
  medians.push(await measureTimes('a value typed', ROUNDS * 2, (at) => page.keyboard.press(String((at % 3) + 1))));
  medians.push(await measureTimes('an arrow', ROUNDS * 2, () => page.keyboard.press('ArrowRight')));
  await goToFirstCell();
  medians.push(
    // A key press is about as long as a save, so earlier values are being sent at the same time.
    await measureTimes('a value typed while others are saved', ROUNDS * 2, (at) =>
      page.keyboard.press(String((at % 3) + 1), { delay: 90 }),
    ),
  );
  await expectSaved(page);
  await goToFirstCell();
  for (const [label, count] of [
    ['pasted, a week of everybody', 7],
    ['pasted, the whole month of everybody', 31],
  ] as const) {
    medians.push(
      await measureTimes(label, ROUNDS, async (at) => {
        await copyToClipboard(
          page,
          results.map(() => Array.from({ length: count }, () => String((at % 3) + 1))),
        );
        await page.keyboard.press('Control+v');
      }),
    );
    await expectSaved(page);
  }
  // Fills all days of the first person in turn, then the days of all people.
  medians.push(
    await measureTimes('filled down, the whole month of everybody', ROUNDS, async (at) => {
      await cellOf(page, first, 1).click();
      const before = (await readTimes(page)).length;
      await page.keyboard.press(String((at % 3) + 1));
      await page.keyboard.press('Control+a');
      await expect.poll(async () => (await readTimes(page)).length).toBe(before + 2);
      await page.evaluate(() => {
        (window as unknown as { kept: Timed[] }).kept.splice(-2);
      });
      await page.keyboard.press('Control+d');
    }),
  );
  await expectSaved(page);
  medians.push(await measureTimes('taken back, one such step', 10, () => page.keyboard.press('Control+z')));
  await expectSaved(page);
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${results.length} people, 31 days, a load of ${load}; ms until the picture with it`);
  console.log(`${''.padEnd(42)} median  p95  most\n${lines.join('\n')}`);
  expect(Math.max(...medians)).toBeLessThanOrEqual(MAX_MS);
  const { totals } = await people.call('accountant')(endpoints.allowance.list, { ...MONTH, page_size: 200 });
  expect(totals.total_meal).toBeGreaterThan(0);
});
