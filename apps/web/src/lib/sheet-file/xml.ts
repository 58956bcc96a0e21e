export type Attributes = Readonly<Record<string, string | undefined>>;

/** Handlers for the elements and texts of a document, in document order. Names have no prefix. */
export interface XmlHandlers {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** From after `<` to the `>` that ends the tag. Attributes can contain `>`. */
const TAG = /(\/?)([^\s/>]+)([^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*)>/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Walks through a document once. Custom entities are not expanded. Unclosed elements throw. */
export function walkXml(xml: string, { open, text, close }: XmlHandlers): void {
  const findEnd = (mark: string, from: number) => {
    const position = xml.indexOf(mark, from);
    if (position < 0) throw new Error(`${mark} is missing`);
    return position + mark.length;
  };
  for (let position = 0; ;) {
    const start = xml.indexOf('<', position);
    if (start < 0) return;
    if (text && start > position) text(decodeEntities(xml.slice(position, start)));
    if (xml.startsWith('<!--', start)) position = findEnd('-->', start);
    else if (xml.startsWith('<![CDATA[', start)) {
      position = findEnd(']]>', start);
      text?.(xml.slice(start + '<![CDATA['.length, position - ']]>'.length));
    } else if (xml[start + 1] === '?' || xml[start + 1] === '!') position = findEnd('>', start);
    else {
      TAG.lastIndex = start + 1;
      const tag = TAG.exec(xml);
      if (!tag) throw new Error('a tag is not closed');
      position = TAG.lastIndex;
      const [, closing, full = '', rest = ''] = tag;
      const name = full.slice(full.indexOf(':') + 1);
      if (!closing) open(name, parseAttributes(rest));
      if (closing || rest.endsWith('/')) close?.(name);
    }
  }
}

/** Finds the attributes of every element with that name. */
export function findElements(xml: string, wanted: string): Attributes[] {
  const found: Attributes[] = [];
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === wanted) found.push(attributes);
    },
  });
  return found;
}

const NO_ATTRIBUTES: Attributes = {};

/** Parses attributes. The prefix of `r:id` is removed, because writers choose it. */
function parseAttributes(text: string): Attributes {
  if (!text.includes('=')) return NO_ATTRIBUTES;
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single = ''] of text.matchAll(ATTRIBUTE))
    attributes[name.includes(':') ? name.replace(/^(?!xml)\w+:/, 'r:') : name] = decodeEntities(double ?? single);
  return attributes;
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, named) => {
        if (named) return NAMED_ENTITIES[String(named).toLowerCase()] ?? whole;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;
