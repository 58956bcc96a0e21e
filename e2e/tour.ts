import type { Browser, Page } from '@playwright/test';
import { filmTarget, pictureOf, saveFilm, type Frame } from './film/film.ts';

/** Steps of a journey that are filmed. */
export interface Tour {
  show: (page: Page, caption: string) => Promise<void>;
  save: () => Promise<void>;
}

const HOLD_MS = 2400;
const SILENT: Tour = { show: () => Promise.resolve(), save: () => Promise.resolve() };

/**
 * Films a journey through the browsers of several people as one short film with captions:
 * `RECORD=docs/pictures/tour.webm`. Without RECORD nothing is filmed.
 */
export function tour(): Tour {
  const target = filmTarget();
  if (!target) return SILENT;
  const frames: Frame[] = [];
  let browser: Browser | null = null;
  return {
    show: async (page, caption) => {
      browser = page.context().browser();
      frames.push({ picture: await pictureOf(page, 92), caption, holdMs: HOLD_MS });
    },
    save: async () => {
      if (browser) await saveFilm(browser, frames, target);
    },
  };
}
