import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pathInRoot } from './root.mjs';

const PIECES = 'ui/layout.css';
// Two equal lines in two files are chance. Three are a repeat.
const MIN_DECLARATIONS = 3;

/**
 * Finds repeated rule bodies, composed pieces without a rule in ui/layout.css, class names without a rule, and
 * selectors that restyle the whole screen. The browser reports none of these.
 */
export function findStyleProblems(folder = pathInRoot('apps/web/src')) {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .sort();
  const sheets = files.filter((name) => name.endsWith('.css'));
  const rules = sheets.flatMap((sheet) =>
    readRules(readFileSync(`${folder}/${sheet}`, 'utf8')).map((rule) => ({ sheet, ...rule })),
  );
  const parts = files
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));
  return [
    ...findRepeats(rules),
    ...findUnknownPieces(rules),
    ...findUnknownClasses(rules, parts),
    ...findWideSelectors(rules),
  ];
}

const collectClasses = (rules) => new Set(rules.flatMap(({ selector }) => selector.match(/(?<=\.)[\w-]+/g) ?? []));

/** Finds class names in the markup that neither the pieces nor the utilities have. The browser does not report them. */
function findUnknownClasses(rules, parts) {
  const known = collectClasses(rules.filter(({ sheet }) => !sheet.endsWith('.module.css')));
  return parts.flatMap(({ name, text }) =>
    [...text.matchAll(/className="([^"]+)"/g)]
      .flatMap(([, names]) => names.split(' '))
      .filter((item) => !known.has(item))
      .map((item) => `${name} has the class "${item}", which no sheet has`),
  );
}

/**
 * Finds selectors that make the browser restyle the whole screen when an element appears. They took 30 of the 100 ms
 * for drawing fifty rows. Use an attribute on the frame.
 */
function findWideSelectors(rules) {
  const isWide = ({ sheet, selector }) => sheet.startsWith('app/layout/') && selector.includes(':has(');
  return rules
    .filter(isWide)
    .map(
      ({ sheet, selector }) => `${sheet} ${selector} restyles its whole content: use an attribute or a class instead`,
    );
}

function findRepeats(rules) {
  const places = new Map();
  for (const { sheet, within, selector, declarations } of rules) {
    const ownDeclarations = declarations.filter((declaration) => !declaration.startsWith('composes:'));
    if (ownDeclarations.length < MIN_DECLARATIONS) continue;
    const body = [within, ...ownDeclarations.sort()].join('; ');
    places.set(body, [...(places.get(body) ?? []), `${sheet} ${selector}`]);
  }
  return [...places.values()]
    .filter((ruleDecimals) => ruleDecimals.length > 1)
    .map((ruleDecimals) => `the same rule is in ${ruleDecimals.join(' and in ')}: move it to ${PIECES}`);
}

function findUnknownPieces(rules) {
  const pieces = collectClasses(rules.filter(({ sheet }) => sheet === PIECES));
  return rules.flatMap(({ sheet, selector, declarations }) =>
    declarations
      .flatMap((declaration) => /^composes: (.+) from global$/.exec(declaration)?.[1].split(' ') ?? [])
      .filter((name) => !pieces.has(name))
      .map((name) => `${sheet} ${selector} composes "${name}", which ${PIECES} does not have`),
  );
}

/** Reads the rules of a sheet: enclosing rules, selector, declarations. */
function readRules(text) {
  const rules = [];
  const open = [];
  let start = 0;
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '');
  for (const { 0: brace, index } of plain.matchAll(/[{}]/g)) {
    const before = plain.slice(start, index).trim().replace(/\s+/g, ' ');
    start = index + 1;
    if (brace === '{') {
      open.push(before);
      continue;
    }
    const selector = open.pop();
    if (!before) continue;
    const declarations = before
      .split(';')
      .map((item) => item.trim())
      .filter(Boolean);
    rules.push({ within: open.join(' '), selector, declarations });
  }
  return rules;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findStyleProblems();
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
