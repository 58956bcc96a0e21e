import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedMatch, foldForSearch, foldName, tidyLine } from './fold.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('folding a name', () => {
  it('takes names as equal that differ in outer and inner spaces, case or composition', () => {
    expect(foldName('  LUMEN   sydney ')).toBe(foldName('Lumen Sydney'));
    expect(foldName('Ảnh cưới Hạnh Phúc'.normalize('NFD'))).toBe(foldName('ẢNH CƯỚI HẠNH PHÚC'));
    expect(foldName('Fjord Eiendom')).toBe(foldName('fjord eiendom'));
    expect(foldName('Straße')).toBe(foldName('STRASSE'));
    expect(foldName('STRAẞE')).toBe(foldName('Straße'));
    expect(foldName('\u200BKids\uFEFF')).toBe(foldName('kids'));
  });

  it('keeps names apart that differ in a mark', () => {
    expect(foldName('Bien My Khe')).not.toBe(foldName('Biển Mỹ Khê'));
    expect(foldName('Oresund Hem')).not.toBe(foldName('Öresund Hem'));
  });

  it('changes nothing when done twice, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldName(foldName(text))).toBe(foldName(text));
      }),
    );
  });

  it('changes nothing when done twice, for every letter that has a case or a mark', () => {
    const letters = Array.from({ length: 0x20000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((one) => one.toLowerCase() !== one || one.toUpperCase() !== one || one.normalize('NFD') !== one);
    expect(letters).toContain('ẞ');
    const unstable = (fold: (text: string) => string) => letters.filter((one) => fold(fold(one)) !== fold(one));
    expect(unstable(foldName)).toEqual([]);
    expect(unstable(foldForSearch)).toEqual([]);
    expect(foldForSearch('a \u0301 b')).toBe('a b');
  });

  it('does not depend on spaces around, or on how the text is composed', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('', ' ', '\t', '\u00a0', '\n '), (text, space) => {
        expect(foldName(space + text + space)).toBe(foldName(text));
        expect(foldName(text.normalize('NFD'))).toBe(foldName(text));
      }),
    );
  });
});

describe('tidying a line', () => {
  it('keeps case and marks and makes one line of it', () => {
    expect(tidyLine('  Lot 3\n Wattle   Grove ')).toBe('Lot 3 Wattle Grove');
  });
});

describe('folding for a search', () => {
  it('finds Vietnamese without its marks', () => {
    expect(foldForSearch('Ảnh cưới Đà Nẵng')).toBe('anh cuoi da nang');
    expect(foldForSearch('Châteaux & Domaines')).toBe('chateaux & domaines');
  });

  it('changes nothing when done twice, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
      }),
    );
  });
});

describe('search without marks', () => {
  it('finds Vietnamese words typed plainly', () => {
    expect(foldForSearch('  Ảnh CƯỚI  Đà Nẵng ')).toBe('anh cuoi da nang');
    expect(foldedMatch('Trần & Partners › Trần Sài Gòn › Ảnh cưới', 'anh cuoi')).toBe(true);
  });

  it('takes the words in any order and wants all of them', () => {
    expect(foldedMatch('Lumen › Lumen Sydney › Harbour', 'harbour lumen')).toBe(true);
    expect(foldedMatch('Lumen › Lumen Sydney › Harbour', 'harbour oslo')).toBe(false);
    expect(foldedMatch('anything', '')).toBe(true);
  });
});
