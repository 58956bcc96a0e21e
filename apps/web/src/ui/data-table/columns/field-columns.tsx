import type { Endpoint } from '@darkroom/contract/endpoint';
import type { FieldDefinition, Fields } from '@darkroom/contract/field-tables/field';
import type { FlatNamespace, ParseKeys } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { z } from 'zod';
import { useCan } from '../../../lib/session/session.ts';
import { isEmptyValue, formatPlainValue } from '../../../lib/i18n/fields.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { ExternalLink } from '../../external-link.tsx';
import { Money } from '../../money.tsx';
import { Ellipsis } from '../data-table-ellipsis.tsx';
import type { TableColumn } from '../data-table-row.tsx';

type FieldKey = ParseKeys<'field'>;

/** A list's own settings of a column, which override the table's. A column of several fields needs its own `title` and `render`. */
interface ColumnOverrides<R> extends Partial<Omit<TableColumn<R>, 'key'>> {
  /** The field of the column, if the key is not a field name. */
  field?: string;
}

/** Columns by key, in their order. Column choices are saved by key. */
type ColumnsByKey<R> = Readonly<Record<string, ColumnOverrides<R>>>;

/** Width and alignment of a column for each kind of field. */
const COLUMN_DEFAULTS: {
  readonly [K in FieldDefinition['kind']]: Pick<TableColumn<never>, 'width' | 'min' | 'align' | 'kind' | 'phone'>;
} = {
  text: { min: 120 },
  link: { min: 160 },
  list: { min: 140 },
  record: { kind: 'name', min: 120 },
  notes: { kind: 'text', min: 110 },
  faults: { kind: 'text', min: 110 },
  day: { width: 92 },
  instant: { width: 124 },
  word: { width: 112 },
  flag: { width: 100 },
  status: { width: 136, phone: 'state' },
  priority: { width: 72 },
  number: { width: 84, align: 'end' },
  count: { width: 84, align: 'end' },
  minutes: { width: 84, align: 'end' },
  money: { width: 104, align: 'end' },
  key: {},
};

/**
 * Returns a list's columns from the record's table: title, alignment, width, text of values, sort order. A field that the user cannot see
 * has no column.
 * @param call the endpoint that reads the list
 */
export function useFieldColumns(fields: Fields, call?: Endpoint) {
  const dictionaries = Object.values<FieldDefinition>(fields).flatMap((field) =>
    'words' in field && field.words ? [field.words.split(':')[0] as FlatNamespace] : [],
  );
  const { t } = useTranslation(['field', 'common', ...new Set(dictionaries)]);
  const format = useFormat();
  const can = useCan();
  return useMemo(() => {
    const sorts = call ? getSortFields(call) : [];
    const renderValue = (field: FieldDefinition, value: unknown): ReactNode => {
      // A row of another kind, without this field.
      if (value === undefined) return null;
      if (isEmptyValue(value)) return field.kind === 'notes' ? '' : '–';
      const formatted = formatPlainValue(field, value as string | number | boolean, word, format);
      if (formatted !== null)
        return field.kind === 'money' ? <Money value={value as number}>{formatted}</Money> : formatted;
      const text = (value as string | number | boolean).toString();
      switch (field.kind) {
        case 'link':
          return <ExternalLink href={text}>{text}</ExternalLink>;
        case 'notes':
          return <Ellipsis lines={2}>{text}</Ellipsis>;
        default:
          return <Ellipsis>{text}</Ellipsis>;
      }
    };
    const word = (key: string, fallback: string) => t(key as FieldKey, { defaultValue: fallback });
    /**
     * @param columns the columns by key, in their order
     * @param recordOf the record in a row, if the row is not the record
     */
    return <R extends object>(
      columns: ColumnsByKey<R>,
      recordOf: (row: R) => object = (row) => row,
    ): readonly TableColumn<R>[] =>
      Object.entries(columns).flatMap(([key, { field: name = key, ...overrides }]): TableColumn<R>[] => {
        const row: FieldDefinition | undefined = fields[name];
        const field = row?.kind === 'key' ? undefined : row;
        if (field?.secret && !can(field.secret)) return [];
        const valueOf = (row: R) => (recordOf(row) as Record<string, unknown>)[name];
        const { width, kind, min, ...lookDefaults } = field ? COLUMN_DEFAULTS[field.kind] : {};
        const widthDefaults = overrides.width === undefined && overrides.min === undefined ? { width, min } : {};
        const derived: Partial<TableColumn<R>> = field
          ? {
              ...lookDefaults,
              title: t((field.word ?? name) as FieldKey),
              empty: (row: R) => isEmptyValue(valueOf(row)),
              render: (row: R) => renderValue(field, valueOf(row)),
              ...(kind === undefined ? {} : { kind }),
              ...(sorts.includes(name) ? { sort: name } : {}),
            }
          : {};
        const { title, render, ...rest } = { ...derived, ...widthDefaults, ...overrides };
        if (title === undefined || !render)
          throw new Error(`The column ${key} is no field: it needs a title and render`);
        return [{ ...rest, key, title, render }];
      });
  }, [fields, call, t, format, can]);
}

/** Returns the sort fields of an endpoint. */
function getSortFields({ input }: Endpoint): readonly string[] {
  const sort = (input as z.ZodObject).shape['sort'] as z.ZodDefault<z.ZodEnum> | undefined;
  return sort ? sort.unwrap().options.map(String) : [];
}
