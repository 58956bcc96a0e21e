import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Browser, Page } from '@playwright/test';

/** Picture of a film with its caption and its duration. */
export interface Frame {
  picture: string;
  caption: string;
  holdMs: number;
}

/** Limit for the width. Wider pictures are scaled down, because the film is shown next to text. */
const MAX_WIDTH = 1440;

/** Returns the file for the film. Returns undefined if no film is recorded. */
export const getFilmTarget = (): string | undefined =>
  process.env.RECORD === '1' ? 'test-results/film.webm' : process.env.RECORD;

export async function takePicture(page: Page, quality: number): Promise<string> {
  const picture = await page.screenshot({ animations: 'disabled', type: 'jpeg', quality });
  return `data:image/jpeg;base64,${picture.toString('base64')}`;
}

/** Writes pictures as a film. The browser itself encodes it, so nothing must be installed. */
export async function saveFilm(browser: Browser, frames: readonly Frame[], target: string): Promise<void> {
  const page = await browser.newPage();
  const film = await page.evaluate(encodeFilm, { frames, widest: MAX_WIDTH });
  await page.close();
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, Buffer.from(film, 'base64'));
}

// Runs in the browser. Draws each picture over its caption, while the browser's recorder records the canvas.
async function encodeFilm({ frames, widest }: { frames: readonly Frame[]; widest: number }) {
  const captionHeight = 56;
  const pictures = await Promise.all(
    frames.map(async ({ picture }) => {
      const image = new Image();
      image.src = picture;
      await image.decode();
      return image;
    }),
  );
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, widest / Math.max(...pictures.map((image) => image.width)));
  canvas.width = Math.round(scale * Math.max(...pictures.map((image) => image.width)));
  canvas.height = Math.round(scale * Math.max(...pictures.map((image) => image.height))) + captionHeight;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const parts: Blob[] = [];
  const recorder = new MediaRecorder(canvas.captureStream(10), {
    mimeType: 'video/webm;codecs=vp9',
    videoBitsPerSecond: 1_500_000,
  });
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start();
  for (const [index, image] of pictures.entries()) {
    const frameEnd = performance.now() + (frames[index]?.holdMs ?? 0);
    while (performance.now() < frameEnd) {
      // Every frame is drawn, because a canvas that does not change gives the recorder no frames.
      context.fillStyle = '#141414';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 0, 0, scale * image.width, scale * image.height);
      context.fillStyle = '#ffffff';
      context.font = '22px Roboto, sans-serif';
      context.fillText(frames[index]?.caption ?? '', 24, canvas.height - 20);
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
