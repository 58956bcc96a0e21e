import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/** The weights that the page uses. The font's other masters are a third of its size. */
const WEIGHTS = { min: 400, max: 800 };
/** The scripts of the page. Names from Central Europe fetch the package's own file, and rarer letters use a system font. */
const SCRIPTS = ['latin', 'vietnamese'] as const;

const require = createRequire(import.meta.url);
const CACHE_FOLDER = join(import.meta.dirname, 'node_modules/.letters');

/**
 * Makes the fonts of the first visit: all letters of the package's files, in the weights of the page. Returns their folder, which is made
 * once for each version of the package and of this file. `fonts.css` names them.
 */
export async function buildFontSubset(): Promise<string> {
  const css = readFileSync(require.resolve('@fontsource-variable/roboto/wght.css'), 'utf8');
  const files = SCRIPTS.map((script) => {
    const name = `roboto-${script}-wght-normal.woff2`;
    return { script, name, font: readFileSync(require.resolve(`@fontsource-variable/roboto/files/${name}`)) };
  });
  const hash = createHash('sha256')
    .update(css)
    .update(readFileSync(import.meta.filename));
  for (const { font } of files) hash.update(font);
  const folder = join(CACHE_FOLDER, hash.digest('hex').slice(0, 12));
  if (existsSync(folder)) return folder;
  // Renamed when complete, because another build can look for it at this moment.
  const temporaryFolder = `${folder}-${process.pid}`;
  mkdirSync(temporaryFolder, { recursive: true });
  for (const { script, name, font } of files) {
    const subset = await subsetFont(font, readLetters(css, script), {
      targetFormat: 'woff2',
      variationAxes: { wght: WEIGHTS },
      // Fractions and old-style figures are not used.
      noLayoutClosure: true,
    });
    writeFileSync(join(temporaryFolder, name), subset);
  }
  try {
    renameSync(temporaryFolder, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** All letters that the package's style sheet assigns to this file. */
function readLetters(css: string, script: string): string {
  const [, ranges] = new RegExp(`/\\* roboto-${script}-wght-normal \\*/[^}]*unicode-range: ([^;]+);`).exec(css) ?? [];
  if (!ranges)
    throw new Error(`@fontsource-variable/roboto names no letters of roboto-${script}-wght-normal any more.`);
  return ranges
    .split(',')
    .map((range) => {
      const [from = 0, to = from] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => parseInt(code, 16));
      return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).join('');
    })
    .join('');
}
