import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsByFile } from './import-rules.mjs';
import { at, root } from './root.mjs';

// Weight of the product: lines and files of each area, and the files that a reader of some entry files has to know. `npm run check` fails
// above a limit in ledger.json.
// `node tools/ledger.mjs --write` sets each limit to 1 % above the current figure. A change that needs more explains it.

const LIMITS = at('tools/ledger.json');
const ROOM = 1.01;

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
    for (const entry of readdirSync(at(folder), { withFileTypes: true, recursive: true })) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (!entry.isFile() || !/\.(tsx?|mjs|cjs|css)$/.test(path) || path.includes('/dist/')) continue;
      texts.set(path, readFileSync(at(path), 'utf8'));
    }
  return texts;
}

/** Lines and files of each area. `texts` has the text of each file by its path. */
export function weigh(texts) {
  const areas = new Map(AREAS.map(([name]) => [name, { lines: 0, files: 0 }]));
  for (const [path, text] of texts) {
    const area = areas.get(AREAS.find(([, takes]) => takes(path))?.[0]);
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
export const importsOfNouns = (texts) => importsByFile(new Map([...texts].filter(([path]) => isNoun(path))));
const isNoun = (path) => /^apps\/web\/src\/(features|entities)\/.*\.tsx?$/.test(path) && !isTest(path);

/**
 * Closure of an entry file: all files that its imports reach, including itself, types and lazy imports. Returns `undefined` if the file
 * does not exist.
 */
export function closureOf(from, imports) {
  if (!imports.has(from)) return undefined;
  const met = new Set([from]);
  for (const file of met) for (const target of imports.get(file)) met.add(target);
  return met.size;
}

/**
 * Compares the sources with their limits. Returns a table of every figure, and the problems, one line each.
 * `limits` has the shape of ledger.json: `{ areas: { [area]: { lines, files } }, closures: { [way]: { from, files } } }`.
 */
export function readLedger(texts = readFiles(), limits = JSON.parse(readFileSync(LIMITS, 'utf8'))) {
  const rows = [];
  const faults = [];
  const check = (name, unit, figure, limit) => {
    if (figure === undefined)
      faults.push(`ledger.json: ${limits.closures[name].from} is gone: name where "${name}" begins`);
    else if (!(figure <= limit)) faults.push(`${name}: ${figure} ${unit}, where tools/ledger.json allows ${limit}`);
  };
  for (const [name, { lines, files }] of weigh(texts)) {
    rows.push([name, `${lines} lines`, `${files} files`]);
    check(name, 'lines', lines, limits.areas[name]?.lines);
    check(name, 'files', files, limits.areas[name]?.files);
  }
  const imports = importsOfNouns(texts);
  for (const [name, { from, files }] of Object.entries(limits.closures)) {
    const reached = closureOf(from, imports);
    rows.push([`from ${name}`, '', `${reached} files`]);
    check(name, 'files reached', reached, files);
  }
  const table = rows.map(([name, ...cells]) => name.padEnd(24) + cells.map((cell) => cell.padStart(14)).join(''));
  return { table, faults };
}

/** Limits of 1 % above the figures of these sources. */
function limitsOf(texts, { closures }) {
  const imports = importsOfNouns(texts);
  const withRoom = (figure) => Math.floor(figure * ROOM);
  return {
    areas: Object.fromEntries(
      [...weigh(texts)].map(([name, { lines, files }]) => [name, { lines: withRoom(lines), files: withRoom(files) }]),
    ),
    closures: Object.fromEntries(
      Object.entries(closures).map(([name, { from }]) => [name, { from, files: closureOf(from, imports) }]),
    ),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const texts = readFiles();
  const limits = JSON.parse(readFileSync(LIMITS, 'utf8'));
  if (process.argv.includes('--write')) writeFileSync(LIMITS, `${JSON.stringify(limitsOf(texts, limits), null, 2)}\n`);
  const { table, faults } = readLedger(texts);
  console.log([...table, ...faults].join('\n'));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
