import type { Field, Fields, Named } from '@darkroom/contract/field-tables/field';
import { statusName, TASK_STATUSES, type TaskStatus } from '@darkroom/domain/task/status';
import type { FlatNamespace, ParseKeys } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useCategories, useCustomers, useFaultKinds, usePriorityWord, useUsers } from '../session/lookups.ts';
import { useFormat } from './format.ts';

/** The names of a record's fields, from its table (contract/field-tables): labels of forms, titles of columns, names of facts. */
export function useLabels<F extends Fields>(fields: F): (name: keyof F & string) => string {
  const { t } = useTranslation('field');
  return useCallback((name) => t(wordOf(fields, name)), [t, fields]);
}

/** Records whose names are fetched only where they are shown: `useStaffNames`. */
type OfStaff = 'group' | 'team';
export type StaffNames = Record<OfStaff, (id: number) => string>;
const unnamed = (id: number) => `#${id}`;
const NO_NAMES: StaffNames = { group: unnamed, team: unnamed };

/** Whether a field holds no value. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * A value as text if its kind needs no lookup: days, numbers, amounts, yes and no, words of a closed list. Null for every other kind.
 * @param word translates a whole key, `common:yes`. The second argument is the fallback
 */
export function plainValue(
  field: Field | undefined,
  value: string | number | boolean,
  word: (key: string, otherwise: string) => string,
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

/** Names of a record's fields and texts of their values, for versions side by side. */
export function useFields<F extends Fields>(fields: F, staff: StaffNames = NO_NAMES) {
  const all = Object.values<Field>(fields);
  const dictionaries = all.flatMap((field) => ('words' in field && field.words ? [dictionaryOf(field.words)] : []));
  const { t } = useTranslation(['status', 'common', ...new Set(dictionaries)]);
  const label = useLabels(fields);
  const names = { ...useNames(), ...staff };
  const priority = usePriorityWord();
  const faults = useFaultKinds();
  const format = useFormat();
  const word = (key: string, otherwise: string) => t(key, { defaultValue: otherwise });

  const say = (field: Field | undefined, value: unknown): string => {
    if (Array.isArray(value)) return value.map((one) => say(field, one)).join(', ') || t('common:nothing');
    if (value === null || value === undefined || value === '')
      return t(field?.kind === 'priority' ? 'status:priority.none' : 'common:nothing');
    if (typeof value === 'object') return inShort(field, value);
    const plain = (value as string | number | boolean).toString();
    const said = plainValue(field, value as string | number | boolean, word, format);
    if (said !== null) return said;
    switch (field?.kind) {
      case 'status':
        return isStatus(value) ? t(`status:task.${statusName(value)}`) : plain;
      case 'record':
        // Deleted records keep their stored name.
        return typeof value === 'number' ? names[field.of](value) : plain;
      case 'priority':
        return priority(plain as 'Urgent');
      case 'faults':
        return faults.label(plain);
      default:
        return plain;
    }
  };
  /** A nested record as text, part by part. */
  const inShort = (field: Field | undefined, value: object): string => {
    const parts: { readonly [name: string]: Field } | undefined = field?.kind === 'list' ? field.fields : undefined;
    const said = new Map<string, unknown>(Object.entries(value));
    // In the order of its table, without internal keys.
    const shown = parts ? Object.keys(parts).filter((name) => parts[name]?.kind !== 'key') : [...said.keys()];
    return (
      shown
        .filter((name) => (said.get(name) ?? '') !== '')
        // Parts without their own table are fields of the record itself.
        .map((name) => say((parts ?? (fields as Fields))[name], said.get(name)))
        .join(' · ')
    );
  };

  return { label, show: (name: keyof F & string, value: unknown): string => say(fields[name], value) };
}

const wordOf = (fields: Fields, name: string) => (fields[name]?.word ?? name) as ParseKeys<'field'>;
const dictionaryOf = (words: string) => words.slice(0, words.indexOf(':')) as FlatNamespace;
const isStatus = (value: unknown): value is TaskStatus => (TASK_STATUSES as readonly unknown[]).includes(value);

/** Names of people, categories and customers by id. A missing one reads as `#7`. */
function useNames(): Record<Exclude<Named, OfStaff>, (id: number) => string> {
  const users = useUsers();
  const categories = useCategories();
  const customers = useCustomers();
  const of = (rows: ReadonlyMap<number, { name: string }>) => (id: number) => rows.get(id)?.name ?? unnamed(id);
  return {
    user: users.name,
    cat1: of(categories.cat1ById),
    cat2: categories.label,
    service_type: of(categories.serviceTypeById),
    cus0: of(customers.cus0ById),
    cus1: of(customers.cus1ById),
    cus2: customers.path,
  };
}
