import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCircles } from './import-circles.mjs';
import { pathInRoot, root } from './root.mjs';

const SOURCES = ['packages/domain/src', 'packages/contract/src', 'apps/server/src', 'apps/seed/src', 'apps/web/src'];
const MAX_LINES = 450;
/** Tables with a row for each record. They have no limit of length. */
const TABLES = ['apps/server/src/db/types.ts', 'apps/server/src/routes.ts', 'apps/web/src/app/screens.ts'];
const TEXT_ORDER = 'packages/domain/src/text/order.ts';
/** Layers of the web application. Each can import only the layers after it. */
const LAYERS = ['app', 'features', 'entities', 'ui', 'lib'];
/**
 * Folder of lazy loading. The lazy loading of React and of the router repeats a failure until a reload, and `ui/lazy`
 * retries.
 */
const LAZY_CODE = 'apps/web/src/ui/lazy/';
const LAZY = /^import\b[^;]*\b(lazy\b[^;]*from 'react'|lazyRouteComponent\b)/m;
/**
 * Folder of overlays. They must return the focus when they close, and only these components do so. Confirmations are
 * exempt.
 */
const OVERLAYS = 'apps/web/src/ui/overlay/';
const PLAIN_OVERLAY = /^import \{[^}]*\b(Drawer|Modal)\b[^}]*\} from 'antd';/m;
const VAGUE_NAME = /(^|\/)(utils?|common|helpers?|misc)(\/|\.tsx?$)/;

/** Checks the import rules (ARCHITECTURE.md). Each finding is one line: file, import, reason. */
export function findImportProblems() {
  const texts = readSources();
  return [...[...texts].flatMap(([file, text]) => checkFile(file, text)), ...findImportCircles(texts)];
}

/** Reads the text of each source file of the product, by its path from the root. */
export function readSources() {
  const files = SOURCES.flatMap((folder) => listFiles(pathInRoot(folder))).filter((path) => /\.tsx?$/.test(path));
  return new Map(files.map((path) => [relative(root, path), readFileSync(path, 'utf8')]));
}

/**
 * Returns the imported sources of each source, including types and lazy imports. `texts` has the text of each file by
 * its path.
 */
export function importsByFile(texts) {
  const findFile = (target) => [target, `${target}.ts`, `${target}.tsx`].find((path) => texts.has(path));
  return new Map(
    [...texts].map(([file, text]) => [
      file,
      readImports(text).flatMap((target) => findFile(resolveTarget(file, target)) ?? []),
    ]),
  );
}

/** Finds files that import each other in a circle. `texts` has the text of each file by its path. */
export function findImportCircles(texts) {
  return findCircles(importsByFile(texts)).map(
    (files) => `${files.join(' and ')} import each other: give what they share a file of its own`,
  );
}

/** Finds the problems of one file, given its path from the root and its text. */
export function checkFile(file, text) {
  const problems = readImports(text).flatMap((target) => {
    const reason = getViolation(file, resolveTarget(file, target));
    return reason ? [`${file} imports ${target}: ${reason}`] : [];
  });
  if (file.startsWith('packages/domain/') && !isTest(file)) {
    for (const [pattern, word] of [
      [/\bDate\.now\(|\bnew Date\(\s*\)/, 'the clock'],
      [/\bprocess\./, 'the environment'],
      [/\bMath\.random\(/, 'chance'],
    ]) {
      if (pattern.test(text)) problems.push(`${file} asks ${word}: the domain is told what it needs`);
    }
  }
  if (/^(export \* from|export \{[^}]*\} from)/m.test(text)) {
    problems.push(
      `${file} passes on another file's exports: no barrels, what is needed is imported from where it stands`,
    );
  }
  if (!isTest(file) && file !== TEXT_ORDER && /\.localeCompare\(|Intl\.Collator\(/.test(text))
    problems.push(`${file} puts text in an order of its own: compareText (domain/text/order) is the one`);
  if (file.startsWith('apps/web/') && !isTest(file) && !file.startsWith(LAZY_CODE) && LAZY.test(text))
    problems.push(`${file} fetches code in a way that keeps a failure for good: ui/lazy does not`);
  if (file.startsWith('apps/web/') && !isTest(file) && !file.startsWith(OVERLAYS) && showsPlainOverlay(text))
    problems.push(`${file} shows Ant Design's drawer or dialog as it is: ours (ui/overlay) gives the focus back`);
  if (VAGUE_NAME.test(file)) problems.push(`${file}: a name that says nothing; name it after what it does`);
  const lines = text.split('\n').length;
  if (lines > MAX_LINES && !TABLES.includes(file)) problems.push(`${file} has ${lines} lines: split it by topic`);
  return problems;
}

function showsPlainOverlay(text) {
  const [, name] = PLAIN_OVERLAY.exec(text) ?? [];
  return name !== undefined && (name === 'Drawer' || text.includes('<Modal'));
}

function readImports(text) {
  // Comments can quote an import, so they are removed. Imports of types stay, because they also count.
  const code = text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  ];
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1]));
}

// A path inside the checkout becomes a path from the root. Other targets stay package names.
function resolveTarget(file, target) {
  if (target.startsWith('.')) return relative(root, resolve(pathInRoot(dirname(file)), target.replace(/\?.*$/, '')));
  const ownPackage = /^@darkroom\/(\w+)(?:\/(.*))?$/.exec(target);
  if (!ownPackage) return target;
  const parentFolder = ['server', 'seed', 'web'].includes(ownPackage[1]) ? 'apps' : 'packages';
  return `${parentFolder}/${ownPackage[1]}/src/${ownPackage[2] ?? ''}`;
}

function getViolation(file, target) {
  const packageName = getPackageName(file);
  const other = getPackageName(target);
  const inside = other !== undefined;
  if (packageName === 'domain') {
    if (other === 'domain') return undefined;
    // Tests of rules can use the test runner and generated cases.
    return isTest(file) && ['vitest', 'fast-check'].includes(target)
      ? undefined
      : 'the domain imports nothing but itself';
  }
  if (packageName === 'contract') {
    if (other === 'domain' || other === 'contract' || target === 'zod') return undefined;
    return isTest(file) && !inside && !target.startsWith('node:')
      ? undefined
      : 'the contract imports zod and the domain only';
  }
  if (packageName === 'server' && other === 'seed') return 'the server does not know the seed, which imports it';
  if ((packageName === 'server' || packageName === 'seed') && other === 'web') return 'server and web never meet';
  if (packageName === 'web' && (other === 'server' || other === 'seed')) return 'server and web never meet';
  if (packageName === 'web' && target.startsWith('node:') && !isTest(file) && !isTesting(file))
    return 'the browser has no Node';
  if (packageName === 'server') return getServerViolation(file, target);
  if (packageName === 'web') return getWebViolation(file, target);
  return undefined;
}

function getServerViolation(file, target) {
  const from = getFeature(file, 'server');
  const to = getFeature(target, 'server');
  if (from && to && from !== to && !isTest(file) && target.includes('.queries.')) {
    return "a feature may call another's service, never its queries";
  }
  if (file.startsWith('apps/server/src/db/') && to && !isTest(file)) return 'the database layer knows no feature';
  if (from && target.startsWith('apps/server/src/routes')) return 'routes call services, not the reverse';
  if (to && target.includes('.service.') && file.includes('.queries.')) return 'services call queries, not the reverse';
  const fromTesting = target.startsWith('apps/server/src/testing/');
  const allowed = isTest(file) || /^apps\/server\/src\/(testing|conformance|commands)\//.test(file);
  if (fromTesting && !allowed) return 'only tests, the seed and commands use what is for testing';
  return undefined;
}

function getWebViolation(file, target) {
  const from = getFeature(file, 'web');
  const to = getFeature(target, 'web');
  if (from && to && from !== to) return 'a feature never imports a feature: compose them in app';
  if (isTesting(target) && !isTest(file) && !isTesting(file)) return 'only tests use what is for testing';
  const [layer, other] = [getLayer(file), getLayer(target)];
  if (layer > other && other >= 0 && !isTest(file)) return `${LAYERS[layer]} knows nothing of ${LAYERS[other]}`;
  return undefined;
}

const getPackageName = (path) => /^(?:packages|apps)\/(domain|contract|server|seed|web)\//.exec(path)?.[1];
const getFeature = (path, app) => new RegExp(`^apps/${app}/src/features/([^/]+)/`).exec(path)?.[1];
const getLayer = (path) => LAYERS.indexOf(/^apps\/web\/src\/(\w+)\//.exec(path)?.[1]);
const isTesting = (file) => file.startsWith('apps/web/src/testing/');
const isTest = (file) => /\.test\.tsx?$/.test(file);

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return /\.(tsx?|css|sql|cjs)$/.test(entry.name) ? [path] : [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findImportProblems();
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
