import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLURAL, readLanguage } from './locale-parity.mjs';
import { pathInRoot, root } from './root.mjs';

// Sources with texts of screens and files.
const SOURCES = [
  'apps/web/src',
  'apps/server/src/features/export',
  'apps/server/src/features/mail',
  'packages/contract/src/field-tables',
];
// Used through the tables of contract/field-tables. field-tables.test.mjs checks that their labels are complete.
const TABLE_NAMESPACE = 'field:';
const DEFAULT = 'common';
// One word for one thing (docs/glossary.md, "On the screens"): the rejected words, and the word to use.
const TERMS = [
  { language: 'en', never: /\bcustomer [012]\b/i, say: 'Customer ID 0, 1, 2' },
  { language: 'en', never: /overdue|\bpromis/i, say: 'due date, late' },
  { language: 'en', never: /second look/i, say: 'blind check' },
  { language: 'en', never: /\bbriefs?\b/i, say: 'shift handover' },
  { language: 'en', never: /fault kinds?|kinds? of faults?/i, say: 'fault type' },
  { language: 'en', never: /\bwall\b/i, say: 'TV board' },
  { language: 'en', never: /\bcheckers?\b/i, say: 'QC' },
  { language: 'en', never: /\brights\b/i, say: 'permissions' },
  { language: 'en', never: /\bnotices?\b/i, say: 'notification' },
  { language: 'en', never: /canned/i, say: 'saved reply' },
  { language: 'en', never: /\b(some|no)body\b/i, say: 'someone, no one' },
  { language: 'en', never: /by (itself|themselves)/i, say: 'automatically' },
  { language: 'en', never: /\bmay not\b/i, say: 'cannot' },
  {
    language: 'en',
    never: / …|;/,
    say: 'written without a space before …, and as two sentences instead of a semicolon',
  },
  { language: 'vi', never: /hẹn giao|lời hẹn|quá hạn/i, say: 'hạn giao, trễ hạn' },
  { language: 'vi', never: /treo tường/i, say: 'bảng trên TV' },
  { language: 'vi', never: /(?<!\p{L})nó(?!\p{L})/iu, say: 'the thing itself' },
  { language: 'vi', never: /mã khách hàng [012]/i, say: 'khách hàng cấp 0, 1, 2' },
  { language: 'vi', never: /người chỉnh sửa|biên tập viên/i, say: 'editor' },
  { language: 'vi', only: ['group', 'permission'], never: /(?<!trưởng )nhóm(?! quyền| làm việc)/i, say: 'nhóm quyền' },
  { language: 'vi', never: /đường dẫn|(?<!\p{L})link(?!\p{L})/iu, say: 'liên kết' },
  // File names have no accents.
  { language: 'vi', except: /^file\./, never: /(?<!\p{L})file(?!\p{L})/iu, say: 'tệp' },
  { language: 'vi', never: /e-mail/i, say: 'email' },
  { language: 'vi', never: /dòng việc|hoàn tất|hạng mục/i, say: 'luồng việc, hoàn thành, danh mục' },
  // The tone mark is on the first of two vowels that end a word: xóa, khóa, thủy, not xoá, khoá, thuỷ.
  {
    language: 'vi',
    never: /(?<!q)(?:o[àáảãạèéẻẽẹ]|u[ỳýỷỹỵ])(?!\p{L})/iu,
    say: 'written with its tone on the first vowel, as in xóa and khóa',
  },
];
// Variables of a text are not checked.
const FILLED_IN = /\{\{.*?\}\}/g;
// Placeholder for the variable part of a template.
const PLACEHOLDER = '${}';

/**
 * Finds keys that no code uses, and used keys that are in no dictionary. Code uses `t('key')` and `words('key')` in the
 * namespaces of its `useTranslation`, or `'namespace:key'` anywhere. A template such as `t(`field.${name}`)` uses every
 * key with one more part.
 */
export function findKeyProblems(
  files = SOURCES.flatMap((folder) => listFiles(pathInRoot(folder))).map((path) => ({
    file: relative(root, path),
    text: readFileSync(path, 'utf8'),
  })),
  dictionaries = readLanguage(pathInRoot('apps/web/public/locales/en')),
  codes = readContractCodes(),
) {
  const keys = new Set(
    Object.entries(dictionaries).flatMap(([ns, words]) => Object.keys(words).map((k) => `${ns}:${k}`)),
  );
  const usedKeys = new Set();
  const problems = [];
  for (const { file, text } of files) {
    for (const keyUse of findKeyUses(text, Object.keys(dictionaries))) {
      const matches = findMatchingKeys(keyUse, keys, codes);
      for (const match of matches) usedKeys.add(match);
      if (matches.length === 0 && keyUse.certain)
        problems.push(`${file} says "${keyUse.key}", which no dictionary has`);
    }
  }
  const unusedKeys = [...keys]
    .filter((key) => !usedKeys.has(key) && !key.startsWith(TABLE_NAMESPACE))
    .map((key) => `no code says "${key}"`);
  return [...new Set([...problems, ...unusedKeys])];
}

/** Finds texts with a word that the glossary rejects, one line each. */
export function findTermProblems(read = (language) => readLanguage(pathInRoot(`apps/web/public/locales/${language}`))) {
  return TERMS.flatMap(({ language, only, except, never, say }) =>
    Object.entries(read(language))
      .filter(([namespace]) => !only || only.includes(namespace))
      .flatMap(([namespace, words]) =>
        Object.entries(words).flatMap(([key, text]) =>
          never.test(text.replace(FILLED_IN, '□')) && !except?.test(key)
            ? [`locales/${language}/${namespace}.json, "${key}": the word is "${say}"`]
            : [],
        ),
      ),
  );
}

/** Finds the keys that a file can use: `{key, namespaces, certain, context}`. `${…}` in a key is one variable part. */
function findKeyUses(text, namespaces) {
  const declared = [...text.matchAll(/useTranslation\(\s*(\[[^\]]*\]|'[^']*')?/g)].flatMap((call) => {
    const names = [...(call[1] ?? '').matchAll(/'([^']+)'/g)].map((name) => name[1]);
    return [names[0] ?? DEFAULT];
  });
  const fileNamespaces = declared.length > 0 ? [...new Set(declared)] : namespaces;
  const named = new RegExp(`^(${namespaces.join('|')}):`);
  const toKeyUse = (key, certain, context) => {
    const ns = named.exec(key)?.[1];
    const any = key.startsWith('${}:');
    return {
      key: key.replace(/^\$\{\}:/, '').replace(PLURAL, ''),
      namespaces: ns ? [ns] : any ? namespaces : fileNamespaces,
      certain: certain && (ns !== undefined || declared.length > 0),
      context,
    };
  };
  const calledKeys = [...text.matchAll(declared.length > 0 ? /\bt\(/g : /\b(?:t|words)\(/g)].flatMap(
    ({ index, 0: { length } }) => {
      const [first, rest] = firstArgument(text, index + length);
      // Values in comparisons and arguments of other functions are not keys.
      const keys = first.replace(/[!=]==\s*'[^']*'/g, '').replace(/\b(?!t\()\w+\((?:'[^']*'|[^()'`])*\)/g, '');
      return findLiterals(keys).map((key) => toKeyUse(key, true, /\b(context|ordinal)\b/.test(rest)));
    },
  );
  const tableKeys = findLiterals(text).filter((key) => named.test(key) || /^\$\{\}:\w+\./.test(key));
  const elsewhere = [...tableKeys, ...tableKeys.map((key) => `${key}.${PLACEHOLDER}`)].map((key) =>
    toKeyUse(key, false, false),
  );
  return [...calledKeys, ...elsewhere];
}

/** Returns the first argument of a call, and the text after it. */
function firstArgument(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    const sign = text[i];
    if (sign === "'" || sign === '`') i = findLiteralEnd(text, i);
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign) && (depth -= 1) < 0) return [text.slice(start, i), ''];
    else if (sign === ',' && depth === 0) return [text.slice(start, i), text.slice(i, i + 200)];
  }
  return [text.slice(start), ''];
}

function findLiteralEnd(text, start) {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (quote === '`' && text.startsWith('${', i)) i = findPlaceholderEnd(text, i + 2);
    else if (text[i] === quote || (quote === "'" && text[i] === '\n')) return i;
  }
  return text.length;
}

function findPlaceholderEnd(text, start) {
  let depth = 1;
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === "'" || text[i] === '`') i = findLiteralEnd(text, i);
    else if (text[i] === '{') depth += 1;
    else if (text[i] === '}' && (depth -= 1) === 0) return i;
  }
  return text.length;
}

/** Finds texts in a piece of code that look like keys, with variable parts as `${}`. */
function findLiterals(code) {
  const found = [];
  for (let i = 0; i < code.length; i += 1) {
    if (code[i] !== "'" && code[i] !== '`') continue;
    const end = findLiteralEnd(code, i);
    const raw = code.slice(i + 1, end);
    let key = '';
    for (let j = 0; j < raw.length; j += 1) {
      if (code[i] === '`' && raw.startsWith('${', j)) {
        const close = findPlaceholderEnd(raw, j + 2);
        key += '${}';
        found.push(...findLiterals(raw.slice(j + 2, close)).filter((inner) => inner.includes(':')));
        j = close;
      } else key += raw[j];
    }
    if (/^[\w:.$ {}-]+$/.test(key) && !/\s/.test(key) && key !== '${}') found.push(key);
    i = end;
  }
  return found;
}

function findMatchingKeys({ key, namespaces, context }, keys, codes) {
  const bare = key.replace(/^\w+:(?=.)/, (prefix) =>
    namespaces.length === 1 && `${namespaces[0]}:` === prefix ? '' : prefix,
  );
  return namespaces.flatMap((ns) => {
    const full = `${ns}:${bare}`;
    if (codes[full])
      return codes[full].map((code) => full.replace('${}', code.replace(PLURAL, ''))).filter((item) => keys.has(item));
    if (!full.includes('${}') && !context) return keys.has(full) ? [full] : [];
    const parts = full.split('${}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`^${parts.join('[^.:]+')}${context ? '(_[^.]+)?' : ''}$`);
    return [...keys].filter((item) => pattern.test(item));
  });
}

/** Reads the possible codes in a key from the tables of the contract. */
function readContractCodes() {
  const text = readFileSync(pathInRoot('packages/contract/src/errors.ts'), 'utf8');
  const of = (table) => {
    const start = text.indexOf(`export const ${table} = `);
    const body = text.slice(start, text.indexOf(' as const', start));
    return [...body.matchAll(/^ {2}'?(\w+)'?[:,]/gm)].map((code) => code[1]);
  };
  return { 'errors:${}': of('ERRORS'), 'errors:field.${}': of('FIELD_ERRORS') };
}

const listFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = [...findKeyProblems(), ...findTermProblems()];
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
