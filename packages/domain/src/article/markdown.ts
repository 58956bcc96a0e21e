/** Why an article's text is refused (decision 103). */
export type MarkdownFault = 'raw_html' | 'bad_link' | 'bad_image';

/** `<https://…>` and `<mailto:…>`: the only thing that may stand in angle brackets. */
const AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]*>/gi;
/** What Markdown passes through as HTML: a tag, a closing tag, a comment, a declaration, a processing instruction. */
const HTML = /<[a-z/!?]/i;
/** One that begins a line, or what is in a list or quoted there, needs no end to be one. */
const HTML_BLOCK = /^[ \t>*+\-\d.)]*<[a-z/!?]/im;

/** Within a line `a<b` is a comparison as long as nothing closes it. */
function isHtml(text: string): boolean {
  const at = text.search(HTML);
  return at >= 0 && (text.lastIndexOf('>') > at || HTML_BLOCK.test(text));
}

const LINK = /^(?:https?:\/\/|mailto:)[^\s]/i;
const IMAGE = /^https:\/\/[^\s]/i;

/**
 * What is wrong with an article's Markdown, or null: no raw HTML, links to http(s) and mailto only, images by https only (spec §2
 * infohub). Stricter than Markdown itself where that is ambiguous, code included: whatever reads the text, it finds nothing else in it.
 */
export function markdownFault(text: string): MarkdownFault | null {
  if (isHtml(text.replace(AUTOLINK, ''))) return 'raw_html';
  for (const { destination, image } of destinations(text)) {
    if (image ? !IMAGE.test(destination) : !LINK.test(destination)) return image ? 'bad_image' : 'bad_link';
  }
  return null;
}

interface Destination {
  readonly destination: string;
  readonly image: boolean;
}

/** Every place a link or an image points to: `](…)`, and `]: …` of a reference. An image by reference is not told from a link: it is refused. */
function destinations(text: string): Destination[] {
  const found: Destination[] = [];
  // Brackets within code do not count for a reader of Markdown; where code begins and ends is not always plain, so both are asked.
  const read = [closedImages(text), closedImages(text.replace(CODE, (code) => ' '.repeat(code.length)))];
  const images = read.map(({ closed }) => closed);
  // `![name]` alone is a picture by what `[name]: …` says elsewhere: which of them it is, is not looked for.
  const byName = read.some(({ ends }) => ends.some((at) => text[at + 1] !== '('));
  for (const { index, 1: kind, 2: destination = '' } of text.matchAll(/\](\(|:|\[)\s*<?([^\s)>]*)/g)) {
    const image = images.some((closed) => closed.has(index)) || (byName && kind === ':');
    if (kind !== '[') found.push({ destination, image });
    else if (image) found.push({ destination: '', image });
  }
  return found;
}

const CODE = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;

/** Where brackets close within which a picture's `![` is still open, or which such a one opened; and `ends`, these last alone. */
function closedImages(text: string): { closed: ReadonlySet<number>; ends: readonly number[] } {
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
