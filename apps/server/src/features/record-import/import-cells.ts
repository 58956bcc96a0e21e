import { EXPORT_LANGUAGES, type ExportLanguage } from '@darkroom/contract/fields';
import type { FieldDefinition } from '@darkroom/contract/field-tables/field';
import { dayOfSerial } from '@darkroom/domain/calendar/sheet-day';
import { readWrittenDay } from '@darkroom/domain/calendar/written-day';
import { findTwoReadings, getDecimalMark, parseNumber, type DecimalMark } from '@darkroom/domain/number/parse';
import { readPastedNumbers } from '@darkroom/domain/number/pasted-numbers';
import { hasUnknownSign, removeCurrency } from '@darkroom/domain/money/amount-text';
import { readYesNo } from '@darkroom/domain/price/parse';
import { foldName } from '@darkroom/domain/text/fold';
import { z } from 'zod';
import { getTranslate } from '../../translate.ts';

/** A column of an import with everything that reads and writes its cells. */
export interface CellColumn {
  readonly field: FieldDefinition;
  readonly schema: z.ZodType;
  /** Ids and names, for columns of records. */
  readonly names: readonly (readonly [id: number, name: string])[];
}

/** Rules for reading the cells of a file. */
export interface CellRules {
  readonly language: ExportLanguage;
  /** Decimal mark of amounts. Null if an amount that can be read in two ways is an error. */
  readonly mark: DecimalMark | null;
  readonly currency: string;
}

type CellReading = { readonly value: unknown } | { readonly code: string };

const TRANSLATIONS = EXPORT_LANGUAGES.map(getTranslate);
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2100-12-31';

/** Returns the schema without optional, nullable and default wrappers. */
function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;
}

const isList = ({ schema }: CellColumn) => unwrap(schema) instanceof z.ZodArray;

/** Returns the values of a closed list. Empty if any text is accepted. */
function getOptions({ schema }: CellColumn): readonly string[] {
  const inner = unwrap(schema);
  return inner instanceof z.ZodEnum ? (inner.options as string[]) : [];
}

const getWords = (field: FieldDefinition) => ('words' in field ? field.words : undefined);

/** Returns the texts of a column's closed list in a language. Empty if any value is accepted. */
export function listChoices(column: CellColumn, language: ExportLanguage): string[] {
  if (column.names.length > 0) return column.names.map(([, name]) => name);
  if (column.field.kind === 'flag') return [true, false].map((value) => formatOne(column, value, language));
  return getOptions(column).map((option) => formatOne(column, option, language));
}

/** Reads a cell as the value of a field, in either language. An empty cell has no value. */
export function readCell(column: CellColumn, cell: string | number, rules: CellRules): CellReading {
  const text = typeof cell === 'string' ? cell.trim() : String(cell);
  if (text === '') return { value: undefined };
  if (!isList(column)) return tidy(column, readOne(column, cell, rules));
  const separator = column.field.kind === 'record' ? /[,;\n]/ : /[;\n]/;
  const readings = text
    .split(separator)
    .filter((part) => part.trim() !== '')
    .map((part) => readOne(column, part.trim(), rules));
  const error = readings.find((reading) => 'code' in reading);
  return error ?? tidy(column, { value: readings.map((reading) => 'value' in reading && reading.value) });
}

/** Returns the value as the form saves it: trimmed, with a normalised telephone number. */
function tidy({ schema }: CellColumn, reading: CellReading): CellReading {
  if ('code' in reading) return reading;
  const parsed = schema.safeParse(reading.value);
  return parsed.success ? { value: parsed.data } : reading;
}

function readOne(column: CellColumn, cell: string | number, { language, mark, currency }: CellRules): CellReading {
  const { field, names } = column;
  const text = String(cell).trim();
  const options = getOptions(column);
  if (options.length > 0) {
    const isMeant = (option: string) =>
      [option, ...TRANSLATIONS.map((words) => words(`${getWords(field)}.${option}`))].some(
        (word) => foldName(word) === foldName(text),
      );
    const option = options.find(isMeant);
    return option === undefined ? { code: 'invalid' } : { value: option };
  }
  switch (field.kind) {
    case 'record': {
      const matches = names.filter(([, name]) => foldName(name) === foldName(text));
      return matches.length === 1 ? { value: matches[0]![0] } : { code: 'unknown' };
    }
    case 'day': {
      const day = typeof cell === 'number' ? dayOfSerial(cell) : undefined;
      if (day !== undefined) return { value: day };
      const reading = readWrittenDay(text, FIRST_DAY, LAST_DAY);
      return reading.ok ? { value: reading.day } : { code: 'not_a_day' };
    }
    case 'flag': {
      const word = [true, false].find((value) =>
        EXPORT_LANGUAGES.some((of) => foldName(formatOne(column, value, of)) === foldName(text)),
      );
      if (word !== undefined) return { value: word };
      const reading = readYesNo(text);
      return reading.ok ? reading : { code: reading.code };
    }
    case 'money':
    case 'number':
    case 'count':
    case 'minutes': {
      const isAmount = isAmountField(field);
      const number = isAmount ? removeCurrency(cell, currency) : cell;
      if (isAmount && hasUnknownSign(number)) return { code: 'other_currency' };
      if (isAmount && mark === null && findTwoReadings(String(number))) return { code: 'ambiguous_number' };
      const reading = parseNumber(number, mark ?? getDecimalMark(language), isAmount ? 'any' : 'whole');
      return reading.ok ? reading : { code: reading.code };
    }
    default:
      return { value: text };
  }
}

const isAmountField = (field: FieldDefinition): boolean => field.kind === 'money' && !field.whole;

/** Finds the decimal mark of the amounts that a file has as texts (decision 087). Null if they can be read in two ways. */
export function findDecimalMark(
  columns: ReadonlyMap<string, CellColumn>,
  rows: readonly { readonly cells: Readonly<Record<string, string | number>> }[],
  { language, currency }: Omit<CellRules, 'mark'>,
): DecimalMark | null {
  const names = [...columns].filter(([, { field }]) => isAmountField(field)).map(([name]) => name);
  const amounts = rows.flatMap(({ cells }) => names.map((name) => removeCurrency(cells[name] ?? null, currency)));
  const texts = amounts.filter((amount) => typeof amount === 'string');
  const reading = readPastedNumbers(texts, getDecimalMark(language));
  return reading.ok ? reading.mark : null;
}

/** Formats a value as the text of a cell that is read as the same value. */
export function formatCell(column: CellColumn, value: unknown, language: ExportLanguage): string {
  if (value === null || value === undefined) return '';
  return (Array.isArray(value) ? value : [value]).map((item) => formatOne(column, item, language)).join('; ');
}

function formatOne({ field, names }: CellColumn, value: unknown, language: ExportLanguage): string {
  const words = getTranslate(language);
  if (field.kind === 'record') return names.find(([id]) => id === value)?.[1] ?? `#${String(value)}`;
  if (field.kind === 'flag')
    return words(field.words ? `${field.words}.${String(value)}` : `common:${value ? 'yes' : 'no'}`);
  if (field.kind === 'word') return words(`${field.words}.${String(value)}`);
  if (typeof value === 'number') return language === 'vi' ? String(value).replace('.', ',') : String(value);
  return String(value);
}
