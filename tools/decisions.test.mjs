import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pathInRoot, root } from './root.mjs';

const folder = 'docs/decisions';
const read = (path) => readFileSync(pathInRoot(path), 'utf8');
const pages = readdirSync(pathInRoot(folder))
  .filter((name) => name !== 'README.md')
  .toSorted();
const readLines = (page) => read(`${folder}/${page}`).split('\n');

/** Every record, in the order of the numbers. */
const records = pages
  .flatMap((page) =>
    readLines(page).flatMap((line) => {
      const [, number, title] = /^## (\d{3}) (\S.*)$/.exec(line) ?? [];
      return number ? [{ page, number, title }] : [];
    }),
  )
  .toSorted((a, b) => a.number.localeCompare(b.number));
const numbers = new Set(records.map(({ number }) => number));

/** Returns the anchor that GitHub gives a heading. */
const toAnchor = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
/** Removes the blanks that align a row of a table. */
const clean = (line) => line.replace(/\s*\|\s*/g, '|');
const readRows = (pattern) => read(`${folder}/README.md`).match(pattern).map(clean);

/** A list of numbers: `051`, `007 and 020`, `133 to 135`, `105, 147`. */
const LIST = String.raw`\d{3}(?:(?:,? and |, ?| to |–)\d{3})*(?!\d)`;

/** Returns the numbers that a text refers to. Line breaks, also those of comments, count as blanks. */
function findReferences(text, { parentheses = false } = {}) {
  const flat = text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--|#)?\s*/g, ' ');
  const lists = [...flat.matchAll(new RegExp(String.raw`\bdecisions? (${LIST})`, 'gi'))];
  // From 400 on, a number is a status of HTTP.
  if (parentheses) lists.push(...flat.matchAll(new RegExp(String.raw`\((?![45])(${LIST})(?:\)|, [a-z])`, 'g')));
  return lists.flatMap(([, list]) => list.match(/\d{3}/g));
}

it('a page has a title, a sentence and records with a context, a decision and consequences', () => {
  for (const page of pages) {
    const [title, blank, sentence] = readLines(page);
    expect([page, title, blank, sentence]).toEqual([
      page,
      expect.stringMatching(/^# \S/),
      '',
      expect.stringMatching(/^[A-Z]/),
    ]);
    for (const record of read(`${folder}/${page}`).split(/^## /m).slice(1)) {
      const parts = [...record.matchAll(/^\*\*(Context|Decision|Consequences)\b/gm)].map(([, part]) => part);
      expect([record.split('\n', 1)[0], [...new Set(parts)]]).toEqual([
        expect.anything(),
        ['Context', 'Decision', 'Consequences'],
      ]);
    }
  }
});

it('every second-level heading is a record, and a number occurs once', () => {
  const headings = pages.flatMap((page) => readLines(page).filter((line) => line.startsWith('## ')));
  expect(headings).toHaveLength(records.length);
  expect(records.map(({ number }) => number)).toEqual([...numbers]);
});

it('the index names every page with its first sentence', () => {
  const rows = pages.map((page) => {
    const [title, , ...rest] = readLines(page);
    const sentence = rest.slice(0, rest.indexOf('')).join(' ');
    return clean(`| [${title.slice(2)}](${page}) | ${sentence} |`);
  });
  expect(readRows(/^\| \[.*$/gm)).toEqual(rows);
});

it('the index names every record by its title, in order', () => {
  const rows = records.map(({ page, number, title }) =>
    clean(`| ${number} | [${title}](${page}#${toAnchor(`${number} ${title}`)}) |`),
  );
  expect(readRows(/^\| \d{3} .*$/gm)).toEqual(rows);
});

/** Lists the files of the tree, or those of some kinds. */
const listFiles = (...kinds) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', ...kinds], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
    .trim()
    .split('\n')
    .filter((file) => existsSync(pathInRoot(file)));

it('every reference to a decision leads to a record', () => {
  const faults = listFiles('*.ts', '*.tsx', '*.mjs', '*.css', '*.md', '*.sql').flatMap((file) => {
    const text = read(file);
    const missing = findReferences(text, { parentheses: file.startsWith(folder) }).filter(
      (number) => !numbers.has(number),
    );
    const paths = file === 'tools/decisions.test.mjs' ? [] : (text.match(/\bdecisions\/\d{3}\S*/g) ?? []);
    return [...missing, ...paths].map((reference) => `${file}: ${reference}`);
  });
  expect(faults).toEqual([]);
});

it('a reference is found over a line break and in a list', () => {
  expect(findReferences('(decision 051), decisions 007 and 020, decisions 133 to 135\n * or decision\n * 009')).toEqual(
    ['051', '007', '020', '133', '135', '009'],
  );
  const withSubject = 'as decided (076, 082) and (100, list filters)';
  expect(findReferences(withSubject, { parentheses: true })).toEqual(['076', '082', '100']);
});

/** Documents next to the repository, files that the operator or the build creates, and the name of any record in a guide. */
const OUTSIDE = new Set([
  'spec.md',
  'domain.md',
  'architecture.md',
  'look.md',
  'deploy/settings.env',
  'create-superuser.js',
  'nounEndpoints',
]);
const OUTSIDE_FOLDERS = /^(?:\/|\.\.\/|\.data\/|apps\/server\/dist\/)/;
const FILE_NAME = /^[\w@./*<>…-]*[\w>]\.(?:tsx?|[cm]?js|css|sql|json|md|html|sh|ya?ml|env|service|xlsx)$/;
const SHORT_FOLDERS = { domain: 'packages/domain/src', contract: 'packages/contract/src' };

/** Returns the pattern of a quoted path, which can begin at any folder. `<noun>`, `*` and `…` are any name. */
function toPathPattern(path) {
  const fullPath = path.replace(/^\w+(?=\/)/, (folderName) => SHORT_FOLDERS[folderName] ?? folderName);
  const parts = fullPath.split(/<\w+>|[*…]/).map((part) => part.replaceAll('.', String.raw`\.`));
  return new RegExp(`(?:^|/)${parts.join('[^/]+')}$`);
}

/** Finds the quoted names in camelCase and files of a text that neither a file nor the code has. */
function findUnknownNames(text, { files, code, words }) {
  const hasFile = (path) => {
    const pattern = toPathPattern(path);
    return files.some((file) => pattern.test(file)) || code.includes(path);
  };
  const findWords = (name) => name.match(/(?<![\w$-])[a-z]+[A-Z]\w*/g) ?? [];
  const quotes = text.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g);
  return [...quotes]
    .flatMap(([, quote]) => quote.split(/[\s()[\]{},;:="']+/))
    .flatMap((name) => (FILE_NAME.test(name) ? name : findWords(name)))
    .filter((name) => !OUTSIDE.has(name) && !OUTSIDE_FOLDERS.test(name))
    .filter((name) => (FILE_NAME.test(name) ? !hasFile(name) : !words.has(name)));
}

it('every name and file that a document quotes exists', () => {
  const files = listFiles();
  const sources = files.filter((file) => /\.(?:tsx?|[cm]?js|css|sql|json|html|sh|ya?ml)$|^deploy\//.test(file));
  const code = sources
    .filter((file) => file !== 'tools/decisions.test.mjs')
    .map(read)
    .join('\n');
  // A comment can contain a former name, so its words do not count.
  const words = new Set(code.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '').match(/[\w$]+/g));
  const documents = files.filter((file) => /^(?:README|ARCHITECTURE|docs\/.*)\.md$/.test(file));
  const unknown = documents.flatMap((file) =>
    findUnknownNames(read(file), { files, code, words }).map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
}, 60_000);

it('a quoted name is found in a call, and a quoted path below its folder', () => {
  const tree = { files: ['packages/domain/src/job/job.ts'], code: '', words: new Set(['getJob']) };
  const known = '`getJob(id)`, `domain/job/job.ts`, `src/<noun>/<noun>.ts`, `job.ts`, `/etc/a.env`, `curl -fsS`';
  expect(findUnknownNames(known, tree)).toEqual([]);
  const unknown = ['getJobs', 'domain/task/job.ts', 'obJob.ts'];
  expect(findUnknownNames('`getJobs(id)` of `domain/task/job.ts` and `obJob.ts`', tree)).toEqual(unknown);
});
