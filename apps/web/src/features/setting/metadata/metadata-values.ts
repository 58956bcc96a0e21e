import {
  METADATA_SHAPES,
  type savedReply,
  type faultKind,
  type holiday,
  type priorityLabel,
} from '@darkroom/contract/setting';
import { isDay } from '@darkroom/domain/calendar/day';
import { foldForSearch } from '@darkroom/domain/text/fold';
import type { z } from 'zod';

export type FaultType = z.output<typeof faultKind>;
export type PriorityLabel = z.output<typeof priorityLabel>;
/** A fault type in the form. A new fault type has no key yet, and its fields can be empty. */
export type FaultTypeDraft = Partial<FaultType>;
/** A saved reply in the form, where fields can be empty. */
export type ReplyDraft = Partial<z.output<typeof savedReply>>;

/** A holiday in the form. A new holiday is empty. */
export type HolidayDraft = { [K in keyof z.output<typeof holiday>]?: z.output<typeof holiday>[K] | null };

const MAX_KEY_LENGTH = 50;

/** Creates a key from English words: `Object left behind` → `object_left_behind`. It differs from all existing keys. */
export function createKey(english: string, usedKeys: ReadonlySet<string>): string {
  const slug = foldForSearch(english)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_KEY_LENGTH - 3)
    .replace(/_+$/, '');
  const base = slug || 'kind';
  let key = base;
  for (let n = 2; usedKeys.has(key); n += 1) key = `${base}_${n}`;
  return key;
}

/** Returns the lookups for saving. New lookups receive a key, and the keys of saved lookups do not change. */
export function addMissingKeys<D extends { key?: string; en?: string }>(drafts: readonly D[]): D[] {
  const usedKeys = new Set(drafts.flatMap((kind) => kind.key ?? []));
  return drafts.map((kind) => {
    if (kind.key) return kind;
    const key = createKey(kind.en ?? '', usedKeys);
    usedKeys.add(key);
    return { ...kind, key };
  });
}

/** Parses the value of a metadata key. Undefined if it does not have the key's shape. */
export function parseValue<T extends 'JOB_TASK' | 'ALLOWANCE', K extends keyof (typeof METADATA_SHAPES)[T]>(
  data_type: T,
  key: K,
  value: unknown,
): z.output<(typeof METADATA_SHAPES)[T][K] & z.ZodType> | undefined {
  const shape = METADATA_SHAPES[data_type][key] as z.ZodType;
  const parsed = shape.safeParse(value);
  return parsed.success ? (parsed.data as z.output<(typeof METADATA_SHAPES)[T][K] & z.ZodType>) : undefined;
}

/** Sorts holidays by day, as they are saved. Those without a day are last. */
export const sortByDate = (holidays: readonly HolidayDraft[]): HolidayDraft[] =>
  holidays.toSorted((a, b) => ((a.date ?? '~') < (b.date ?? '~') ? -1 : 1));

/** Lists the years to select from: years with holidays, the current year and the next. */
export function listYears(holidays: readonly HolidayDraft[], thisYear: string): string[] {
  const years = holidays.flatMap(({ date }) => (date && isDay(date) ? [date.slice(0, 4)] : []));
  return [...new Set([...years, thisYear, String(Number(thisYear) + 1)])].sort();
}

/** True if a holiday is shown in a year. An incomplete holiday is shown in every year, so that its errors are always visible. */
export const isInYear = (one: HolidayDraft | undefined, year: string): boolean =>
  !one?.date || !isDay(one.date) || !one.en?.trim() || !one.vi?.trim() || one.date.startsWith(year);
