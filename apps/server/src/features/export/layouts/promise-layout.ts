import type { PromiseLine } from '@darkroom/contract/promise/report';
import { reasonsTold } from '@darkroom/domain/promise/reasons';
import { workSpan } from '@darkroom/domain/promise/span';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import type { AnswerOf } from '../../../http/handlers.ts';
import { column, layoutOf, numberInWords, type Beside, type Column, type Look } from '../files/cells.ts';

type Report = AnswerOf<'promise.report'>;

/** A line of the file: a group's, or at the end that of all, which knows the rest of the report. */
export interface PromiseFileLine extends Omit<PromiseLine, 'key' | 'name'> {
  readonly name: string | null;
  readonly whole: Report | null;
}

/** The report's lines with that of all at the end. */
export function promiseLines(report: Report): PromiseFileLine[] {
  const { results, reasons: _reasons, minutes: _minutes, worst: _worst, ...figures } = report;
  if (results.length === 0) return [];
  return [
    ...results.map(({ key, name, ...line }) => ({ ...line, name: name ?? String(key), whole: null })),
    { ...figures, name: null, whole: report },
  ];
}

/** Working time in words, as the screen tells it. */
function spanInWords(minutes: number, { words, language }: Look): string {
  const { unit, n } = workSpan(minutes);
  return words(`promises:${unit}`, { n: numberInWords(n, language) });
}

type Figures = Omit<PromiseLine, 'key' | 'name'>;
const percent = ({ share }: Figures) => (share === null ? null : Math.round(share * 1000) / 10);
const late = ({ completed, kept }: Figures) => completed - kept;

const COLUMNS: readonly Column<PromiseFileLine>[] = [
  column('promises:heading', 'text', 36, ({ name, whole }, { words }) => (whole ? words('promises:all') : name)),
  column('promises:completed', 'count', 12, (line) => line.completed),
  column('promises:kept', 'count', 12, (line) => line.kept),
  column('promises:share', 'money', 12, percent),
  column('promises:kept_first', 'count', 14, (line) => line.kept_first),
  column('promises:changed', 'count', 14, (line) => line.changed),
  column('promises:late', 'count', 12, late),
];
const LATE_BY = column<{ late_minutes: number }>('promises:late_by', 'text', 18, ({ late_minutes }, look) =>
  late_minutes === 0 ? null : spanInWords(late_minutes, look),
);
/** To reckon with; on paper words are enough. */
const LATE_MINUTES = column<{ late_minutes: number }>(
  'promises:late_minutes',
  'count',
  14,
  (line) => line.late_minutes,
);

/** The line of all. */
export const isOfAll = ({ whole }: PromiseFileLine): boolean => whole !== null;

export const promiseSheet = layoutOf<PromiseFileLine>([...COLUMNS, LATE_MINUTES, LATE_BY], (line) => [line], isOfAll);
export const promisePrint = layoutOf<PromiseFileLine>(
  [...COLUMNS, { ...LATE_BY, end: true }],
  (line) => [line],
  isOfAll,
);

/** Each figure of the period, as the screen defines it. */
const FIGURES = ['share', 'completed', 'kept', 'kept_first', 'changed', 'late', 'late_minutes'] as const;
type Figure = (typeof FIGURES)[number];
interface FigureLine {
  readonly figure: Figure;
  readonly of: Report;
}
function valueOf({ figure, of }: FigureLine): number | null {
  if (figure === 'share') return percent(of);
  return figure === 'late' ? late(of) : of[figure];
}
function valueInWords(line: FigureLine, look: Look): string {
  if (line.figure === 'late_minutes') return spanInWords(line.of.late_minutes, look);
  return numberInWords(valueOf(line) ?? 0, look.language);
}
const named = (late_minutes: string) =>
  column<FigureLine>('promises:file.figure', 'text', 28, ({ figure }, { words }) =>
    words(`promises:${figure === 'late_minutes' ? late_minutes : figure}`),
  );
const HOW = column<FigureLine>('promises:file.how', 'text', 120, ({ figure }, { words }) =>
  words(`promises:define.${figure}`),
);
const figuresOf = ({ whole }: PromiseFileLine): FigureLine[] =>
  whole ? FIGURES.map((figure) => ({ figure, of: whole })) : [];

const reasonLayout = layoutOf<PromiseFileLine, ReturnType<typeof reasonsTold>[number]>(
  [
    column('promises:file.reason', 'text', 40, ({ reason }, { words }) => words(`promises:reason.${reason}`)),
    column('promises:file.jobs', 'count', 12, ({ jobs }) => jobs),
  ],
  ({ whole }) => (whole ? reasonsTold(whole) : []),
);

type StatusMinutes = Report['minutes'][number];
const STATUS = column<StatusMinutes>('field:status', 'text', 40, ({ status }, { words }) =>
  words(`status:task.${statusName(status as TaskStatus)}`),
);
const STATUS_MINUTES = column<StatusMinutes>('promises:file.minutes', 'count', 14, ({ minutes }) => minutes);
const STATUS_TIME = column<StatusMinutes>('promises:file.time', 'text', 18, ({ minutes }, look) =>
  spanInWords(minutes, look),
);
const statusLines = ({ whole }: PromiseFileLine): StatusMinutes[] =>
  (whole?.minutes ?? []).filter(({ minutes }) => minutes > 0).toSorted((one, other) => other.minutes - one.minutes);

type LateJob = Report['worst'][number];
const LATE_JOB: readonly Column<LateJob>[] = [
  column('field:prod_id', 'text', 16, ({ prod_id }) => prod_id),
  column('field:job_name', 'text', 36, ({ job_name }) => job_name),
  column('field:customer', 'text', 34, ({ customer }) => customer),
  column('field:due_at', 'instant', 18, ({ due_at }) => due_at),
  column('field:completed_at', 'instant', 18, ({ completed_at }) => completed_at),
];
const WAITED_FOR = column<LateJob>('promises:file.reason', 'text', 30, ({ reason }, { words }) =>
  words(`promises:reason.${reason ?? 'unknown'}`),
);
const lateJobs = ({ whole }: PromiseFileLine): LateJob[] => whole?.worst ?? [];

/** What the screen shows beside the groups: the figures of the period, what late jobs waited for, where their time went, which were the latest. */
export const promisesBeside: readonly Beside<PromiseFileLine>[] = [
  {
    title: 'promises:file.figures',
    xlsx: layoutOf([named('late_minutes'), column('promises:file.value', 'number', 12, valueOf), HOW], figuresOf),
    pdf: layoutOf([named('late_by'), column('promises:file.value', 'text', 22, valueInWords), HOW], figuresOf),
  },
  { title: 'promises:reasons', note: 'promises:reasonsHow', xlsx: reasonLayout, pdf: reasonLayout },
  {
    title: 'promises:file.states',
    note: 'promises:statesHow',
    xlsx: layoutOf([STATUS, STATUS_MINUTES, STATUS_TIME], statusLines),
    pdf: layoutOf([STATUS, STATUS_TIME], statusLines),
  },
  {
    title: 'promises:worst',
    xlsx: layoutOf([...LATE_JOB, LATE_MINUTES, LATE_BY, WAITED_FOR], lateJobs),
    pdf: layoutOf([...LATE_JOB, LATE_BY, WAITED_FOR], lateJobs),
  },
];
