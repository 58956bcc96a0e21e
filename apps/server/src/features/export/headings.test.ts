import { describe, expect, it } from 'vitest';
import * as lists from './exported.ts';
import { wordsOf } from './words/words.ts';

const headings = Object.values(lists).flatMap(({ xlsx, pdf }) => [...xlsx.columns, ...pdf.columns]);

describe.each(['vi', 'en'] as const)('the files in %s', (language) => {
  it('call every column by a word of a dictionary', () => {
    expect(headings.length).toBeGreaterThan(200);
    expect(headings.map(({ title }) => title).filter((title) => wordsOf(language)(title) === title)).toEqual([]);
  });
});
