import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { pathInRoot, root } from './root.mjs';

const LIMITS = pathInRoot('tools/plain-words.json');

/** Words that this project does not use (docs/glossary.md), and what to write instead. */
const WORDS = [
  [/\banew\b/i, 'again'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, correct'],
  [/\breckon(s|ed|ing)?\b/i, 'calculate'],
  [/\bdear(er|est)?\b/, 'expensive'],
  [/\bbeside\b/i, 'next to'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bmeanwhile\b/i, 'since then, in the meantime'],
  [/\b(hindmost|oneself)\b/i, 'last, yourself'],
  [/\bone['’]s own\b/i, 'your own, the user’s own'],
  [/\b(stands|stood)\b/i, 'is, was'],
  [/\b(told|heard)\b/i, 'shown, received'],
  [/(?<!there )\bis no (?!longer|more|one)[a-z]/i, 'is not a'],
  [/\b(verdict|judge[sd]?|judging|judgement)\b/i, 'check, result'],
  [/\b(in hand|under way)\b/i, 'in progress'],
  [/\b(takes?|took|taken|taking) back\b/i, 'undo, withdraw'],
  [/\bhand(s|ed|ing)? (in|on|out)\b/i, 'submit, assign'],
  [/\bsecond look\b/i, 'blind check'],
];
/** Start of a doc comment that does not name its thing first. */
const OPENING = /^\s*(?:\/\*\*|\*)?\s*(What|Who|Whoever|How)\b/;

/** Words that no name has: of variables, fields, error codes, translation keys, CSS classes and columns. */
const NAME_WORDS = new Set(
  'anew beside canned dear dearer handed heard judge judged judging mend mended reckon stands stood tally told untold verdict whoever'.split(
    ' ',
  ),
);

/** Areas that are counted: their files, and the lines of these files that are prose. */
const AREAS = [
  {
    name: 'dictionaries',
    files: /^apps\/web\/public\/locales\/en\/.*\.json$/,
    prose: (text) => text.split('\n').map((line) => line.replace(/^\s*"[^"]*":/, '').replace(/\{\{.*?\}\}/g, '')),
  },
  {
    name: 'docs',
    files: /^(README|ARCHITECTURE|docs\/(?!glossary).*)\.md$/,
    prose: (text) => text.split('\n').map((line) => line.replace(/`[^`]*`/g, '')),
  },
  { name: 'API', files: /^packages\/contract\/src\/.*\.ts$/, prose: readSummaries },
  { name: 'code', files: /^(apps|packages|e2e|tools)\/.*\.(ts|tsx|mjs|css)$/, prose: readComments },
  {
    name: 'names',
    files: /^(apps\/web\/public\/locales\/en\/.*\.json|(apps|packages|e2e|tools)\/.*\.(ts|tsx|mjs|css))$/,
    prose: readNames,
  },
];

/** Finds the words that an area must not use: `[{ file, line, word, say }]` by the name of the area. */
export function findWords(files = readFiles()) {
  return Object.fromEntries(
    AREAS.map(({ name, files: pattern, prose }) => [
      name,
      [...files].filter(([file]) => pattern.test(file)).flatMap(([file, text]) => findWordsIn(file, prose(text), name)),
    ]),
  );
}

function findWordsIn(file, lines, area) {
  if (area === 'names')
    return lines.flatMap((names, index) =>
      names
        .filter((name) => splitName(name).some((word) => NAME_WORDS.has(word)))
        .map((name) => ({ file, line: index + 1, word: name, say: 'a name from docs/glossary.md' })),
    );
  return lines.flatMap((line, index) => [
    ...WORDS.flatMap(([word, say]) => {
      const found = word.exec(line);
      return found ? [{ file, line: index + 1, word: found[0], say }] : [];
    }),
    ...(area === 'code' && line.trimStart().startsWith('/**') && OPENING.test(line)
      ? [{ file, line: index + 1, word: OPENING.exec(line)[1], say: 'the thing first' }]
      : []),
  ]);
}

/** Reads each line's comment, and the titles of tests. Everything else is empty, so that line numbers stay. */
function readComments(text) {
  let inBlock = false;
  return text.split('\n').map((line) => {
    const wasInBlock = inBlock;
    const opens = line.lastIndexOf('/*');
    const closes = line.lastIndexOf('*/');
    if (opens >= 0 || closes >= 0) inBlock = opens > closes;
    if (wasInBlock || opens >= 0) return opens >= 0 && !wasInBlock ? line.slice(opens) : line;
    const title = /^\s*(?:it|test|describe)[\w.]*\(.*?(['"`])(.*)\1,/.exec(line);
    if (title) return title[2];
    return /(?:^|\s)\/\/ (.*)$/.exec(line)?.[1] ?? '';
  });
}

/** Reads the names of each line: identifiers, and quoted keys and codes. Comments and texts have none. */
function readNames(text) {
  const comments = readComments(text);
  return text.split('\n').map((line, index) => {
    const code = comments[index] && !/^\s*(?:it|test|describe)\b/.test(line) ? line.replace(comments[index], '') : line;
    const withoutTexts = code.replace(/(['"`])((?:(?!\1).)*)\1/g, (_, _quote, content) =>
      /^[\w.:-]+$/.test(content) ? ` ${content} ` : ' ',
    );
    return withoutTexts.match(/[A-Za-z_$][\w$]*/g) ?? [];
  });
}

/** Splits a name into its words, in lower case: `keptFirst` and `kept_first` are "kept" and "first". */
const splitName = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_$]/);

/** Reads summaries and descriptions of endpoints and fields. */
function readSummaries(text) {
  return text
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?:summary|description|describe\(|note)[:(]?\s*(['"`])(.*?)\1/g)].map((m) => m[2]).join(' '),
    );
}

function readFiles() {
  const names = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
  return new Map(
    names
      .filter((name) => AREAS.some(({ files }) => files.test(name)) && name !== 'tools/plain-words.mjs')
      .map((name) => [name, readFileSync(pathInRoot(name), 'utf8')]),
  );
}

/**
 * Finds areas that use more of these words than plain-words.json permits, one line each. `node tools/plain-words.mjs
 * --write` lowers the limits. `node tools/plain-words.mjs <area>` lists every occurrence.
 */
export function findPlainWordProblems(found = findWords(), limits = JSON.parse(readFileSync(LIMITS, 'utf8'))) {
  return Object.entries(found)
    .filter(([area, matches]) => matches.length > limits[area])
    .map(
      ([area, matches]) => `${area}: ${matches.length} words that are not plain, where ${limits[area]} are permitted`,
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findWords();
  const counts = Object.fromEntries(Object.entries(found).map(([area, matches]) => [area, matches.length]));
  const [, , argument] = process.argv;
  if (argument === '--write') writeFileSync(LIMITS, `${JSON.stringify(counts, null, 2)}\n`);
  console.log(counts);
  for (const { file, line, word, say } of found[argument] ?? []) console.log(`  ${file}:${line} "${word}": ${say}`);
}
