import { BANGKOK_OFFSET_MS } from '@darkroom/domain/calendar/day';
import type { ExportLanguage } from '@darkroom/contract/fields';
import { isTotal, type ExportCell, type CellKind, type Heading } from './cells.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Limits of Excel: links of a sheet, and characters of a cell. */
const MAX_LINKS = 60_000;
const MAX_TEXT_LENGTH = 32_767;

/** Links of a sheet, collected while it is written. The end of the file lists them again. */
export type Links = { ref: string; target: string }[];

/** Characters that XML does not allow, or that Excel would read as an escape. */
// eslint-disable-next-line no-control-regex
const SPECIAL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff&<>"_]/;

// Nearly all of the millions of texts have no special characters, so one test is enough.
function escapeXml(text: string): string {
  const shortened = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text;
  if (!SPECIAL_CHARACTERS.test(shortened)) return shortened;
  return (
    shortened
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/"/g, '&quot;')
      // XML would turn it into a plain line end.
      .replace(/\r/g, '&#13;')
  );
}

/** Converts a column number to letters: 0 → A, 26 → AA. */
function toColumnLetters(column: number): string {
  const rest = column >= 26 ? toColumnLetters(Math.floor(column / 26) - 1) : '';
  return rest + String.fromCharCode(65 + (column % 26));
}

/** Cell formats by their index in styles.xml. */
const STYLE: Record<Exclude<CellKind, 'vnd'> | 'heading' | 'headingEnd', number> = {
  number: 0,
  heading: 1,
  headingEnd: 2,
  text: 3,
  day: 4,
  instant: 5,
  count: 6,
  money: 7,
  link: 8,
};
/** Distance from a kind's format to its bold format. */
const BOLD = 9;

export const isNumeric = (kind: CellKind): boolean =>
  kind === 'count' || kind === 'money' || kind === 'vnd' || kind === 'number';

const DAY_MS = 86_400_000;
/** Days from Excel's epoch (with 1900 as a leap year) to 1970. */
const EPOCH = 25_569;
/** Converts a time to Excel's date, rounded to seconds, because the thousandths of a forecast mean nothing. */
const toSerialDate = (utc: number): number =>
  Math.round(((Math.floor(utc / 1000) * 1000) / DAY_MS + EPOCH) * 1e8) / 1e8;

const textCell = (ref: string, style: number, text: string): string =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
const numberCell = (ref: string, style: number, value: number): string =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`;

// `752.000,000` is easily read as a thousand times as much. An amount in VND has decimals only if it needs them.
function getStyle(cell: string | number, kind: CellKind): number {
  if (kind !== 'vnd') return STYLE[kind];
  return Number.isInteger(Number(cell)) ? STYLE.count : STYLE.money;
}

// Text stays text, whatever it begins with. Only a formula element is calculated.
function cellXml(ref: string, cell: string | number, kind: CellKind, links: Links, bold: boolean): string {
  const style = getStyle(cell, kind) + (bold ? BOLD : 0);
  switch (kind) {
    case 'number':
    case 'count':
    case 'money':
    case 'vnd':
      return numberCell(ref, style, Number(cell));
    case 'day':
      return numberCell(ref, style, toSerialDate(Date.parse(`${cell}T00:00:00Z`)));
    case 'instant':
      return numberCell(ref, style, toSerialDate(Date.parse(String(cell)) + BANGKOK_OFFSET_MS));
    case 'text':
      return textCell(ref, style, String(cell));
    case 'link': {
      const target = String(cell);
      const isLink = /^https?:\/\//i.test(target) && links.length < MAX_LINKS;
      if (isLink) links.push({ ref, target });
      return textCell(ref, isLink ? style : STYLE.text, target);
    }
    default: {
      const never: never = kind;
      return never;
    }
  }
}

/** Letters and kinds of the columns of a row. */
export type RowColumns = readonly { readonly letters: string; readonly kind: CellKind }[];

export const rowColumns = (headings: readonly Heading[]): RowColumns =>
  headings.map(({ kind }, index) => ({ letters: toColumnLetters(index), kind }));

/** Returns the XML of a row. `number` counts from 1. The links of the row are added to `links`. */
export function rowXml(number: number, cells: readonly ExportCell[], columns: RowColumns, links: Links): string {
  const bold = isTotal(cells);
  let cellsXml = '';
  for (const [index, { letters, kind }] of columns.entries()) {
    const cell = cells[index];
    if (cell !== null && cell !== undefined && cell !== '')
      cellsXml += cellXml(letters + number, cell, kind, links, bold);
  }
  return `<row r="${number}">${cellsXml}</row>`;
}

/** Returns the XML before the rows, with the headings in bold. They stay visible while the rows scroll. */
export function sheetStart(headings: readonly Heading[], titles: readonly string[], first = true): string {
  const widths = headings.map(({ width }, index) => {
    const columnWidth = Math.max(width, (titles[index]?.length ?? 0) + 4);
    return `<col min="${index + 1}" max="${index + 1}" width="${columnWidth}" customWidth="1"/>`;
  });
  const cells = titles.map((title, index) => {
    const style = headings[index] && isNumeric(headings[index].kind) ? STYLE.headingEnd : STYLE.heading;
    return textCell(`${toColumnLetters(index)}1`, style, title);
  });
  return (
    `${XML_HEADER}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"${first ? ' tabSelected="1"' : ''}>` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>' +
    `</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols>` +
    `<sheetData><row r="1">${cells.join('')}</row>`
  );
}

/** State of a sheet while it is written, including its heading. */
export interface SheetRows {
  rows: number;
  /**
   * Last row under the filter buttons. Null if a total has lines below it, because sorting would move it among them.
   */
  filtered: number | null;
}

export const createSheetRows = (): SheetRows => ({ rows: 1, filtered: 1 });

/** Counts the next row and returns its number. */
export function countRow(sheet: SheetRows, cells: readonly ExportCell[]): number {
  if (!isTotal(cells)) sheet.filtered = sheet.filtered === sheet.rows ? sheet.rows + 1 : null;
  return ++sheet.rows;
}

const filterRange = (columns: number, filtered: number) => `A1:${toColumnLetters(columns - 1)}${filtered}`;

/** Returns the XML after the last row: filter buttons above the totals, the links, and the fit to one page width. */
export const sheetEnd = (columns: number, { filtered }: SheetRows, links: Links): string =>
  '</sheetData>' +
  (filtered === null ? '' : `<autoFilter ref="${filterRange(columns, filtered)}"/>`) +
  (links.length > 0
    ? `<hyperlinks>${links.map(({ ref }, index) => `<hyperlink ref="${ref}" r:id="rId${index + 1}"/>`).join('')}</hyperlinks>`
    : '') +
  '<pageSetup orientation="landscape" paperSize="9" fitToWidth="1" fitToHeight="0"/></worksheet>';

const FORMATS: Record<ExportLanguage, { day: string; instant: string }> = {
  vi: { day: 'dd/mm/yyyy', instant: 'dd/mm/yyyy hh:mm' },
  en: { day: 'dd mmm yyyy', instant: 'dd mmm yyyy hh:mm' },
};

const fontXml = (inside: string) => `<font>${inside}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
const formatXml = (numFmt: number, fontId = 0) =>
  `<xf numFmtId="${numFmt}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${fontId ? ' applyFont="1"' : ''}/>`;
const headingXml = (inside = '') =>
  `<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"` +
  (inside ? ` applyAlignment="1">${inside}</xf>` : '/>');

/** Returns the formats in the order of `STYLE`, or the same formats in bold. */
const kindStyles = (bold: boolean): string[] => [
  formatXml(0, bold ? 1 : 0),
  headingXml(),
  headingXml('<alignment horizontal="right"/>'),
  ...[49, 164, 165, 3, 166].map((numFmt) => formatXml(numFmt, bold ? 1 : 0)),
  formatXml(49, bold ? 1 : 2),
];

const stylesXml = (language: ExportLanguage): string =>
  `${XML_HEADER}<styleSheet xmlns="${MAIN}"><numFmts count="3">` +
  `<numFmt numFmtId="164" formatCode="${FORMATS[language].day}"/>` +
  `<numFmt numFmtId="165" formatCode="${FORMATS[language].instant}"/>` +
  // Prices have up to three decimals.
  `<numFmt numFmtId="166" formatCode="#,##0.000"/></numFmts>` +
  `<fonts count="3">${fontXml('')}${fontXml('<b/>')}${fontXml('<u/><color rgb="FF1D4ED8"/>')}</fonts>` +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFF0F0F0"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${2 * BOLD}">${[false, true].flatMap(kindStyles).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Returns the sheet name. Excel allows 31 characters, and excludes some. */
export const sheetName = (title: string): string => title.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31);

const relationXml = (id: number, type: string, target: string, more = '') =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"${more}/>`;
const relationsXml = (inside: string) =>
  `${XML_HEADER}<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`;

/** Returns the path of a sheet in the file, by its number from 1. */
export const sheetPath = (position: number): string => `xl/worksheets/sheet${position}.xml`;

/** Creates the parts other than the sheets, by path. They need the first sheet's contents and the others' names. */
export function createOtherParts(
  title: string,
  {
    columns,
    filtered,
    links,
    language,
    others = [],
  }: {
    columns: number;
    filtered: number | null;
    links: Links;
    language: ExportLanguage;
    others?: readonly string[];
  },
): Record<string, string> {
  const name = escapeXml(sheetName(title));
  const definedNameXml = (builtInName: string, position: number, title: string, range: string, more = '') =>
    `<definedName name="_xlnm.${builtInName}" localSheetId="${position}"${more}>'${title}'!${range}</definedName>`;
  const filter = filtered === null ? null : filterRange(columns, filtered).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
  const targets = links.map(({ target }, index) =>
    relationXml(index + 1, 'hyperlink', escapeXml(target), ' TargetMode="External"'),
  );
  return {
    'xl/workbook.xml':
      `${XML_HEADER}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/>` +
      `${others.map((other, index) => `<sheet name="${escapeXml(sheetName(other))}" sheetId="${index + 2}" r:id="rId${index + 3}"/>`).join('')}</sheets>` +
      '<definedNames>' +
      (filter === null ? '' : definedNameXml('_FilterDatabase', 0, name, filter, ' hidden="1"')) +
      [name, ...others.map((other) => escapeXml(sheetName(other)))]
        .map((item, position) => definedNameXml('Print_Titles', position, item, '$1:$1'))
        .join('') +
      '</definedNames></workbook>',
    'xl/_rels/workbook.xml.rels': relationsXml(
      relationXml(1, 'worksheet', 'worksheets/sheet1.xml') +
        relationXml(2, 'styles', 'styles.xml') +
        others.map((_, index) => relationXml(index + 3, 'worksheet', `worksheets/sheet${index + 2}.xml`)).join(''),
    ),
    'xl/styles.xml': stylesXml(language),
    ...(links.length > 0 ? { 'xl/worksheets/_rels/sheet1.xml.rels': relationsXml(targets.join('')) } : {}),
    '_rels/.rels': relationsXml(relationXml(1, 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml':
      `${XML_HEADER}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${OFFICE}.sheet.main+xml"/>` +
      [1, ...others.map((_, index) => index + 2)]
        .map((position) => `<Override PartName="/${sheetPath(position)}" ContentType="${OFFICE}.worksheet+xml"/>`)
        .join('') +
      `<Override PartName="/xl/styles.xml" ContentType="${OFFICE}.styles+xml"/></Types>`,
  };
}
