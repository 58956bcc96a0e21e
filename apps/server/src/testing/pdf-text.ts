import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A piece of text on a page with its left and right edge, in points. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Reads the pieces of text on each page of a PDF. */
export async function readPlacedTexts(bytes: Uint8Array): Promise<PlacedText[][]> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const pages: PlacedText[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const left = Number(item.transform[4]);
        return [{ text: item.str, left, right: left + item.width }];
      }),
    );
  }
  await document.destroy();
  return pages;
}

/** Reads the text of each page of a PDF with a library other than the one that wrote it. */
export async function readPageTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    );
  }
  await document.destroy();
  return pages;
}

/** Reads the texts of a PDF by font name, without the prefix of font subsets. Each text is listed once per font. */
export async function readFonts(bytes: Uint8Array): Promise<Map<string, string>> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const fonts = new Map<string, string>();
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    // Fonts are loaded with the operators of the page.
    await page.getOperatorList();
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const { name } = page.commonObjs.get(item.fontName) as { name: string };
      const font = name.replace(/^[A-Z]+\+/, '');
      fonts.set(font, (fonts.get(font) ?? '') + item.str);
    }
  }
  await document.destroy();
  return fonts;
}
