import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDelimited } from './delimited.ts';

const readCsv = (text: string, delimiter = ',') => readDelimited(text, { delimiter });
const readCopied = (text: string) => readDelimited(text, { delimiter: '\t', isCopied: true }).rows;

describe('delimited text', () => {
  it('cells of any content are read back as written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'ả') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (rows) => {
        const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        expect(readCsv(text).rows).toEqual(rows);
      }),
    );
  });

  it('empty lines and cells are kept, so that row numbers match the spreadsheet', () => {
    expect(readCsv('a,b\n\n,\r\nc,').rows).toEqual([['a', 'b'], [''], ['', ''], ['c', '']]);
    expect(readCsv('a\r\n').rows).toEqual([['a']]);
    expect(readCsv('').rows).toEqual([]);
  });

  it.each<[string, string, string[][], number[]]>([
    [
      'a quotation mark that is never closed',
      'a,"b\nc,d\n',
      [
        ['a', '"b'],
        ['c', 'd'],
      ],
      [1],
    ],
    [
      'a quotation mark that another one seems to close',
      'a,"b\nc,"d\ne,f',
      [
        ['a', '"b'],
        ['c', '"d'],
        ['e', 'f'],
      ],
      [1, 2],
    ],
    [
      'an open quotation mark in the last line',
      'a,b\nc,"d',
      [
        ['a', 'b'],
        ['c', '"d'],
      ],
      [],
    ],
    [
      'delimiters after an open quotation mark',
      'a,b\nc,"d, e\nf,g',
      [
        ['a', 'b'],
        ['c', '"d, e'],
        ['f', 'g'],
      ],
      [2],
    ],
    [
      'words after a closing quotation mark',
      'a,"b" c\nd,e',
      [
        ['a', '"b" c'],
        ['d', 'e'],
      ],
      [],
    ],
    [
      'a quotation mark within a cell',
      'a,12" frame\nd,"e"',
      [
        ['a', '12" frame'],
        ['d', 'e'],
      ],
      [],
    ],
    [
      'several lines',
      'a,"b\nc, c"\nd,e',
      [
        ['a', 'b\nc, c'],
        ['d', 'e'],
      ],
      [],
    ],
    [
      'lines that look like rows',
      'a,b,c\na,b,"c\nd,e,f"',
      [
        ['a', 'b', 'c'],
        ['a', 'b', 'c\nd,e,f'],
      ],
      [2],
    ],
  ])('text with %s loses no row', (_, text, rows, openQuotes) => {
    expect(readCsv(text)).toEqual({ rows, openQuotes });
  });

  it('text from the clipboard keeps quotation marks inside cells', () => {
    expect(readCopied('"Villa"\t"a" b\t12"\n"two\nlines, ""so"""\t"\tend')).toEqual([
      ['"Villa"', '"a" b', '12"'],
      ['two\nlines, "so"', '"', 'end'],
    ]);
  });
});
