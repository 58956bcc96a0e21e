import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A piece of text on a page: how far from the left it begins and ends, in points. */
export interface Placed {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Where the pieces of text stand on each page of a PDF. */
export async function placesOf(bytes: Uint8Array): Promise<Placed[][]> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const pages: Placed[][] = [];
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

/** The text of each page of a PDF, as another library than the one that wrote it reads it. */
export async function pagesOf(bytes: Uint8Array): Promise<string[]> {
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

/** Which fonts the pieces of text of a PDF are written in, without what marks them as cut; each text once for each font. */
export async function fontsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const fonts = new Map<string, string>();
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    // The fonts are there once the page's operators are.
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
