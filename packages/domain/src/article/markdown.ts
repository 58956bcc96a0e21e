/** Reason why an article's text is refused (decision 103). */
export type MarkdownError = 'raw_html' | 'bad_link' | 'bad_image';

/** `<https://…>` and `<mailto:…>`: the only allowed text in angle brackets. */
const AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]*>/gi;
/** HTML in Markdown: tags, closing tags, comments, declarations, processing instructions. */
const HTML = /<[a-z/!?]/i;
/** A tag at the start of a line, list item or quotation is HTML even if it is not closed. */
const HTML_BLOCK = /^[ \t>*+\-\d.)]*<[a-z/!?]/im;

/** True if the text at a `<` is HTML. Within a line, `a<b` is a comparison if nothing closes it. */
function isHtml(text: string): boolean {
  const at = text.search(HTML);
  return at >= 0 && (text.lastIndexOf('>') > at || HTML_BLOCK.test(text));
}

const LINK = /^(?:https?:\/\/|mailto:)[^\s]/i;
const IMAGE = /^https:\/\/[^\s]/i;

/**
 * Finds a fault in an article's Markdown, or null. Raw HTML is refused, links are http(s) or mailto, images are https (spec §2 infohub),
 * and ambiguous Markdown is refused even in code.
 */
export function findMarkdownError(text: string): MarkdownError | null {
  if (isHtml(text.replace(AUTOLINK, ''))) return 'raw_html';
  for (const { destination, image } of findDestinations(text)) {
    if (image ? !IMAGE.test(destination) : !LINK.test(destination)) return image ? 'bad_image' : 'bad_link';
  }
  return null;
}

interface Destination {
  readonly destination: string;
  readonly image: boolean;
}

/**
 * Finds all targets of links and images: `](…)`, and `]: …` of references. Images by reference are refused, because they look like links.
 */
function findDestinations(text: string): Destination[] {
  const found: Destination[] = [];
  // Markdown ignores brackets within code, but the limits of code are ambiguous. Both readings are checked.
  const readings = [findClosedImages(text), findClosedImages(text.replace(CODE, (code) => ' '.repeat(code.length)))];
  const images = readings.map(({ closed }) => closed);
  // `![name]` is a picture when `[name]: …` is defined elsewhere. The definition is not searched for.
  const byName = readings.some(({ ends }) => ends.some((at) => text[at + 1] !== '('));
  for (const { index, 1: kind, 2: destination = '' } of text.matchAll(/\](\(|:|\[)\s*<?([^\s)>]*)/g)) {
    const image = images.some((closed) => closed.has(index)) || (byName && kind === ':');
    if (kind !== '[') found.push({ destination, image });
    else if (image) found.push({ destination: '', image });
  }
  return found;
}

const CODE = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;

/** Finds the positions of brackets that close inside an open picture `![`, or that close one. `ends` has only the latter. */
function findClosedImages(text: string): { closed: ReadonlySet<number>; ends: readonly number[] } {
  const closed = new Set<number>();
  const ends: number[] = [];
  const open: boolean[] = [];
  let images = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') {
      const image = text[at - 1] === '!';
      open.push(image);
      if (image) images += 1;
    } else if (text[at] === ']') {
      if (images > 0) closed.add(at);
      if (open.pop()) {
        images -= 1;
        ends.push(at);
      }
    }
  }
  return { closed, ends };
}
