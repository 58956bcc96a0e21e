import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { pathInRoot } from './root.mjs';

// `node tools/icons.mjs` draws the icons of the web app manifest from the favicon.
const logo = readFileSync(pathInRoot('apps/web/public/favicon.svg'), 'utf8');
// Phones cut a maskable icon to their own shape, so it has no corners of its own.
const square = logo.replace(' rx="7"', '');

for (const [name, svg, size] of [
  ['icon-192', logo, 192],
  ['icon-512', logo, 512],
  ['maskable-512', square, 512],
  ['apple-touch-icon', square, 180],
])
  await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(pathInRoot(`apps/web/public/icons/${name}.png`));
