import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsByFile } from './import-rules.mjs';
import { at, root } from './root.mjs';

// The weight of the product: lines and files of each area, and how many files the reader of a few ways has to know. `npm run check`
// prints them and fails where one exceeds its limit in ledger.json. `node tools/ledger.mjs --write` sets each limit to 1 % above
// the figure of now: a change that makes the product lighter lowers them, a change that needs more says why.

const LIMITS = at('tools/ledger.json');
const ROOM = 1.01;

const WEB = 'apps/web/src/';
const isTest = (path) => /\.(test|spec)\.\w+$|\/(testing|conformance)\/|^e2e\//.test(path);
const isUnder = (folder) => (path) => path.startsWith(folder);
/** The first area that takes a file counts it. */
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

/** The path and text of every source, sheet and test. */
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

/** Lines and files of each area, given the text of each file by its path. */
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

/** What each file of `features` and `entities` imports of them, given the text of each file by its path. Tests and sheets are left out. */
export const importsOfNouns = (texts) => importsByFile(new Map([...texts].filter(([path]) => isNoun(path))));
const isNoun = (path) => /^apps\/web\/src\/(features|entities)\/.*\.tsx?$/.test(path) && !isTest(path);

/**
 * The closure of a way: the files that imports lead to from the file it begins at, that one included. Types and parts that are loaded later
 * count: their reader has to know them, too. `undefined` where there is no such file.
 */
export function closureOf(from, imports) {
  if (!imports.has(from)) return undefined;
  const met = new Set([from]);
  for (const file of met) for (const target of imports.get(file)) met.add(target);
  return met.size;
}

/**
 * The ledger of the sources against its limits: a table of every figure, and the faults, one line each.
 * `limits` is what ledger.json holds: `{ areas: { [area]: { lines, files } }, closures: { [way]: { from, files } } }`.
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

/** Limits a little above the figures of these sources. */
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
