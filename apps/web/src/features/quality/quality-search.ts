import { day, id, oneOf } from '@darkroom/contract/fields';
import { QUALITY_PARTS } from '@darkroom/contract/quality/quality';
import { addDays, daysBetween, type Day } from '@darkroom/domain/calendar/day';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { MAX_DAYS, QUALITY_BY, QUALITY_FIGURES } from '@darkroom/domain/quality/figures';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';
import { periodIn } from '../../entities/price/period-filter.tsx';

const FIGURES = [...QUALITY_FIGURES, 'checking'] as const;

/** The quality report. Its period is no filter: without days it is this month. */
export const qualityList = listSearch(
  {
    workstream: oneOf(WORKSTREAMS).optional(),
    editor: id().optional(),
    service_cat2_id: id().optional(),
    cus_id1: id().optional(),
  },
  {
    beside: {
      from: day().optional(),
      to: day().optional(),
      by: oneOf(QUALITY_BY).optional(),
      mine: z.boolean().default(false),
      /** What the charts show. */
      figure: oneOf(QUALITY_FIGURES).default('qc1_yield'),
      /** The figure whose tasks are open, of which line, which of them, of which kind of fault. */
      behind: oneOf(FIGURES).optional(),
      line: z.string().max(20).optional(),
      part: oneOf(QUALITY_PARTS).optional(),
      kind: z.string().max(50).optional(),
      place: z.int().min(1).default(1),
    },
  },
);

export type QualitySearch = SearchOf<typeof qualityList>;
export type SetQualitySearch = SetSearch<QualitySearch>;

/** What the tasks behind a figure take out of the address when they are closed. */
export const NOTHING_BEHIND = { behind: undefined, line: undefined, part: undefined, kind: undefined, place: 1 };

/** The report this address asks for, seen from a day: the last days of a period that is too long. */
export function qualityInput(search: QualitySearch, today: Day) {
  const { from, to } = periodIn(search, today);
  const first = daysBetween(from, to) < MAX_DAYS ? from : addDays(to, 1 - MAX_DAYS);
  return { date_from: first, date_to: to, mine: search.mine, ...qualityList.input(search) };
}
