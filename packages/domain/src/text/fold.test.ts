import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedMatch, foldForSearch, foldName, tidyLine } from './fold.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('normalising a name', () => {
  it('names are equal in any spacing, case and composition', () => {
    expect(foldName('  LUMEN   sydney ')).toBe(foldName('Lumen Sydney'));
    expect(foldName('Ảnh cưới Hạnh Phúc'.normalize('NFD'))).toBe(foldName('ẢNH CƯỚI HẠNH PHÚC'));
    expect(foldName('Fjord Eiendom')).toBe(foldName('fjord eiendom'));
    expect(foldName('Straße')).toBe(foldName('STRASSE'));
    expect(foldName('STRAẞE')).toBe(foldName('Straße'));
    expect(foldName('\u200BKids\uFEFF')).toBe(foldName('kids'));
  });

  it('names with different marks are different', () => {
    expect(foldName('Bien My Khe')).not.toBe(foldName('Biển Mỹ Khê'));
    expect(foldName('Oresund Hem')).not.toBe(foldName('Öresund Hem'));
  });

  it('normalising any text twice changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldName(foldName(text))).toBe(foldName(text));
      }),
    );
  });

  it('normalising twice changes nothing for any letter with a case or a mark', () => {
    const letters = Array.from({ length: 0x20000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter(
        (letter) =>
          letter.toLowerCase() !== letter || letter.toUpperCase() !== letter || letter.normalize('NFD') !== letter,
      );
    expect(letters).toContain('ẞ');
    const findUnstable = (fold: (text: string) => string) =>
      letters.filter((letter) => fold(fold(letter)) !== fold(letter));
    expect(findUnstable(foldName)).toEqual([]);
    expect(findUnstable(foldForSearch)).toEqual([]);
    expect(foldForSearch('a \u0301 b')).toBe('a b');
  });

  it('spaces around and composition of a text do not matter', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('', ' ', '\t', '\u00a0', '\n '), (text, space) => {
        expect(foldName(space + text + space)).toBe(foldName(text));
        expect(foldName(text.normalize('NFD'))).toBe(foldName(text));
      }),
    );
  });
});

describe('tidying a line', () => {
  it('a line keeps its case and marks, without line breaks', () => {
    expect(tidyLine('  Lot 3\n Wattle   Grove ')).toBe('Lot 3 Wattle Grove');
  });
});

describe('normalising for a search', () => {
  it('Vietnamese text is found without its marks', () => {
    expect(foldForSearch('Ảnh cưới Đà Nẵng')).toBe('anh cuoi da nang');
    expect(foldForSearch('Châteaux & Domaines')).toBe('chateaux & domaines');
  });

  it('normalising any text twice for a search changes nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
      }),
    );
  });
});

describe('search without marks', () => {
  it('Vietnamese words are found when typed without marks', () => {
    expect(foldForSearch('  Ảnh CƯỚI  Đà Nẵng ')).toBe('anh cuoi da nang');
    expect(foldedMatch('Trần & Partners › Trần Sài Gòn › Ảnh cưới', 'anh cuoi')).toBe(true);
  });

  it('all words must match, in any order', () => {
    expect(foldedMatch('Lumen › Lumen Sydney › Harbour', 'harbour lumen')).toBe(true);
    expect(foldedMatch('Lumen › Lumen Sydney › Harbour', 'harbour oslo')).toBe(false);
    expect(foldedMatch('anything', '')).toBe(true);
  });
});
