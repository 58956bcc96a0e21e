import type { AnswerOf } from '../../../http/handlers.ts';
import { column, dayInWords, layoutOf, type Look } from '../files/cells.ts';

type Work = AnswerOf<'work.list'>;

/** A period of somebody's work, or all of them. */
export interface WorkFileLine {
  readonly staff_id: number;
  /** null: the line that sums the others up. */
  readonly period: Pick<Work['results'][number], 'from' | 'to'> | null;
  readonly figures: Work['total'];
}

/** The line of all. */
export const isOfAll = ({ period }: WorkFileLine): boolean => period === null;

/** The lines of the file: the periods that have begun, oldest first, then their total. */
export const workLines = (staff_id: number, { results, total }: Work, today: string): WorkFileLine[] => [
  ...results
    .filter(({ from }) => from <= today)
    .map((row) => ({ staff_id, period: { from: row.from, to: row.to }, figures: row })),
  { staff_id, period: null, figures: total },
];

const daysIn = (period: WorkFileLine['period'], { words, language }: Look): string => {
  if (period === null) return words('work:sum');
  const [from, to] = [dayInWords(period.from, language), dayInWords(period.to, language)];
  return from === to ? from : `${from} – ${to}`;
};

/** Excel and paper alike; times are whole minutes. */
export const workLayout = layoutOf<WorkFileLine>(
  [
    column('field:username', 'text', 16, ({ staff_id }, { names }) => names.user(staff_id)),
    column('work:by.label', 'text', 26, ({ period }, look) => daysIn(period, look)),
    column('work:figure.tasks', 'count', 10, ({ figures }) => figures.tasks),
    column('work:figure.pieces', 'count', 10, ({ figures }) => figures.pieces),
    column('work:chart.working', 'count', 16, ({ figures }) => figures.working),
    column('work:chart.waiting', 'count', 16, ({ figures: { waiting, taken_up } }) =>
      taken_up === 0 ? null : Math.round(waiting / taken_up),
    ),
    column('work:chart.first_time_right', 'count', 16, ({ figures: { first_time_right, completed } }) =>
      completed === 0 ? null : Math.round((first_time_right / completed) * 100),
    ),
    column('work:figure.faults', 'count', 10, ({ figures }) =>
      figures.faults.reduce((all, { count }) => all + count, 0),
    ),
    column('work:figure.rework', 'count', 10, ({ figures }) => figures.rework),
  ],
  (line) => [line],
  isOfAll,
);
