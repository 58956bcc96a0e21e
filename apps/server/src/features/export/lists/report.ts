import type { DueDateLine } from '@darkroom/contract/due-date/report';
import { dayOf } from '@darkroom/domain/calendar/day';
import { sortLateReasons } from '@darkroom/domain/due-date/reasons';
import { roundWorkTime } from '@darkroom/domain/due-date/span';
import {
  FORMULAS,
  QUALITY_FIGURES,
  calculateFigure,
  type QualityGrouping,
  type QualityCounts,
} from '@darkroom/domain/quality/figures';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { compareText } from '@darkroom/domain/text/order';
import type { ResponseOf } from '../../../http/handlers.ts';
import { readDueDateReport } from '../../forecast/due-date-report.service.ts';
import { readQuality } from '../../quality/quality.service.ts';
import { readWork } from '../../work/work.service.ts';
import { formatPeriod, type ExportedList, type FilterOf } from '../exported-list.ts';
import {
  column,
  createLayout,
  formatNumber,
  type SideLayout,
  type ExportColumn,
  type FileLocale,
  formatDay,
} from '../files/cells.ts';
import { shortSource } from '../source.ts';
import { type Names, readNames } from '../words/names.ts';

type Report = ResponseOf<'dueDate.report'>;

/** A line of the file: a group, or the total at the end with the rest of the report. */
interface DueDateFileLine extends Omit<DueDateLine, 'key' | 'name'> {
  readonly name: string | null;
  readonly whole: Report | null;
}

/** Returns the lines of the report with the total at the end. */
function dueDateLines(report: Report): DueDateFileLine[] {
  const { results, reasons: _reasons, minutes: _minutes, worst: _worst, ...figures } = report;
  if (results.length === 0) return [];
  return [
    ...results.map(({ key, name, ...line }) => ({ ...line, name: name ?? String(key), whole: null })),
    { ...figures, name: null, whole: report },
  ];
}

/** Formats working time as text, as on the screen. */
function formatWorkingTime(minutes: number, { words, language }: FileLocale): string {
  const { unit, n } = roundWorkTime(minutes);
  return words(`dueDate:${unit}`, { n: formatNumber(n, language) });
}

type Figures = Omit<DueDateLine, 'key' | 'name'>;
const toPercent = ({ share }: Figures) => (share === null ? null : Math.round(share * 1000) / 10);
const countLate = ({ completed, on_time }: Figures) => completed - on_time;

const COLUMNS: readonly ExportColumn<DueDateFileLine>[] = [
  column('dueDate:heading', 'text', 36, ({ name, whole }, { words }) => (whole ? words('dueDate:all') : name)),
  column('dueDate:completed', 'count', 12, (line) => line.completed),
  column('dueDate:on_time', 'count', 12, (line) => line.on_time),
  column('dueDate:share', 'money', 12, toPercent),
  column('dueDate:first_on_time', 'count', 14, (line) => line.first_on_time),
  column('dueDate:changed', 'count', 14, (line) => line.changed),
  column('dueDate:late', 'count', 12, countLate),
];
const LATE_BY = column<{ late_minutes: number }>('dueDate:late_by', 'text', 18, ({ late_minutes }, locale) =>
  late_minutes === 0 ? null : formatWorkingTime(late_minutes, locale),
);
/** Only in Excel, for calculations. In the PDF, words are enough. */
const LATE_MINUTES = column<{ late_minutes: number }>('dueDate:late_minutes', 'count', 14, (line) => line.late_minutes);

const isDueDateTotal = ({ whole }: DueDateFileLine): boolean => whole !== null;

const dueDateSheet = createLayout<DueDateFileLine>(
  [...COLUMNS, LATE_MINUTES, LATE_BY],
  (line) => [line],
  isDueDateTotal,
);
const dueDatePrint = createLayout<DueDateFileLine>(
  [...COLUMNS, { ...LATE_BY, end: true }],
  (line) => [line],
  isDueDateTotal,
);

/** Figures of the period, as the screen defines them. */
const DUE_DATE_FIGURES = ['share', 'completed', 'on_time', 'first_on_time', 'changed', 'late', 'late_minutes'] as const;
type Figure = (typeof DUE_DATE_FIGURES)[number];
interface FigureLine {
  readonly figure: Figure;
  readonly report: Report;
}
function getValue({ figure, report }: FigureLine): number | null {
  if (figure === 'share') return toPercent(report);
  return figure === 'late' ? countLate(report) : report[figure];
}
function formatValue(line: FigureLine, locale: FileLocale): string {
  if (line.figure === 'late_minutes') return formatWorkingTime(line.report.late_minutes, locale);
  return formatNumber(getValue(line) ?? 0, locale.language);
}
const figureNameColumn = (late_minutes: string) =>
  column<FigureLine>('dueDate:file.figure', 'text', 28, ({ figure }, { words }) =>
    words(`dueDate:${figure === 'late_minutes' ? late_minutes : figure}`),
  );
const EXPLANATION = column<FigureLine>('dueDate:file.how', 'text', 120, ({ figure }, { words }) =>
  words(`dueDate:define.${figure}`),
);
const listFigures = ({ whole }: DueDateFileLine): FigureLine[] =>
  whole ? DUE_DATE_FIGURES.map((figure) => ({ figure, report: whole })) : [];

const reasonLayout = createLayout<DueDateFileLine, ReturnType<typeof sortLateReasons>[number]>(
  [
    column('dueDate:file.reason', 'text', 40, ({ reason }, { words }) => words(`dueDate:reason.${reason}`)),
    column('dueDate:file.jobs', 'count', 12, ({ jobs }) => jobs),
  ],
  ({ whole }) => (whole ? sortLateReasons(whole) : []),
);

type StatusMinutes = Report['minutes'][number];
const STATUS = column<StatusMinutes>('field:status', 'text', 40, ({ status }, { words }) =>
  words(`status:task.${statusName(status as TaskStatus)}`),
);
const STATUS_MINUTES = column<StatusMinutes>('dueDate:file.minutes', 'count', 14, ({ minutes }) => minutes);
const STATUS_TIME = column<StatusMinutes>('dueDate:file.time', 'text', 18, ({ minutes }, locale) =>
  formatWorkingTime(minutes, locale),
);
const statusLines = ({ whole }: DueDateFileLine): StatusMinutes[] =>
  (whole?.minutes ?? []).filter(({ minutes }) => minutes > 0).toSorted((a, b) => b.minutes - a.minutes);

type LateJob = Report['worst'][number];
const LATE_JOB_COLUMNS: readonly ExportColumn<LateJob>[] = [
  column('field:prod_id', 'text', 16, ({ prod_id }) => prod_id),
  column('field:job_name', 'text', 36, ({ job_name }) => job_name),
  column('field:customer', 'text', 34, ({ customer }) => customer),
  column('field:due_at', 'instant', 18, ({ due_at }) => due_at),
  column('field:completed_at', 'instant', 18, ({ completed_at }) => completed_at),
];
const LATE_REASON = column<LateJob>('dueDate:file.reason', 'text', 30, ({ reason }, { words }) =>
  words(`dueDate:reason.${reason ?? 'unknown'}`),
);
const lateJobs = ({ whole }: DueDateFileLine): LateJob[] => whole?.worst ?? [];

/** Tables of the screen next to the groups: figures of the period, reasons of delays, time by step, and the latest jobs. */
const DUE_DATE_SIDE_TABLES: readonly SideLayout<DueDateFileLine>[] = [
  {
    title: 'dueDate:file.figures',
    xlsx: createLayout(
      [figureNameColumn('late_minutes'), column('dueDate:file.value', 'number', 12, getValue), EXPLANATION],
      listFigures,
    ),
    pdf: createLayout(
      [figureNameColumn('late_by'), column('dueDate:file.value', 'text', 22, formatValue), EXPLANATION],
      listFigures,
    ),
  },
  { title: 'dueDate:reasons', note: 'dueDate:reasonsHint', xlsx: reasonLayout, pdf: reasonLayout },
  {
    title: 'dueDate:file.states',
    note: 'dueDate:statesHint',
    xlsx: createLayout([STATUS, STATUS_MINUTES, STATUS_TIME], statusLines),
    pdf: createLayout([STATUS, STATUS_TIME], statusLines),
  },
  {
    title: 'dueDate:worst',
    xlsx: createLayout([...LATE_JOB_COLUMNS, LATE_MINUTES, LATE_BY, LATE_REASON], lateJobs),
    pdf: createLayout([...LATE_JOB_COLUMNS, LATE_BY, LATE_REASON], lateJobs),
  },
];

interface QualityFileLine {
  readonly by: QualityGrouping;
  /** Null if the line is the total, or has tasks without an editor. */
  readonly name: string | null;
  readonly whole: boolean;
  readonly counts: QualityCounts;
}

const isQualityTotal = ({ whole }: QualityFileLine): boolean => whole;

/** Returns the lines of the report by name, with the total at the end. */
function qualityLines(
  by: QualityGrouping,
  { results, total }: ResponseOf<'quality.report'>,
  names: Names,
): QualityFileLine[] {
  if (results.length === 0) return [];
  const lines = results
    .map(({ key, now }) => ({ by, name: getLineName(by, key, names), whole: false, counts: now }))
    .sort((a, b) => compareText(a.name ?? '', b.name ?? ''));
  return [...lines, { by, name: null, whole: true, counts: total }];
}

function getLineName(by: QualityGrouping, key: string, names: Names): string | null {
  switch (by) {
    case 'editor':
      return key === '0' ? null : names.user(Number(key));
    case 'category':
      return names.level('cat2', Number(key));
    case 'customer':
      return names.level('cus1', Number(key));
    case 'workstream':
    case 'week':
      return key;
    default: {
      const never: never = by;
      return never;
    }
  }
}

/** Each figure as on the screen, followed by its parts. */
const QUALITY_COLUMNS = QUALITY_FIGURES.flatMap((figure): ExportColumn<QualityFileLine>[] => {
  const { numerator, denominator } = FORMULAS[figure];
  return [
    column(`quality:figure.${figure}`, 'money', 14, ({ counts }) => calculateFigure(counts, figure).value),
    column(`quality:countName.${numerator}`, 'count', 11, ({ counts }) => counts[numerator]),
    column(`quality:countName.${denominator}`, 'count', 11, ({ counts }) => counts[denominator]),
  ];
});

/** Layout for Excel and PDF. Parts that several figures share have one column. */
const qualityLayout = createLayout<QualityFileLine>(
  [
    column('quality:groupedBy.label', 'text', 30, ({ by, name, whole }, { words, language }) => {
      if (name === null) return words(whole ? 'quality:all' : 'quality:noEditor');
      return by === 'week' ? formatDay(name, language) : name;
    }),
    ...QUALITY_COLUMNS.filter(
      (item, index) => QUALITY_COLUMNS.findIndex(({ title }) => title === item.title) === index,
    ),
  ],
  (line) => [line],
  isQualityTotal,
);

type Work = ResponseOf<'work.list'>;

/** A period of a person's work, or the total. */
interface WorkFileLine {
  readonly staff_id: number;
  /** Null if the line is the total. */
  readonly period: Pick<Work['results'][number], 'from' | 'to'> | null;
  readonly figures: Work['total'];
}

const isWorkTotal = ({ period }: WorkFileLine): boolean => period === null;

/** Returns the lines of the file: the periods that have begun, oldest first, then the total. */
const workLines = (staff_id: number, { results, total }: Work, today: string): WorkFileLine[] => [
  ...results
    .filter(({ from }) => from <= today)
    .map((row) => ({ staff_id, period: { from: row.from, to: row.to }, figures: row })),
  { staff_id, period: null, figures: total },
];

const formatWorkPeriod = (period: WorkFileLine['period'], { words, language }: FileLocale): string => {
  if (period === null) return words('work:sum');
  const [from, to] = [formatDay(period.from, language), formatDay(period.to, language)];
  return from === to ? from : `${from} – ${to}`;
};

/** Layout for Excel and PDF. Times are whole minutes. */
const workLayout = createLayout<WorkFileLine>(
  [
    column('field:username', 'text', 16, ({ staff_id }, { names }) => names.user(staff_id)),
    column('work:groupedBy.label', 'text', 26, ({ period }, locale) => formatWorkPeriod(period, locale)),
    column('work:figure.tasks', 'count', 10, ({ figures }) => figures.tasks),
    column('work:figure.pieces', 'count', 10, ({ figures }) => figures.pieces),
    column('work:chart.working', 'count', 16, ({ figures }) => figures.working),
    column('work:chart.waiting', 'count', 16, ({ figures: { waiting, taken } }) =>
      taken === 0 ? null : Math.round(waiting / taken),
    ),
    column('work:chart.first_pass', 'count', 16, ({ figures: { first_pass, completed } }) =>
      completed === 0 ? null : Math.round((first_pass / completed) * 100),
    ),
    column('work:figure.faults', 'count', 10, ({ figures }) =>
      figures.faults.reduce((all, { count }) => all + count, 0),
    ),
    column('work:figure.rework', 'count', 10, ({ figures }) => figures.rework),
  ],
  (line) => [line],
  isWorkTotal,
);

/** The report of due dates as a file (decision 127). */
export const DUE_DATES: ExportedList<FilterOf<'export.dueDates'>, DueDateFileLine> = {
  name: 'dueDates',
  title: 'dueDate:title',
  period: ({ month_from, month_to }) => `${month_from}_${month_to}`,
  source: shortSource(async (ctx, filter) => dueDateLines(await readDueDateReport(ctx, filter)), isDueDateTotal),
  xlsx: dueDateSheet,
  pdf: dueDatePrint,
  sideTables: DUE_DATE_SIDE_TABLES,
};

export const QUALITY: ExportedList<FilterOf<'export.quality'>, QualityFileLine> = {
  name: 'quality',
  title: 'quality:title',
  period: formatPeriod,
  source: shortSource(
    async (ctx, filter) => qualityLines(filter.by, await readQuality(ctx, filter), await readNames(ctx.db, 'vi')),
    isQualityTotal,
  ),
  xlsx: qualityLayout,
  pdf: qualityLayout,
};

export const WORK: ExportedList<FilterOf<'export.work'>, WorkFileLine> = {
  name: 'work',
  title: 'work:title',
  source: shortSource(
    async (ctx, filter) => workLines(filter.staff_id ?? ctx.actor.user_id, await readWork(ctx, filter), dayOf(ctx.now)),
    isWorkTotal,
  ),
  xlsx: workLayout,
  pdf: workLayout,
};
