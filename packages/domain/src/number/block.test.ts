import { describe, expect, it } from 'vitest';
import { readBlock } from './block.ts';

describe('numbers pasted together', () => {
  it.each([
    [['0,298', '1,755', '1,404', '2,500'], ','],
    [['1,755', '12,5'], ','],
    [['1,755', ',5'], ','],
    [['1.755', '0.298'], '.'],
    [['1,755', '1,250.5'], '.'],
    [['1.755', '1.250,5'], ','],
    [['1.755', '1.250.000'], ','],
  ] as const)('%j are all read with one decimal mark, in either language', (texts, mark) => {
    for (const language of ['.', ','] as const) expect(readBlock(texts, language)).toEqual({ ok: true, mark });
  });

  it.each([[['12', '3500', '']], [['abc', '1,2,3']], [[]]])('%j say nothing, and the language decides', (texts) => {
    for (const mark of ['.', ','] as const) expect(readBlock(texts, mark)).toEqual({ ok: true, mark });
  });

  it('that could all be either are asked about, each once', () => {
    expect(readBlock(['1,755', '12', '2,500', '1,755'], '.')).toEqual({ ok: false, ambiguous: ['1,755', '2,500'] });
  });

  it('that contradict each other say nothing of those that could be either', () => {
    expect(readBlock(['0,298', '0.5', '1,755'], '.')).toEqual({ ok: false, ambiguous: ['1,755'] });
    expect(readBlock(['0,298', '0.5'], '.')).toEqual({ ok: true, mark: '.' });
  });
});
