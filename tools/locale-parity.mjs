import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pathInRoot } from './root.mjs';

const LANGUAGES = ['vi', 'en'];
// English has two plural forms and Vietnamese one. i18next uses these endings.
export const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Finds namespaces and keys that only one language has, one line each. */
export function findLocaleProblems(folder = pathInRoot('apps/web/public/locales')) {
  if (!existsSync(folder)) return [];
  const dictionaries = Object.fromEntries(
    LANGUAGES.map((language) => [language, readLanguage(`${folder}/${language}`)]),
  );
  return LANGUAGES.flatMap((language) => {
    const other = LANGUAGES.find((name) => name !== language);
    return Object.entries(dictionaries[language]).flatMap(([namespace, keys]) => {
      const theirs = dictionaries[other][namespace];
      if (!theirs) return [`locales/${other}/${namespace}.json is missing`];
      const missing = Object.keys(keys).filter((key) => !(key in theirs));
      const empty = Object.keys(keys).filter((key) => !keys[key].trim());
      return [
        ...missing.map((key) => `locales/${other}/${namespace}.json lacks "${key}"`),
        ...empty.map((key) => `locales/${language}/${namespace}.json has no text for "${key}"`),
        ...findDifferingVariables(keys, theirs).map(
          (key) => `locales/*/${namespace}.json fill in different things at "${key}"`,
        ),
      ];
    });
  });
}

/** Reads the dictionaries of a language: namespace → flat key → text, with plural forms as one key. */
export function readLanguage(folder) {
  return Object.fromEntries(
    dictionariesIn(folder).map((name) => [
      name.slice(0, -5),
      flatten(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))),
    ]),
  );
}

const dictionariesIn = (folder) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

function flatten(value, prefix = '') {
  const keys = {};
  for (const [name, inner] of Object.entries(value)) {
    const key = `${prefix}${name}`;
    if (inner && typeof inner === 'object') Object.assign(keys, flatten(inner, `${key}.`));
    else keys[key.replace(PLURAL, '')] = String(inner);
  }
  return keys;
}

/** Finds keys that occur twice in one object of a dictionary. JSON.parse uses only the last one, without an error. */
export function findRepeatedKeys(folder = pathInRoot('apps/web/public/locales')) {
  return LANGUAGES.flatMap((language) =>
    dictionariesIn(`${folder}/${language}`).flatMap((file) =>
      findRepeatedKeysIn(readFileSync(`${folder}/${language}/${file}`, 'utf8')).map(
        (key) => `locales/${language}/${file} has "${key}" twice`,
      ),
    ),
  );
}

function findRepeatedKeysIn(text) {
  const repeated = [];
  // Open objects and lists, the innermost last.
  const open = [];
  let key = '';
  for (const [mark, name] of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    const inner = open.at(-1);
    if (name !== undefined) {
      key = inner.path + name;
      if (inner.names.has(name)) repeated.push(key);
      inner.names.add(name);
    } else if (mark === '{' || mark === '[') open.push({ path: key && `${key}.`, names: new Set() });
    else if (mark === '}' || mark === ']') open.pop();
  }
  return repeated;
}

/** Finds Vietnamese keys with different texts for their plural forms. i18next uses only the last form in Vietnamese. */
export function findPluralProblems(folder = pathInRoot('apps/web/public/locales/vi')) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) => {
    const texts = new Map();
    const problems = [];
    const read = (value, prefix) => {
      for (const [name, inner] of Object.entries(value)) {
        const key = `${prefix}${name}`;
        if (inner && typeof inner === 'object') read(inner, `${key}.`);
        // The text for zero has its own form in every language.
        else if (PLURAL.test(key) && !key.endsWith('_zero')) {
          const stem = key.replace(PLURAL, '');
          if (texts.has(stem) && texts.get(stem) !== inner)
            problems.push(`locales/vi/${file} has two texts for "${stem}", and would say only one`);
          texts.set(stem, inner);
        }
      }
    };
    read(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')), '');
    return problems;
  });
}

function findDifferingVariables(keys, theirs) {
  const names = (text) =>
    [...new Set([...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map((match) => String(match[1])))].sort().join();
  return Object.keys(keys).filter((key) => theirs[key] !== undefined && names(keys[key]) !== names(theirs[key]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = [...findLocaleProblems(), ...findRepeatedKeys(), ...findPluralProblems()];
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
