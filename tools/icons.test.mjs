import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pathInRoot } from './root.mjs';

const manifest = JSON.parse(readFileSync(pathInRoot('apps/web/public/manifest.webmanifest'), 'utf8'));

it.each(manifest.icons)('the icon $src of the web app manifest has its size', ({ src, sizes }) => {
  const png = readFileSync(pathInRoot(`apps/web/public${src}`));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
});

it('a browser installs the page with icons of 192 and 512 pixels, one of them maskable', () => {
  const sizes = manifest.icons.map(({ sizes: size, purpose = 'any' }) => `${size} ${purpose}`);
  expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  expect(readFileSync(pathInRoot('apps/web/index.html'), 'utf8')).toContain('href="/manifest.webmanifest"');
});
