import type { Browser, Page } from '@playwright/test';
import { getFilmTarget, takePicture, saveFilm, type Frame } from './film/film.ts';

/** Recorder for the steps of a journey. */
export interface Tour {
  show: (page: Page, caption: string) => Promise<void>;
  save: () => Promise<void>;
}

const FRAME_MS = 2400;
const NO_FILM: Tour = { show: () => Promise.resolve(), save: () => Promise.resolve() };

/**
 * Films a journey through the browsers of several people as one film with captions: `RECORD=docs/pictures/tour.webm`.
 * Without RECORD nothing is filmed.
 */
export function startTour(): Tour {
  const target = getFilmTarget();
  if (!target) return NO_FILM;
  const frames: Frame[] = [];
  let browser: Browser | null = null;
  return {
    show: async (page, caption) => {
      browser = page.context().browser();
      frames.push({ picture: await takePicture(page, 92), caption, holdMs: FRAME_MS });
    },
    save: async () => {
      if (browser) await saveFilm(browser, frames, target);
    },
  };
}
