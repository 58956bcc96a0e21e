import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readFonts, readPageTexts } from '../../../testing/pdf-text.ts';
import { printPages } from './pdf-file.ts';
import { ROBOTO_LETTER, setFonts } from './fonts.ts';

const createPdf = (texts: readonly string[]): Promise<Buffer> =>
  buffer(
    printPages({
      title: 'Letters',
      language: 'en',
      at: '2026-11-20T02:00:00Z',
      pageWords: '{{page}}',
      author: null,
      pages: () => texts.map((text) => ({ text, bold: text.startsWith('!') })),
    }),
  );

describe('letters that Roboto lacks', () => {
  it('letters that Roboto lacks are printed in a font that has them', async () => {
    const bytes = await createPdf([
      '株式会社フォトスタジオ東京',
      '北京摄影工作室',
      '서울 포토 스튜디오',
      'สตูดิโอถ่ายภาพ',
      'סטודיו',
      'استوديو',
      'Ảnh cưới → 写真',
      'Gấp 🔥',
    ]);
    const fonts = await readFonts(bytes);
    const readTextInFont = (font: string) =>
      [...fonts].flatMap(([name, text]) => (name.startsWith(font) ? [text] : [])).join('');
    expect(readTextInFont('NotoSansJP')).toContain('フォト');
    expect(readTextInFont('NotoSansSC')).toContain('北');
    expect(readTextInFont('NotoSansKR')).toContain('스');
    expect(readTextInFont('NotoSansThai')).toContain('ส');
    expect(readTextInFont('NotoSansHebrew')).not.toBe('');
    expect(readTextInFont('NotoSansArabic')).not.toBe('');
    expect(readTextInFont('NotoEmoji')).toContain('🔥');
    expect(readTextInFont('Roboto')).toContain('Ảnhcưới');
    expect(readTextInFont('Roboto')).not.toMatch(/[^\u0000-\u1fff]/u);
  });

  it('the PDF has the letters as written, in bold too', async () => {
    const [page = ''] = await readPageTexts(await createPdf(['写真館さくら', '!北京摄影', '香港攝影']));
    for (const text of ['写真館さくら', '!北京摄影', '香港攝影']) expect(page.replaceAll(' ', '')).toContain(text);
  });

  it.each([
    ['rare signs', '𠀀𠮷'],
    ['letters of mathematics', '𝐀𝐁𝒜'],
    ['Hindi', 'दिल्ली'],
    ['signs joined, of a colour, and a flag', '👍🏽 👨‍👩‍👧 ❤️ 🇻🇳'],
    ['marks on nothing', '\u0301\u0302\u20dd'],
    ['what is not seen', 'a\u200b\u200d\u2060\ufe0fb'],
    ['marks on a Latin letter', 'Z\u0335\u0336\u0321'],
    ['both directions', 'Đặng שלום → 日本 👍🏽 abc مرحبا 12'],
    ['a letter without its family', '\ud7b0\uff9f\u3164'],
    ['five thousand signs without a gap', '影'.repeat(5000)],
  ])('%s does not stop a print', async (_what, text) => {
    expect((await createPdf([text, `!${text}`])).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('a whole name has one font when one has all its letters', () => {
    const listFamilies = (text: string) => new Set(setFonts([text]).letters.map(({ name }) => name.split(' ')[0]));
    expect(listFamilies('東京写真館さくら')).toEqual(new Set(['jp']));
    expect(listFamilies('北京摄影工作室')).toEqual(new Set(['sc']));
    expect(listFamilies('서울 스튜디오')).toEqual(new Set(['kr']));
  });

  it('right-to-left scripts keep their order inside unchanged text', () => {
    const { content } = setFonts(['A סטודיו צילום B']);
    const texts = (content as { text: (string | { text: string })[] }[])[0]!.text.map((piece) =>
      typeof piece === 'string' ? piece : piece.text,
    );
    expect(texts).toEqual(['A ', 'צילום', ' ', 'סטודיו', ' B']);
  });

  it('a document of Roboto’s letters stays unchanged', () => {
    const content = [
      'Ảnh cưới ở Huế – 1.250.000 ₫ · “đã xong” ≥ 5 °',
      { table: { body: [['1', { text: 'Đã xong' }]] } },
    ];
    expect(setFonts(content)).toEqual({ content, letters: [] });
  });

  it('other fonts change no cell into a paragraph, and no paragraph into a cell', () => {
    const { content } = setFonts([{ table: { body: [['東京 A', 'B']] } }, '北 C']);
    expect(content).toMatchObject([
      { table: { body: [[{ text: [{ text: '東' }, { text: '京' }, ' A'] }, 'B']] } },
      { text: [{ text: '北' }, ' C'] },
    ]);
  });
});

it('Roboto has all letters that are printed with it', () => {
  const near = createRequire(createRequire(import.meta.url).resolve('pdfmake/package.json'));
  const { create } = near('fontkit') as {
    create: (file: Buffer) => { hasGlyphForCodePoint: (code: number) => boolean };
  };
  const { Roboto } = near('pdfmake/fonts/Roboto.js') as { Roboto: Record<'normal' | 'bold', string> };
  for (const file of [Roboto.normal, Roboto.bold]) {
    const font = create(readFileSync(file));
    const lacking: string[] = [];
    for (let code = 0x20; code < 0x1_0000; code++)
      if (ROBOTO_LETTER.test(String.fromCodePoint(code)) && !font.hasGlyphForCodePoint(code))
        lacking.push(code.toString(16));
    expect(lacking).toEqual([]);
  }
});
