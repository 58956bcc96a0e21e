import { formatValue, isDateFormat } from 'hucre';
import { walkXml } from './xml.ts';

/** The display of numbers in a cell's style. */
export interface CellStyle {
  readonly isDate: boolean;
  /** A format that shows more than the number. Undefined for other formats and for those that follow the reader's country. */
  readonly format: string | undefined;
}

/** Built-in formats that are equal in every country. */
const BUILT_IN: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
};

/** Reads the styles of a workbook's cells, by their index. */
export function readCellStyles(xml: string): CellStyle[] {
  const formats = new Map<string, string>(Object.entries(BUILT_IN));
  const styles: CellStyle[] = [];
  let inCellStyles = false;
  walkXml(xml, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') formats.set(numFmtId, formatCode);
      else if (name === 'cellXfs') inCellStyles = true;
      else if (name === 'xf' && inCellStyles) {
        const format = formats.get(numFmtId);
        styles.push({ isDate: isDateFormat(format ?? numFmtId), format: isGeneralFormat(format) ? undefined : format });
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  return styles;
}

const isGeneralFormat = (format = ''): boolean => /^(?:General|@|)$/i.test(format);

/** Returns the displayed text of a number. Undefined if that is the number itself. */
export function getDisplayedText(value: number, style: CellStyle | undefined, is1904: boolean): string | undefined {
  if (style?.format === undefined) return undefined;
  const text = formatValue(value, style.format, { is1904 }).trim();
  return text === String(value) ? undefined : text;
}
