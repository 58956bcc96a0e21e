import type { FieldDefinition, Fields, NamedRecord } from '@darkroom/contract/field-tables/field';
import { statusName, TASK_STATUSES, type TaskStatus } from '@darkroom/domain/task/status';
import type { FlatNamespace, ParseKeys } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from './use-translation.tsx';
import { useCategories, useCustomers, useFaultKinds, usePriorityLabel, useUsers } from '../session/lookups.ts';
import { useFormat } from './format.ts';

/** Returns the names of a record's fields, from its table (contract/field-tables): labels of forms, titles of columns, names of facts. */
export function useFieldLabels<F extends Fields>(fields: F): (name: keyof F & string) => string {
  const { t } = useTranslation('field');
  return useCallback((name) => t(toFieldKey(fields, name)), [t, fields]);
}

/** Records whose names are fetched only where they are shown: `useStaffNames`. */
type StaffRecord = 'group' | 'team';
export type StaffNames = Record<StaffRecord, (id: number) => string>;
const formatMissing = (id: number) => `#${id}`;
const NO_NAMES: StaffNames = { group: formatMissing, team: formatMissing };

export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Formats a value if its kind needs no lookup: days, numbers, amounts, yes and no, words of a closed list. Null if it is another kind.
 * @param word translates a whole key, `common:yes`. The second argument is the fallback
 */
export function formatPlainValue(
  field: FieldDefinition | undefined,
  value: string | number | boolean,
  word: (key: string, fallback: string) => string,
  { day, dayTime, number, money }: ReturnType<typeof useFormat>,
): string | null {
  const plain = value.toString();
  switch (field?.kind) {
    case 'day':
      return day(plain);
    case 'instant':
      return dayTime(plain);
    case 'count':
    case 'minutes':
      return number(Number(value));
    case 'money':
      return money(Number(value));
    case 'flag':
      return word(field.words ? `${field.words}.${plain}` : value ? 'common:yes' : 'common:no', plain);
    case 'word':
      return word(`${field.words}.${plain}`, plain);
    default:
      return null;
  }
}

/** Returns names of a record's fields and texts of their values, for versions side by side. */
export function useFieldTexts<F extends Fields>(fields: F, staff: StaffNames = NO_NAMES) {
  const all = Object.values<FieldDefinition>(fields);
  const dictionaries = all.flatMap((field) => ('words' in field && field.words ? [toDictionaryName(field.words)] : []));
  const { t } = useTranslation(['status', 'common', ...new Set(dictionaries)]);
  const label = useFieldLabels(fields);
  const names = { ...useNames(), ...staff };
  const priority = usePriorityLabel();
  const faults = useFaultKinds();
  const format = useFormat();
  const word = (key: string, fallback: string) => t(key, { defaultValue: fallback });

  const toText = (field: FieldDefinition | undefined, value: unknown): string => {
    if (Array.isArray(value)) return value.map((item) => toText(field, item)).join(', ') || t('common:nothing');
    if (value === null || value === undefined || value === '')
      return t(field?.kind === 'priority' ? 'status:priority.none' : 'common:nothing');
    if (typeof value === 'object') return summarize(field, value);
    const plain = (value as string | number | boolean).toString();
    const text = formatPlainValue(field, value as string | number | boolean, word, format);
    if (text !== null) return text;
    switch (field?.kind) {
      case 'status':
        return isStatus(value) ? t(`status:task.${statusName(value)}`) : plain;
      case 'record':
        // Deleted records use their stored name.
        return typeof value === 'number' ? names[field.of](value) : plain;
      case 'priority':
        return priority(plain as 'Urgent');
      case 'faults':
        return faults.label(plain);
      default:
        return plain;
    }
  };
  /** Formats a nested record as text, part by part. */
  const summarize = (field: FieldDefinition | undefined, value: object): string => {
    const parts: { readonly [name: string]: FieldDefinition } | undefined =
      field?.kind === 'list' ? field.fields : undefined;
    const values = new Map<string, unknown>(Object.entries(value));
    // In the order of its table, without internal keys.
    const shown = parts ? Object.keys(parts).filter((name) => parts[name]?.kind !== 'key') : [...values.keys()];
    return (
      shown
        .filter((name) => (values.get(name) ?? '') !== '')
        // Parts without their own table are fields of the record itself.
        .map((name) => toText((parts ?? (fields as Fields))[name], values.get(name)))
        .join(' · ')
    );
  };

  return { label, show: (name: keyof F & string, value: unknown): string => toText(fields[name], value) };
}

const toFieldKey = (fields: Fields, name: string) => (fields[name]?.word ?? name) as ParseKeys<'field'>;
const toDictionaryName = (words: string) => words.slice(0, words.indexOf(':')) as FlatNamespace;
const isStatus = (value: unknown): value is TaskStatus => (TASK_STATUSES as readonly unknown[]).includes(value);

/** Returns the names of people, categories and customers by id. A missing name reads as `#7`. */
function useNames(): Record<Exclude<NamedRecord, StaffRecord>, (id: number) => string> {
  const users = useUsers();
  const categories = useCategories();
  const customers = useCustomers();
  const toName = (rows: ReadonlyMap<number, { name: string }>) => (id: number) =>
    rows.get(id)?.name ?? formatMissing(id);
  return {
    user: users.name,
    cat1: toName(categories.cat1ById),
    cat2: categories.label,
    service_type: toName(categories.serviceTypeById),
    cus0: toName(customers.cus0ById),
    cus1: toName(customers.cus1ById),
    cus2: customers.path,
  };
}
