import { expect, it } from 'vitest';
import { findPlainWordProblems, findWords } from './plain-words.mjs';

const listWords = (file, text) => {
  const found = findWords(new Map([[file, text]]));
  return Object.values(found)
    .flat()
    .map(({ line, word }) => `${line} ${word}`);
};

it('comments and test titles are counted, code is not', () => {
  const text = [
    "const told = 'anew';",
    '// It is told anew.',
    '/** What it stands for. */',
    "it('whoever asks is answered', () => {",
  ].join('\n');
  expect(listWords('apps/web/src/a.ts', text)).toEqual(['2 anew', '2 told', '3 stands', '3 What', '4 whoever']);
});

it('texts are counted without their keys and variables, of interface and API', () => {
  expect(
    listWords('apps/web/public/locales/en/a.json', '{\n  "told": "{{told}} again",\n  "b": "beside it"\n}'),
  ).toEqual(['3 beside']);
  expect(listWords('packages/contract/src/a.ts', "  summary: 'Take back a move',\n")).toContain('1 Take back');
});

it('an area is reported when it has more than its limit', () => {
  const found = { docs: [{}, {}], code: [{}] };
  expect(findPlainWordProblems(found, { docs: 1, code: 1 })).toEqual([
    'docs: 2 words that are not plain, where 1 are permitted',
  ]);
});
