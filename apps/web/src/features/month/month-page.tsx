import { month as monthField } from '@darkroom/contract/fields';
import { monthEndpoints, type MonthFigures } from '@darkroom/contract/month';
import { addMonths, daysOfMonth, monthOf, type Month } from '@darkroom/domain/calendar/day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { useActivityRefresh } from '../../lib/activity.ts';
import { query } from '../../lib/api/query.ts';
import { useReportDay } from '../../lib/clock/use-today.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCurrencyLabel } from '../../lib/session/lookups.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { MonthPicker } from '../../ui/day-picker/day-picker.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ReportFrame } from '../../ui/page/report-frame.tsx';
import css from './month.module.css';

type Figure = keyof MonthFigures;
type Target = readonly [to: string, search: object];

const monthSearch = z.object({ month: monthField().optional() });

/** Screen of each figure, with the filter that shows the same number. */
const TARGETS: { readonly [F in Figure]: (month: Month, days: { from: string; to: string }) => Target } = {
  orders: (_month, { from, to }) => ['/job', { job_date_from: from, job_date_to: to }],
  delivered: (month) => ['/floor/due-dates', { from: month, to: month }],
  late: (month) => ['/floor/due-dates', { from: month, to: month }],
  quantity: (_month, days) => ['/customer/price-report', { ...days, counted_by: 'delivered' }],
  amount: (_month, days) => ['/customer/price-report', { ...days, counted_by: 'delivered' }],
  faults: (_month, days) => ['/floor/quality', { ...days, task_figure: 'faults', part: 'numerator' }],
  rework: (_month, days) => ['/floor/quality', { ...days, task_figure: 'rework', part: 'numerator' }],
  complaints: (_month, days) => ['/customer/complaints', days],
};
const FIGURES = Object.keys(TARGETS) as Figure[];

/** The month (/floor/month): its figures next to those of the month before, each with a link to its list (decision 174). */
export default function MonthPage() {
  const { t } = useTranslation('month');
  const today = useReportDay();
  const [search, setSearch] = useScreenSearch(monthSearch);
  const month = search.month ?? monthOf(today);
  const report = useQuery({ ...query(monthEndpoints.summary, { month }), placeholderData: keepPreviousData });
  useActivityRefresh(['task', 'job']);
  const { data, isPlaceholderData } = report;
  return (
    <div className={css.page}>
      <PageHead
        title={t('title')}
        note={month === monthOf(today) ? t('running') : undefined}
        actions={
          <MonthPicker
            aria-label={t('month')}
            allowClear={false}
            value={month}
            onChange={(next) => next && setSearch({ month: next === monthOf(today) ? undefined : next })}
          />
        }
      />
      <ReportFrame report={report}>
        {data && (
          <dl className={css.figures} data-busy={isPlaceholderData || undefined}>
            {FIGURES.filter((figure) => data.now[figure] !== null).map((figure) => (
              <FigureTile
                key={figure}
                figure={figure}
                month={month}
                now={data.now[figure]!}
                before={data.before[figure]}
              />
            ))}
          </dl>
        )}
      </ReportFrame>
    </div>
  );
}

interface FigureTileProps {
  figure: Figure;
  month: Month;
  now: number;
  before: number | null;
}

/** One figure: its number as a link, a bar with the month before as an outline, and that month's number. */
function FigureTile({ figure, month, now, before }: FigureTileProps) {
  const { t } = useTranslation('month');
  const { number, money } = useFormat();
  const withCurrency = useCurrencyLabel();
  const format = figure === 'amount' ? money : number;
  const label = t(`figure.${figure}`);
  const name = figure === 'amount' ? withCurrency(label) : label;
  const days = daysOfMonth(month);
  const [to, search] = TARGETS[figure](month, { from: days[0]!, to: days.at(-1)! });
  const previous = before ?? 0;
  const most = Math.max(now, previous, 1);
  const change = previous === 0 ? null : Math.round(((now - previous) / previous) * 100);
  return (
    <div className={css.tile}>
      <dt>{name}</dt>
      <dd>
        <Link className={css.value} to={to} search={search} aria-label={`${name}: ${format(now)}`}>
          {format(now)}
        </Link>
        <span className={css.bar} aria-hidden>
          <span style={{ width: `${(now / most) * 100}%` }} />
          <span style={{ width: `${(previous / most) * 100}%` }} />
        </span>
        <span className="muted tabular">
          {t('before', {
            month: `${addMonths(month, -1).slice(5)}/${addMonths(month, -1).slice(0, 4)}`,
            value: format(previous),
          })}
          {change !== null && ` · ${change > 0 ? '+' : ''}${number(change)}%`}
        </span>
      </dd>
      <dd className="muted">{t(`define.${figure}`)}</dd>
    </div>
  );
}
