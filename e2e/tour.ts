import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Browser, Page } from '@playwright/test';

/** What a journey shows on its way. */
export interface Tour {
  show: (page: Page, caption: string) => Promise<void>;
  save: () => Promise<void>;
}

const HOLD_MS = 2400;
const SILENT: Tour = { show: () => Promise.resolve(), save: () => Promise.resolve() };

/**
 * Films a journey through several people's browsers as one short film with captions: `RECORD=docs/pictures/tour.webm`. The
 * browser itself encodes it, so nothing has to be installed. Without RECORD nothing is filmed.
 */
export function tour(): Tour {
  const target = process.env.RECORD === '1' ? 'test-results/tour.webm' : process.env.RECORD;
  if (!target) return SILENT;
  const frames: { picture: string; caption: string }[] = [];
  let browser: Browser | null = null;
  return {
    show: async (page, caption) => {
      browser = page.context().browser();
      const picture = await page.screenshot({ animations: 'disabled', type: 'jpeg', quality: 92 });
      frames.push({ picture: `data:image/jpeg;base64,${picture.toString('base64')}`, caption });
    },
    save: async () => {
      if (!browser) return;
      const page = await browser.newPage();
      const film = await page.evaluate(filmOf, { frames, holdMs: HOLD_MS });
      await page.close();
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, Buffer.from(film, 'base64'));
    },
  };
}

// Runs in the browser: draws each picture over its caption and lets the browser's own recorder watch.
async function filmOf({ frames, holdMs }: { frames: { picture: string; caption: string }[]; holdMs: number }) {
  const band = 56;
  const pictures = await Promise.all(
    frames.map(async ({ picture }) => {
      const image = new Image();
      image.src = picture;
      await image.decode();
      return image;
    }),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(...pictures.map((image) => image.width));
  canvas.height = Math.max(...pictures.map((image) => image.height)) + band;
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('no canvas');
  const parts: Blob[] = [];
  const recorder = new MediaRecorder(canvas.captureStream(10), {
    mimeType: 'video/webm;codecs=vp9',
    videoBitsPerSecond: 1_500_000,
  });
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start();
  for (const [index, image] of pictures.entries()) {
    const until = performance.now() + holdMs;
    while (performance.now() < until) {
      // Drawn again and again: a canvas that rests gives the recorder no frames.
      paint.fillStyle = '#141414';
      paint.fillRect(0, 0, canvas.width, canvas.height);
      paint.drawImage(image, 0, 0);
      paint.fillStyle = '#ffffff';
      paint.font = '22px Roboto, sans-serif';
      paint.fillText(frames[index]?.caption ?? '', 24, canvas.height - 20);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
