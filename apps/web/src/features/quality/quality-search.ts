import { day, id, oneOf } from '@darkroom/contract/fields';
import { QUALITY_PARTS } from '@darkroom/contract/quality/quality';
import { addDays, daysBetween, type Day } from '@darkroom/domain/calendar/day';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { MAX_PERIOD_DAYS, QUALITY_GROUPINGS, QUALITY_FIGURES } from '@darkroom/domain/quality/figures';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';
import { readPeriod } from '../../entities/price/period-filter.tsx';

const ALL_FIGURES = [...QUALITY_FIGURES, 'checking'] as const;

/** The quality report. Without days in the URL, the period is the current month. */
export const qualityList = listSearch(
  {
    workstream: oneOf(WORKSTREAMS).optional(),
    editor: id().optional(),
    service_cat2_id: id().optional(),
    cus_id1: id().optional(),
  },
  {
    screenState: {
      from: day().optional(),
      to: day().optional(),
      by: oneOf(QUALITY_GROUPINGS).optional(),
      mine: z.boolean().default(false),
      figure: oneOf(QUALITY_FIGURES).default('qc1_yield'),
      /** The figure whose tasks are open, with its line, part and fault type. */
      task_figure: oneOf(ALL_FIGURES).optional(),
      line: z.string().max(20).optional(),
      part: oneOf(QUALITY_PARTS).optional(),
      kind: z.string().max(50).optional(),
      task_page: z.int().min(1).default(1),
    },
  },
);

export type QualitySearch = SearchOf<typeof qualityList>;
export type SetQualitySearch = SetSearch<QualitySearch>;

/** Removes the parameters of the task list from the URL when it is closed. */
export const CLOSED_TASK_LIST = {
  task_figure: undefined,
  line: undefined,
  part: undefined,
  kind: undefined,
  task_page: 1,
};

/** Returns the report input for these URL parameters and the current day. A period that is too long is cut to its last days. */
export function toQualityInput(search: QualitySearch, today: Day) {
  const { from, to } = readPeriod(search, today);
  const limitedFrom = daysBetween(from, to) < MAX_PERIOD_DAYS ? from : addDays(to, 1 - MAX_PERIOD_DAYS);
  return { date_from: limitedFrom, date_to: to, mine: search.mine, ...qualityList.input(search) };
}
