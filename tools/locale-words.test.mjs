import { describe, expect, it } from 'vitest';
import { findTermProblems, findKeyProblems } from './locale-words.mjs';

const DICTIONARIES = {
  job: {
    save: 'Save',
    'field.name': 'Name',
    'field.date': 'Date',
    moved: '{{count}} moved',
    nth_ordinal: '{{count}}th',
  },
  errors: { stale: 'It has changed', 'field.required': 'Required' },
};
const CODES = { 'errors:${}': ['stale'], 'errors:field.${}': ['required'] };
const faults = (text) => findKeyProblems([{ file: 'page.tsx', text }], DICTIONARIES, CODES);
const ALL = `const { t } = useTranslation(['job', 'errors']);
  t('save'); t(\`field.\${name}\`); t('moved', { count }); t('nth', { count, ordinal: true });
  t(\`errors:\${code}\`); t(\`errors:field.\${code}\`);`;

describe('keys of the dictionaries', () => {
  it('every key is used, in every possible form', () => {
    expect(faults(ALL)).toEqual([]);
  });

  it('a key that no code uses is rejected', () => {
    expect(faults(ALL.replace("t('save');", ''))).toEqual(['no code says "job:save"']);
    expect(faults(ALL.replace('t(`errors:${code}`);', ''))).toEqual(['no code says "errors:stale"']);
  });

  it('a key that code uses must be in a dictionary', () => {
    expect(faults(`${ALL} t(done ? 'saved' : 'save'); t('errors:gone');`)).toEqual([
      'page.tsx says "saved", which no dictionary has',
      'page.tsx says "errors:gone", which no dictionary has',
    ]);
    expect(faults(`${ALL} t(\`kind.\${kind}\`);`)).toEqual(['page.tsx says "kind.${}", which no dictionary has']);
  });

  it('a table can name a key, in full or by its start', () => {
    const table = ALL.replace("t('save');", "const LABEL = 'job:save';").replace(
      't(`field.${name}`);',
      "const STEM = 'job:field';",
    );
    expect(faults(table)).toEqual([]);
  });

  it('values in comparisons and arguments of other functions are not keys', () => {
    expect(faults(`${ALL} t(what === 'price' ? 'save' : 'moved'); t(keyOf('step'));`)).toEqual([]);
  });
});

describe('terms of the dictionaries', () => {
  it('terms are checked in both languages', () => {
    const dictionaries = {
      en: { job: { a: 'Customer 2', b: 'Customer ID 2' } },
      vi: { group: { a: 'Thêm nhóm', b: 'Thêm nhóm quyền' }, team: { a: 'Thêm nhóm' }, job: { a: 'Người chỉnh sửa' } },
    };
    expect(findTermProblems((language) => dictionaries[language])).toEqual([
      'locales/en/job.json, "a": the word is "Customer ID 0, 1, 2"',
      'locales/vi/job.json, "a": the word is "editor"',
      'locales/vi/group.json, "a": the word is "nhóm quyền"',
    ]);
  });

  it('terms are checked in Vietnamese spelling, without the variables', () => {
    const dictionaries = {
      en: {},
      vi: {
        job: { a: 'Đã xoá', b: 'Đã xóa', c: 'Hoàn thành khoản này, quý 4', d: 'HUỶ', e: 'Đã tải {{file}}' },
        floor: { a: 'Chép đường dẫn', b: 'Sao chép liên kết', c: 'Chọn file khác' },
      },
    };
    expect(findTermProblems((language) => dictionaries[language])).toEqual([
      'locales/vi/floor.json, "a": the word is "liên kết"',
      'locales/vi/floor.json, "c": the word is "tệp"',
      'locales/vi/job.json, "a": the word is "written with its tone on the first vowel, as in xóa and khóa"',
      'locales/vi/job.json, "d": the word is "written with its tone on the first vowel, as in xóa and khóa"',
    ]);
  });
});
