import { expect, it } from 'vitest';
import { findPlainWordProblems, findWords } from './plain-words.mjs';

const listWords = (file, text) => {
  const found = findWords(new Map([[file, text]]));
  return Object.values(found)
    .flat()
    .map(({ line, word }) => `${line} ${word}`);
};

it('comments and test titles are counted, and of the code its names', () => {
  const text = [
    "const told = 'an anew text';",
    "const fields = ['first_judged'];",
    '// It is told anew.',
    '/** What it stands for. */',
    "it('whoever asks is answered', () => {",
  ].join('\n');
  expect(listWords('apps/web/src/a.ts', text)).toEqual([
    '3 anew',
    '3 told',
    '4 stands',
    '4 What',
    '5 whoever',
    '1 told',
    '2 first_judged',
  ]);
});

it('texts are counted without their variables, and keys as names, of interface and API', () => {
  expect(
    listWords('apps/web/public/locales/en/a.json', '{\n  "told": "{{told}} again",\n  "b": "beside it"\n}'),
  ).toEqual(['3 beside', '2 told']);
  expect(listWords('packages/contract/src/a.ts', "  summary: 'Take back a move',\n")).toContain('1 Take back');
});

it('an area is reported when it has more than its limit', () => {
  const found = { docs: [{}, {}], code: [{}] };
  expect(findPlainWordProblems(found, { docs: 1, code: 1 })).toEqual([
    'docs: 2 words that are not plain, where 1 are permitted',
  ]);
});
