import { cellText } from './cell.ts';
import type { OrderField, OrderProblem, SheetRow } from './fields.ts';
import { foldName } from '../text/fold.ts';
import type { KnownCategory, KnownCustomer, OrderLists } from './lists.ts';
import { findNearest } from './nearest.ts';

/** Probable meaning of a cell. */
export interface Suggestion {
  readonly field: OrderField;
  readonly text: string;
}

const CUSTOMER_LEVELS = ['customer0', 'customer1', 'customer2'] as const satisfies OrderField[];
const CATEGORY_LEVELS = ['service_type', 'category1', 'category2'] as const satisfies OrderField[];

/** Cached suggestions, because a misspelt name appears hundreds of times in a sheet. */
const cache = new WeakMap<OrderLists, Map<string, Suggestion | null>>();

/**
 * Suggests a name for an unknown name (decision 086), or null if none is near. It is the nearest name that fits all other levels of the
 * row, or else the levels above it.
 */
export function suggestName({ cells }: SheetRow, { field, code }: OrderProblem, lists: OrderLists): Suggestion | null {
  if (code !== 'unknown' || field === 'row') return null;
  const levels = CUSTOMER_LEVELS.some((level) => level === field) ? CUSTOMER_LEVELS : CATEGORY_LEVELS;
  const written = levels.map((level) => cellText(cells[level]));
  const key = [field, cellText(cells[field]), ...written].join('\u0000');
  const cachedSuggestions = cache.get(lists) ?? new Map<string, Suggestion | null>();
  cache.set(lists, cachedSuggestions);
  const cached = cachedSuggestions.get(key);
  if (cached !== undefined) return cached;
  const suggestion =
    field === 'job_priority'
      ? nearestPriority(cellText(cells.job_priority), lists)
      : nearestName(
          levels === CUSTOMER_LEVELS ? lists.customers : filterEnabled(lists.categories),
          written,
          levels,
          field,
        );
  cachedSuggestions.set(key, suggestion);
  return suggestion;
}

const filterEnabled = (categories: readonly KnownCategory[]) => categories.filter((category) => category.enabled);

function nearestName(
  records: readonly (KnownCustomer | KnownCategory)[],
  written: readonly string[],
  levels: readonly OrderField[],
  field: OrderField,
): Suggestion | null {
  const level = levels.indexOf(field);
  const text = written[level] ?? '';
  const matches = (record: KnownCustomer | KnownCategory, at: number) =>
    at === level || written[at] === '' || foldName(record.names[at] ?? '') === foldName(written[at] ?? '');
  const fullMatches = records.filter((record) => levels.every((_, index) => matches(record, index)));
  const partialMatches = records.filter((record) =>
    levels.every((_, index) => index > level || matches(record, index)),
  );
  for (const candidates of [fullMatches, partialMatches]) {
    const [best] = findNearest(text, candidates, (record) => record.names[level] ?? '');
    if (best) return { field, text: best.names[level] ?? '' };
  }
  return null;
}

function nearestPriority(written: string, { priorities }: OrderLists): Suggestion | null {
  const words = [...priorities.keys()].filter((word) => word.length > 1);
  const [best] = findNearest(written, words, (word) => word);
  return best === undefined ? null : { field: 'job_priority', text: priorities.get(best) ?? '' };
}

/** Suggests customers 2 for a row: the nearest, then their siblings below the row's customer 1, then all others. */
export function suggestCustomers({ cells }: SheetRow, { customers }: OrderLists) {
  const [cus0, cus1, cus2] = CUSTOMER_LEVELS.map((field) => cellText(cells[field]));
  const isUnder = ({ names }: KnownCustomer) =>
    cus1 !== '' &&
    foldName(names[1]) === foldName(cus1 ?? '') &&
    (cus0 === '' || foldName(names[0]) === foldName(cus0 ?? ''));
  const under = customers.filter(isUnder);
  const near = findNearest(cus2 ?? '', under.length > 0 ? under : customers, ({ names }) => names[2]).slice(
    0,
    MAX_NEAR,
  );
  const others = under.filter((customer) => !near.includes(customer));
  const rest = customers.filter((customer) => !near.includes(customer) && !others.includes(customer));
  return { near, under: others, rest };
}

/** Suggests categories for a row, nearest first. */
export function suggestCategories({ cells }: SheetRow, { categories }: OrderLists) {
  const enabledCategories = filterEnabled(categories);
  const near = findNearest(cellText(cells.category2), enabledCategories, ({ names }) => names[2]).slice(0, MAX_NEAR);
  return { near, rest: enabledCategories.filter((category) => !near.includes(category)) };
}

const MAX_NEAR = 5;
