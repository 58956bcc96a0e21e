import type { SavedView } from '@darkroom/contract/view';
import type { Day } from '@darkroom/domain/calendar/day';
import { DAY_RANGES, dayRange, type DayRangeName } from '@darkroom/domain/calendar/day-range';

type Kept = SavedView['search'];
/** Fields of a range of days in every list, and the saved form of a moving range: `job_date_days: 'this_week'`. */
const [FROM, TO, DAYS] = ['_from', '_to', '_days'] as const;

const fieldOf = (name: string, end: string): string | undefined =>
  name.endsWith(end) ? name.slice(0, -end.length) : undefined;

/** The named ranges of a search on a day, by field: those selected as "this week". */
export function namedRanges(search: Kept, today: Day): Map<string, DayRangeName> {
  const fields = Object.keys(search).flatMap((name) => fieldOf(name, FROM) ?? []);
  const found = fields.flatMap((field): [string, DayRangeName][] => {
    const name = DAY_RANGES.find((one) => {
      const { from, to } = dayRange(one, today);
      return search[field + FROM] === from && search[field + TO] === to;
    });
    return name ? [[field, name]] : [];
  });
  return new Map(found);
}

/** The saved form of a search with moving days: "this week" is the week in which it is opened. */
export function keptMoving(search: Kept, today: Day): Kept {
  const kept: Kept = { ...search };
  for (const [field, name] of namedRanges(search, today)) {
    delete kept[field + FROM];
    delete kept[field + TO];
    kept[field + DAYS] = name;
  }
  return kept;
}

/** The search of a saved view on a day. */
export function resolveDays(kept: Kept, today: Day): Kept {
  const search: Kept = { ...kept };
  for (const [key, value] of Object.entries(kept)) {
    const field = fieldOf(key, DAYS);
    const name = DAY_RANGES.find((one) => one === value);
    if (field === undefined || name === undefined) continue;
    const { from, to } = dayRange(name, today);
    delete search[key];
    search[field + FROM] = from;
    search[field + TO] = to;
  }
  return search;
}

/** Whether a view has days that do not move. */
export const keepsDays = (kept: Kept): boolean =>
  Object.keys(kept).some((key) => key.endsWith(FROM) || key.endsWith(TO));
