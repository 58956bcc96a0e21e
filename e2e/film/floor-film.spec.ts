import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFormat } from '../../apps/web/src/lib/i18n/format.ts';
import { test } from '../bureau.ts';
import { waitUntilSettled } from '../screens.ts';
import { signInAll, DAY_MS, simulateDay, WORKER_COUNT } from './day.ts';
import { getFilmTarget, takePicture, saveFilm, type Frame } from './film.ts';

// Only on demand: npm run film -- floor
/** The TV board refreshes at most once a second. */
const EVERY_MS = 1000;
const LAST_MS = 3000;

test.describe.configure({ timeout: 600_000 });

test('the TV board shows a working day of the bureau in a minute', async ({ people, browser }) => {
  const { number } = createFormat('en');
  const { token } = await people.call('admin')(endpoints.tvBoard.create, { name: 'Film', names: true });
  await signInAll(people.call);
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, reducedMotion: 'reduce' });
  const tvBoard = await context.newPage();
  await tvBoard.goto(`/tv-board?lng=en#${token}`);
  await waitUntilSettled(tvBoard);

  const progress = { moves: 0, hour: 0 };
  const frames: Frame[] = [];
  const day = simulateDay(people.call, progress);
  for (const filmEnd = performance.now() + DAY_MS; performance.now() < filmEnd;) {
    const startedAt = performance.now();
    const picture = await takePicture(tvBoard, 80);
    const hour = Math.min(8, Math.floor(progress.hour) + 1);
    const caption = `A working day in a minute · hour ${hour} of 8 · ${number(progress.moves)} moves by ${WORKER_COUNT} people`;
    await sleep(Math.max(0, EVERY_MS - (performance.now() - startedAt)));
    frames.push({ picture, caption, holdMs: performance.now() - startedAt });
  }
  frames.push({ picture: await takePicture(tvBoard, 80), caption: frames.at(-1)?.caption ?? '', holdMs: LAST_MS });
  // Everyone finishes their current step.
  await day;
  await context.close();
  expect(progress.moves).toBeGreaterThan(100);
  const target = getFilmTarget();
  if (target) await saveFilm(browser, frames, target);
});
