import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Content } from 'pdfmake/interfaces.js';

/** Letters that Roboto lacks, as a subset of a font file: only those in the document, in two weights. */
export interface LetterSubset {
  /** Name of the font in the document. */
  readonly name: string;
  readonly file: string;
  readonly letters: string;
}

const requireHere = createRequire(import.meta.url);

/** Letters of Roboto in pdfmake's version. A test compares them with the font. */
const ROBOTO =
  '\\n\\r\\t\\u0020-\\u007e\\u00a0-\\u017f\\u018f\\u0192\\u01a0\\u01a1\\u01af\\u01b0\\u01fa-\\u01ff\\u0218-\\u021b\\u02c6\\u02c7\\u02d8-\\u02dd\\u0384-\\u038a\\u038c' +
  '\\u038e-\\u03a1\\u03a3-\\u03ce\\u0400-\\u0486\\u0488-\\u0513\\u1e80-\\u1e85\\u1ea0-\\u1ef9\\u2000-\\u200b\\u2010\\u2011\\u2013-\\u2015\\u2017-\\u201e\\u2020-\\u2022\\u2025-\\u2027' +
  '\\u2030\\u2032\\u2033\\u2039\\u203a\\u2044\\u2070\\u2074-\\u208e\\u20a3\\u20a4\\u20a6-\\u20ac\\u20b1\\u20b9\\u20ba\\u20bc\\u20bd\\u2105\\u2113\\u2116\\u2122\\u2126\\u215b-\\u215e' +
  '\\u2202\\u2206\\u220f\\u2211\\u2212\\u221a\\u221e\\u222b\\u2248\\u2260\\u2264\\u2265\\u25a0\\u25ca\\u25cb\\u25cf\\ufb01-\\ufb04\\ufeff';
export const ROBOTO_LETTER = new RegExp(`[${ROBOTO}]`, 'u');
const OTHER_LETTER = new RegExp(`[^${ROBOTO}]`, 'u');

/** Characters that belong to the letter before them, in any font: marks, joiners and variation selectors. */
const JOINS_PREVIOUS = /[\p{M}\u200c\u200d\p{Emoji_Modifier}]/u;
const HAN = /\p{Script=Han}/u;
const VARIATION_SELECTOR = /[\ufe00-\ufe0f\u200c\u200d]/;

type Family = 'jp' | 'sc' | 'kr' | 'thai' | 'hebrew' | 'arabic' | 'emoji';
const FAMILIES: Record<Family, string> = {
  jp: 'noto-sans-jp',
  sc: 'noto-sans-sc',
  kr: 'noto-sans-kr',
  thai: 'noto-sans-thai',
  hebrew: 'noto-sans-hebrew',
  arabic: 'noto-sans-arabic',
  emoji: 'noto-emoji',
};

/** Families in order of preference. Chinese characters differ by country: kana indicate Japan, hangul indicates Korea. */
function getHanFamilies(text: string): Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr'];
  if (/\p{Script=Hangul}/u.test(text)) return ['kr', 'jp', 'sc'];
  return ['sc', 'jp', 'kr'];
}

const BY_SCRIPT: readonly (readonly [RegExp, Family])[] = [
  [/\p{Script=Hangul}/u, 'kr'],
  [/\p{Script=Thai}/u, 'thai'],
  [/\p{Script=Hebrew}/u, 'hebrew'],
  [/\p{Script=Arabic}/u, 'arabic'],
  [/[\p{Extended_Pictographic}\p{Regional_Indicator}]/u, 'emoji'],
];

/**
 * Slice of each letter by family, because a family has several files, called slices. Letters of other scripts are left out, because
 * Roboto or another family has them.
 */
const sliceMaps = new Map<Family, ReadonlyMap<number, string>>();

function findSlice(family: Family, letter: string): string | undefined {
  const familySlices = sliceMaps.get(family) ?? readSlices(family);
  sliceMaps.set(family, familySlices);
  return familySlices.get(letter.codePointAt(0)!);
}

function readSlices(family: Family): Map<number, string> {
  const slices = new Map<number, string>();
  for (const [key, ranges] of Object.entries(readRanges(family))) {
    if (!key.startsWith('[') && key !== family) continue;
    const name = key.replace(/[[\]]/g, '');
    for (const range of ranges.split(',')) {
      const [first = '', last = first] = range.trim().slice(2).split('-');
      for (let code = parseInt(first, 16); code <= parseInt(last, 16); code++)
        if (!slices.has(code)) slices.set(code, name);
    }
  }
  return slices;
}

/** Reads the ranges of a family. Returns none for a missing family, because one name must not stop all prints. */
function readRanges(family: Family): Record<string, string> {
  try {
    const file = requireHere.resolve(`@fontsource-variable/${FAMILIES[family]}/unicode.json`);
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Part of a text in one font. Without a font, Roboto has the letters or no font has them. */
interface TextRun {
  text: string;
  readonly font: string | undefined;
}

/** Splits texts by font, and collects the letters that each font needs. */
class FontSetter {
  readonly #wanted = new Map<string, { family: Family; slice: string; letters: Set<string> }>();

  splitByFont(text: string): TextRun[] {
    const hanLetters = Array.from(text).filter((letter) => HAN.test(letter));
    const hanFamilies = getHanFamilies(text);
    // One family is used for all Chinese characters of a name, if it has them all.
    const completeFamily = hanFamilies.find((family) =>
      hanLetters.every((hanLetter) => findSlice(family, hanLetter) !== undefined),
    );
    const hanOrder = completeFamily ? [completeFamily] : hanFamilies;
    const getFamilies = (letter: string): readonly Family[] => {
      if (HAN.test(letter)) return hanOrder;
      const [, family] = BY_SCRIPT.find(([script]) => script.test(letter)) ?? [];
      return family ? [family, 'jp'] : ['jp'];
    };
    const runs: TextRun[] = [];
    for (const letter of text) {
      const last = runs.at(-1);
      const isJoined = last !== undefined && JOINS_PREVIOUS.test(letter);
      const font = isJoined
        ? last.font
        : OTHER_LETTER.test(letter)
          ? this.#fontOf(letter, getFamilies(letter))
          : undefined;
      // Variants of Roboto's letters cannot be selected.
      if (font === undefined && VARIATION_SELECTOR.test(letter)) continue;
      if (font !== undefined) this.#wanted.get(font)?.letters.add(letter);
      if (last && last.font === font) last.text += letter;
      else runs.push({ text: letter, font });
    }
    return runs;
  }

  #fontOf(letter: string, order: readonly Family[]): string | undefined {
    for (const family of order) {
      const slice = findSlice(family, letter);
      if (slice === undefined) continue;
      const font = `${family} ${slice}`;
      if (!this.#wanted.has(font)) this.#wanted.set(font, { family, slice, letters: new Set() });
      return font;
    }
    return undefined;
  }

  usedLetters(): LetterSubset[] {
    return [...this.#wanted].map(([name, { family, slice, letters }]) => ({
      name,
      file: requireHere.resolve(
        `@fontsource-variable/${FAMILIES[family]}/files/${FAMILIES[family]}-${slice}-wght-normal.woff2`,
      ),
      letters: [...letters].join(''),
    }));
  }
}

const RIGHT_TO_LEFT = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]+';
const WORDS_RIGHT_TO_LEFT = new RegExp(`${RIGHT_TO_LEFT}(?:\\s+${RIGHT_TO_LEFT})+`, 'g');

/** Returns right-to-left words in drawing order. The font draws each word, this code the line from left to right. */
const toDrawingOrder = (text: string): string =>
  text.replace(WORDS_RIGHT_TO_LEFT, (words) => words.split(/(\s+)/).reverse().join(''));

/** Sets the fonts in a part of a text, or in several parts. */
function setInline(text: unknown, setter: FontSetter): unknown {
  if (Array.isArray(text)) return text.flatMap((item) => setInline(item, setter));
  if (typeof text === 'string')
    return OTHER_LETTER.test(text)
      ? setter.splitByFont(toDrawingOrder(text)).map((run) => (run.font === undefined ? run.text : run))
      : text;
  if (text === null || typeof text !== 'object') return text;
  return { ...text, text: setInline((text as { text?: unknown }).text, setter) };
}

/** Sets the fonts in a block: a paragraph, a table, or a stack of both. The result is also a block. */
function setBlock(content: unknown, setter: FontSetter): unknown {
  const setAll = (list: unknown) => (list as unknown[]).map((item) => setBlock(item, setter));
  if (Array.isArray(content)) return setAll(content);
  if (typeof content === 'string') return OTHER_LETTER.test(content) ? { text: setInline(content, setter) } : content;
  if (content === null || typeof content !== 'object') return content;
  const node: Record<string, unknown> = { ...content };
  if (node.text !== undefined) node.text = setInline(node.text, setter);
  for (const list of ['stack', 'columns', 'ul', 'ol']) if (node[list] !== undefined) node[list] = setAll(node[list]);
  if (node.table !== undefined) {
    const table = node.table as { body: readonly unknown[] };
    node.table = { ...table, body: table.body.map(setAll) };
  }
  return node;
}

/** Sets a font for every letter that Roboto lacks (decision 160). Reads no font file if Roboto has all letters. */
export function setFonts(content: Content): { content: Content; letters: LetterSubset[] } {
  const setter = new FontSetter();
  return { content: setBlock(content, setter) as Content, letters: setter.usedLetters() };
}
