import type { SavedView } from '@darkroom/contract/view';
import type { Day } from '@darkroom/domain/calendar/day';
import { DAY_RANGES, getDayRange, type DayRangeName } from '@darkroom/domain/calendar/day-range';

type ViewSearch = SavedView['search'];
/** Fields of a range of days in every list, and the saved form of a moving range: `job_date_days: 'this_week'`. */
const [FROM, TO, DAYS] = ['_from', '_to', '_days'] as const;

const stripEnd = (name: string, end: string): string | undefined =>
  name.endsWith(end) ? name.slice(0, -end.length) : undefined;

/** Finds the named ranges of a search on a day, by field: those selected as "this week". */
export function findNamedRanges(search: ViewSearch, today: Day): Map<string, DayRangeName> {
  const fields = Object.keys(search).flatMap((name) => stripEnd(name, FROM) ?? []);
  const found = fields.flatMap((field): [string, DayRangeName][] => {
    const name = DAY_RANGES.find((item) => {
      const { from, to } = getDayRange(item, today);
      return search[field + FROM] === from && search[field + TO] === to;
    });
    return name ? [[field, name]] : [];
  });
  return new Map(found);
}

/** Converts a search to its saved form with moving days: "this week" is the week in which it is opened. */
export function toMovingSearch(search: ViewSearch, today: Day): ViewSearch {
  const saved: ViewSearch = { ...search };
  for (const [field, name] of findNamedRanges(search, today)) {
    delete saved[field + FROM];
    delete saved[field + TO];
    saved[field + DAYS] = name;
  }
  return saved;
}

/** Returns the search of a saved view on a day. */
export function resolveDays(saved: ViewSearch, today: Day): ViewSearch {
  const search: ViewSearch = { ...saved };
  for (const [key, value] of Object.entries(saved)) {
    const field = stripEnd(key, DAYS);
    const name = DAY_RANGES.find((item) => item === value);
    if (field === undefined || name === undefined) continue;
    const { from, to } = getDayRange(name, today);
    delete search[key];
    search[field + FROM] = from;
    search[field + TO] = to;
  }
  return search;
}

/** True if a view has days that do not move. */
export const hasFixedDays = (saved: ViewSearch): boolean =>
  Object.keys(saved).some((key) => key.endsWith(FROM) || key.endsWith(TO));
