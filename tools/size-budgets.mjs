import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsByFile } from './import-rules.mjs';
import { pathInRoot, root } from './root.mjs';

// Size budgets: lines and files of each area, and the transitive imports of some entry files. `npm run check` fails above a limit in
// size-budgets.json.
// `node tools/size-budgets.mjs --write` sets each limit to 1 % above the current figure. A change that needs more explains it.

const LIMITS = pathInRoot('tools/size-budgets.json');
const HEADROOM = 1.01;

const WEB = 'apps/web/src/';
const isTest = (path) => /\.(test|spec)\.\w+$|\/(testing|conformance)\/|^e2e\//.test(path);
const isUnder = (folder) => (path) => path.startsWith(folder);
/** A file counts in the first area that matches it. */
const AREAS = [
  ['tests', isTest],
  ['CSS', (path) => path.endsWith('.css')],
  ['web features', isUnder(`${WEB}features/`)],
  ['web entities', isUnder(`${WEB}entities/`)],
  ['web ui', isUnder(`${WEB}ui/`)],
  ['web lib', isUnder(`${WEB}lib/`)],
  ['web app', isUnder(WEB)],
  ['server seed and bench', isUnder('apps/seed/src/')],
  ['server', isUnder('apps/server/src/')],
  ['contract', isUnder('packages/contract/src/')],
  ['domain', isUnder('packages/domain/src/')],
];
const FOLDERS = [
  'apps/web/src',
  'apps/server/src',
  'apps/seed/src',
  'packages/contract/src',
  'packages/domain/src',
  'e2e',
  'tools',
];

/** Path and text of every source, sheet and test. */
function readFiles() {
  const texts = new Map();
  for (const folder of FOLDERS)
    for (const entry of readdirSync(pathInRoot(folder), { withFileTypes: true, recursive: true })) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (!entry.isFile() || !/\.(tsx?|mjs|cjs|css)$/.test(path) || path.includes('/dist/')) continue;
      texts.set(path, readFileSync(pathInRoot(path), 'utf8'));
    }
  return texts;
}

/** Lines and files of each area. `texts` has the text of each file by its path. */
export function measureAreas(texts) {
  const areas = new Map(AREAS.map(([name]) => [name, { lines: 0, files: 0 }]));
  for (const [path, text] of texts) {
    const area = areas.get(AREAS.find(([, matches]) => matches(path))?.[0]);
    if (!area) continue;
    area.lines += text.split('\n').length - 1;
    area.files += 1;
  }
  return areas;
}

/**
 * Imports between files of `features` and `entities`, by file, without tests and sheets. `texts` has the text of each
 * file by its path.
 */
export const collectFeatureImports = (texts) =>
  importsByFile(new Map([...texts].filter(([path]) => isFeatureOrEntity(path))));
const isFeatureOrEntity = (path) => /^apps\/web\/src\/(features|entities)\/.*\.tsx?$/.test(path) && !isTest(path);

/**
 * Number of files that the imports of an entry file reach, including itself, types and lazy imports. Returns `undefined` if the file does
 * not exist.
 */
export function countTransitiveImports(from, imports) {
  if (!imports.has(from)) return undefined;
  const reachedFiles = new Set([from]);
  for (const file of reachedFiles) for (const target of imports.get(file)) reachedFiles.add(target);
  return reachedFiles.size;
}

/**
 * Compares the sources with their limits. Returns a table of every figure, and the problems, one line each.
 * `limits` has the shape of size-budgets.json: `{ areas: { [area]: { lines, files } }, transitiveImports: { [name]: { from, files } } }`.
 */
export function checkSizeBudgets(texts = readFiles(), limits = JSON.parse(readFileSync(LIMITS, 'utf8'))) {
  const rows = [];
  const problems = [];
  const check = (name, unit, figure, limit) => {
    if (figure === undefined)
      problems.push(
        `size-budgets.json: ${limits.transitiveImports[name].from} does not exist. Name the entry file of "${name}".`,
      );
    else if (!(figure <= limit))
      problems.push(`${name}: ${figure} ${unit}. The limit in tools/size-budgets.json is ${limit}.`);
  };
  for (const [name, { lines, files }] of measureAreas(texts)) {
    rows.push([name, `${lines} lines`, `${files} files`]);
    check(name, 'lines', lines, limits.areas[name]?.lines);
    check(name, 'files', files, limits.areas[name]?.files);
  }
  const imports = collectFeatureImports(texts);
  for (const [name, { from, files }] of Object.entries(limits.transitiveImports)) {
    const reached = countTransitiveImports(from, imports);
    rows.push([`from ${name}`, '', `${reached} files`]);
    check(name, 'files reached', reached, files);
  }
  const table = rows.map(([name, ...cells]) => name.padEnd(24) + cells.map((cell) => cell.padStart(14)).join(''));
  return { table, problems };
}

/** Limits of 1 % above the figures of these sources. */
function toLimits(texts, { transitiveImports }) {
  const imports = collectFeatureImports(texts);
  const withHeadroom = (figure) => Math.floor(figure * HEADROOM);
  return {
    areas: Object.fromEntries(
      [...measureAreas(texts)].map(([name, { lines, files }]) => [
        name,
        { lines: withHeadroom(lines), files: withHeadroom(files) },
      ]),
    ),
    transitiveImports: Object.fromEntries(
      Object.entries(transitiveImports).map(([name, { from }]) => [
        name,
        { from, files: countTransitiveImports(from, imports) },
      ]),
    ),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = readFiles();
  const limits = JSON.parse(readFileSync(LIMITS, 'utf8'));
  if (process.argv.includes('--write')) writeFileSync(LIMITS, `${JSON.stringify(toLimits(texts, limits), null, 2)}\n`);
  const { table, problems } = checkSizeBudgets(texts);
  console.log([...table, ...problems].join('\n'));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
