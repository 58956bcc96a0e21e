import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPluralProblems, findLocaleProblems, findRepeatedKeys } from './locale-parity.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darkroom-locales-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(language, namespace, words) {
  mkdirSync(join(folder, language), { recursive: true });
  writeFileSync(join(folder, language, `${namespace}.json`), JSON.stringify(words));
}

it('no problem is found when both languages have the same keys and variables', () => {
  write('vi', 'job', { title: 'Công việc', rows_other: '{{count}} dòng', form: { name: 'Tên' } });
  write('en', 'job', {
    title: 'Jobs',
    rows_one: '{{count}} row',
    rows_other: '{{count}} rows',
    form: { name: 'Name' },
  });
  expect(findLocaleProblems(folder)).toEqual([]);
});

it('each key, namespace and variable that only one language has is named', () => {
  write('vi', 'job', { form: { name: 'Tên' }, left: 'còn {{count}}', empty: ' ' });
  write('en', 'job', { left: '{{number}} left', empty: 'Empty' });
  write('en', 'task', { title: 'Tasks' });
  expect(findLocaleProblems(folder)).toEqual([
    'locales/en/job.json lacks "form.name"',
    'locales/vi/job.json has no text for "empty"',
    'locales/*/job.json fill in different things at "left"',
    'locales/*/job.json fill in different things at "left"',
    'locales/vi/task.json is missing',
  ]);
});

it('Vietnamese keys with different plural forms are named, because only one is used', () => {
  write('vi', 'job', {
    rows_zero: 'Không có dòng nào',
    rows_one: '{{count}} dòng',
    rows_other: '{{count}} dòng',
    note: { given_one: 'giao {{what}}', given_other: 'giao {{count}} công việc' },
  });
  expect(findPluralProblems(join(folder, 'vi'))).toEqual([
    'locales/vi/job.json has two texts for "note.given", and would say only one',
  ]);
});

it('keys that one object of a dictionary has twice are named', () => {
  mkdirSync(join(folder, 'vi'));
  const text = '{"a": {"b": "{ \\"b\\": }", "c": ["b", "b"], "b": 1}, "b": {"a": {"b": ":"}}, "a": {}}';
  writeFileSync(join(folder, 'vi', 'menu.json'), text);
  expect(findRepeatedKeys(folder)).toEqual([
    'locales/vi/menu.json has "a.b" twice',
    'locales/vi/menu.json has "a" twice',
  ]);
});
