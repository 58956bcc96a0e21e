import { describe, expect, it } from 'vitest';
import { readPastedNumbers } from './pasted-numbers.ts';

describe('numbers pasted together', () => {
  it.each([
    [['0,298', '1,755', '1,404', '2,500'], ','],
    [['1,755', '12,5'], ','],
    [['1,755', ',5'], ','],
    [['1.755', '0.298'], '.'],
    [['1,755', '1,250.5'], '.'],
    [['1.755', '1.250,5'], ','],
    [['1.755', '1.250.000'], ','],
  ] as const)('%j are read with the same decimal mark in both languages', (texts, mark) => {
    for (const language of ['.', ','] as const) expect(readPastedNumbers(texts, language)).toEqual({ ok: true, mark });
  });

  it.each([[['12', '3500', '']], [['abc', '1,2,3']], [[]]])('%j are read with the mark of the language', (texts) => {
    for (const mark of ['.', ','] as const) expect(readPastedNumbers(texts, mark)).toEqual({ ok: true, mark });
  });

  it('ambiguous numbers are returned as a question, each once', () => {
    expect(readPastedNumbers(['1,755', '12', '2,500', '1,755'], '.')).toEqual({
      ok: false,
      ambiguous: ['1,755', '2,500'],
    });
  });

  it('numbers with different decimal marks do not settle how an ambiguous number is read', () => {
    expect(readPastedNumbers(['0,298', '0.5', '1,755'], '.')).toEqual({ ok: false, ambiguous: ['1,755'] });
    expect(readPastedNumbers(['0,298', '0.5'], '.')).toEqual({ ok: true, mark: '.' });
  });
});
