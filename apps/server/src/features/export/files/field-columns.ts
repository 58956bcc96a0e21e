import type { FieldDefinition, Fields } from '@darkroom/contract/field-tables/field';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import type { ExportCell, CellKind, ExportColumn, FileLocale } from './cells.ts';

/** Creates columns of fields. The field table of the record gives the label, the cell kind and the text of values. */
export const fieldColumns =
  <F extends Fields, Line>(fields: F, getRecord: (line: Line) => { readonly [Name in keyof F]?: unknown } | null) =>
  (name: keyof F & string, width: number): ExportColumn<Line> => {
    const field: FieldDefinition = fields[name]!;
    return {
      title: `field:${field.word ?? name}`,
      kind: getCellKind(field),
      width,
      value: (line, locale) => formatFieldValue(field, getRecord(line)?.[name] ?? null, locale),
    };
  };

/** Creates columns for lines that are the record itself. */
export const recordColumns = <F extends Fields>(fields: F) =>
  fieldColumns<F, { readonly [Name in keyof F]?: unknown }>(fields, (record) => record);

function getCellKind(field: FieldDefinition): CellKind {
  switch (field.kind) {
    case 'day':
    case 'instant':
    case 'link':
    case 'number':
    case 'count':
      return field.kind;
    case 'minutes':
      return 'count';
    case 'money':
      return field.whole ? 'count' : 'money';
    case 'text':
    case 'notes':
    case 'flag':
    case 'word':
    case 'status':
    case 'priority':
    case 'faults':
    case 'record':
    case 'list':
    case 'key':
      return 'text';
    default: {
      const never: never = field;
      return never;
    }
  }
}

/** Name fields of records in short form. The other records have a `name`. */
const NAME_FIELDS: { readonly [of: string]: string } = { user: 'full_name', group: 'group_name', team: 'team_name' };
const LEVELS = { service_type: 'type', cat1: 'cat1', cat2: 'cat2', cus0: 'cus0', cus1: 'cus1', cus2: 'cus2' } as const;

/** Formats a value of a field as a cell. */
export function formatFieldValue(field: FieldDefinition, value: unknown, locale: FileLocale): ExportCell {
  const { words, names } = locale;
  if (Array.isArray(value)) return value.map((item) => formatFieldValue(field, item, locale)).join(', ');
  if (value === null) return null;
  if (typeof value === 'object') {
    const nameField = field.kind === 'record' ? NAME_FIELDS[field.of] : undefined;
    return (value as { readonly [name: string]: string })[nameField ?? 'name'] ?? null;
  }
  if (typeof value === 'number') {
    if (field.kind === 'status') return words(`status:task.${statusName(value as TaskStatus)}`);
    if (field.kind !== 'record') return value;
    if (field.of === 'user') return names.user(value);
    return names.level(field.of === 'group' || field.of === 'team' ? field.of : LEVELS[field.of], value);
  }
  const text = (value as string | boolean).toString();
  switch (field.kind) {
    case 'word':
      return words(`${field.words}.${text}`);
    case 'flag':
      return words(field.words ? `${field.words}.${text}` : `common:${value ? 'yes' : 'no'}`);
    case 'priority':
      return names.priority(text);
    case 'faults':
      return names.fault(text);
    default:
      return text;
  }
}
