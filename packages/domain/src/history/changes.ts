/** JSON value in a record's history. */
export type HistoryValue = string | number | boolean | null | HistoryValue[] | { [key: string]: HistoryValue };

/** One field of a record before and after a change. */
export interface FieldChange {
  /** Name of the field in the API. Parts of a value follow after dots: `value.transport.A`. */
  field: string;
  before: HistoryValue;
  after: HistoryValue;
}

type Fields = Record<string, HistoryValue>;

const isRecord = (value: HistoryValue | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if a value is a list of records with keys, which are compared by key. */
const isKeyed = (value: HistoryValue | undefined): value is (Fields & { key: string })[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item) && typeof item.key === 'string');

const isEmpty = (value: HistoryValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns JSON text that does not depend on the order of keys. */
const stableJson = (value: HistoryValue | undefined): string =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    isRecord(part as HistoryValue)
      ? Object.fromEntries(Object.entries(part as Fields).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const isSame = (a: HistoryValue | undefined, b: HistoryValue | undefined): boolean =>
  (isEmpty(a) && isEmpty(b)) || stableJson(a) === stableJson(b);

/**
 * Finds the changes between two versions of a record, or of an added or deleted record (`null`), in the order of its fields. Fields inside
 * a value are compared individually, so that a changed amount is one line.
 */
export function findChanges(
  before: HistoryValue,
  after: HistoryValue,
  isIgnored: (field: string) => boolean = () => false,
): FieldChange[] {
  const was = isRecord(before) ? before : {};
  const is = isRecord(after) ? after : {};
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !isIgnored(field))
    .flatMap((field) => compareValues(field, was[field], is[field]));
}

function compareValues(
  field: string,
  before: HistoryValue | undefined,
  after: HistoryValue | undefined,
): FieldChange[] {
  if (isSame(before, after)) return [];
  if (
    (isKeyed(before) || isEmpty(before)) &&
    (isKeyed(after) || isEmpty(after)) &&
    (isKeyed(before) || isKeyed(after))
  ) {
    return compareByKey(field, isKeyed(before) ? before : [], isKeyed(after) ? after : []);
  }
  if ((isRecord(before) || isEmpty(before)) && (isRecord(after) || isEmpty(after))) {
    if (isRecord(before) || isRecord(after)) {
      const was = isRecord(before) ? before : {};
      const is = isRecord(after) ? after : {};
      return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((part) =>
        compareValues(`${field}.${part}`, was[part], is[part]),
      );
    }
  }
  return [{ field, before: before ?? null, after: after ?? null }];
}

/** Changes of the list of keys, then changes within each record. */
function compareByKey(
  field: string,
  before: readonly (Fields & { key: string })[],
  after: readonly (Fields & { key: string })[],
): FieldChange[] {
  const keys = (list: readonly { key: string }[]) => list.map((item) => item.key);
  const find = (list: readonly (Fields & { key: string })[], key: string) => list.find((item) => item.key === key);
  return [
    ...(isSame(keys(before), keys(after)) ? [] : [{ field, before: keys(before), after: keys(after) }]),
    ...[...new Set([...keys(before), ...keys(after)])].flatMap((key) => {
      const { key: _was = null, ...was } = find(before, key) ?? {};
      const { key: _is = null, ...is } = find(after, key) ?? {};
      return compareValues(`${field}.${key}`, was, is);
    }),
  ];
}
