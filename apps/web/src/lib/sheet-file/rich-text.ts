import type { XmlHandlers } from './xml.ts';

/** Joins the runs of a cell's text, without struck-out text and pronunciation. */
export function createTextReader(): Required<XmlHandlers> & { take: () => string } {
  let buffer = '';
  let isText = false;
  let isStruck = false;
  let isPhonetic = false;
  return {
    open: (name, { val }) => {
      if (name === 't') isText = !isStruck && !isPhonetic;
      else if (name === 'strike') isStruck = val !== '0' && val !== 'false';
      else if (name === 'rPh') isPhonetic = true;
    },
    text: (text) => {
      if (isText) buffer += text;
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'r') isStruck = false;
      else if (name === 'rPh') isPhonetic = false;
    },
    take: () => {
      const text = unescapeText(buffer);
      buffer = '';
      return text;
    },
  };
}

/** Replaces `_x000D_` and the like: a workbook writes characters that XML cannot contain in this form. */
export const unescapeText = (text: string): string =>
  text.replace(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
