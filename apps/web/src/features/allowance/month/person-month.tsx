import { allowanceEndpoints, type AllowanceRow, type AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import type { Month } from '@darkroom/domain/calendar/day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { query } from '../../../lib/api/query.ts';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useCan } from '../../../lib/session/session.ts';
import { LoadErrorMessage, Empty } from '../../../ui/data-table/data-table-states.tsx';
import { ExceptionList } from './exception-list.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { toYearAndMonth, monthOfRow, useFormula, type CalculatedFigure } from './month-words.ts';
import styles from './month.module.css';
import ParkingForm from './parking-form.tsx';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { formatMonth } from '../../../lib/i18n/month-of-year.ts';
import { isPartOfShown } from '@darkroom/domain/allowance/figures';
import { FigureTooltip } from '../../../ui/tooltip/figure-tooltip.tsx';

const FIGURES = [
  'daily_transport',
  'parking',
  'total_meal',
  'total_online',
  'total_internet',
  'total_electricity',
] as const satisfies readonly (CalculatedFigure | 'parking')[];

/** Totals of a member's month, each with its formula (look.md, "Slip and month"). */
function MonthTotals({ row, month }: { row: AllowanceRow; month: AllowanceMonthRow }) {
  const { t } = useTranslation('allowance');
  const { number, money } = useFormat();
  const formula = useFormula();
  return (
    <div className="items gap-12">
      <div className={styles.total}>
        <span className="muted">{t('figure.total_allowance')}</span>
        <FigureTooltip words={() => formula('total_allowance', row, month)}>
          {money(row.total_allowance)} VND
        </FigureTooltip>
        <span className={styles.formula}>{formula('total_allowance', row, month)}</span>
      </div>
      <dl className={styles.figures}>
        {FIGURES.map((figure) => (
          <div key={figure} data-part={isPartOfShown(figure, FIGURES) || undefined}>
            <dt>{t(isPartOfShown(figure, FIGURES) ? `part.${figure}` : `figure.${figure}`)}</dt>
            <dd>
              {figure === 'parking' ? (
                money(row.monthly_allowance?.parking ?? 0)
              ) : (
                <FigureTooltip words={() => formula(figure, row, month)}>{money(row[figure])}</FigureTooltip>
              )}
            </dd>
            {figure !== 'parking' && row[figure] > 0 && (
              <dd className={styles.formula}>{formula(figure, row, month)}</dd>
            )}
          </div>
        ))}
      </dl>
      <p className="muted">
        {t('formula.working_days', { count: row.working_days, n: number(row.working_days) })} ·{' '}
        {t('formula.online_days', { count: row.online_days, n: number(row.online_days) })}
      </p>
    </div>
  );
}

type Months = OutputOf<typeof allowanceEndpoints.year>['results'];

const THOUSAND = 1000;

/** Twelve months of one member as bars. A click opens the month. */
function YearChart({ months, onOpen }: { months: Months; onOpen: (month: string) => void }) {
  const { t } = useTranslation('allowance');
  const { money } = useFormat();
  const bars = useMemo(
    () =>
      months.map((monthTotals) => {
        const name = formatMonth(monthOfRow(monthTotals));
        const words = `${name}\n${money(monthTotals.total_allowance)} VND · ${t(`state.${monthTotals.closed ? 'CLOSED' : 'OPEN'}`)}`;
        return { name, value: monthTotals.total_allowance / THOUSAND, words };
      }),
    [months, money, t],
  );
  const openMonth = (index: number) => {
    const pressed = months[index];
    if (pressed) onOpen(monthOfRow(pressed));
  };
  return <BarChart vertical title={t('year')} bars={bars} onPress={openMonth} />;
}

// Lazy, because users who read their own month have no form.

interface PersonMonthProps {
  staff_id: number;
  month: Month;
  onMonth: (month: Month) => void;
  /** True if the user manages allowances and can change this month. */
  canEdit: boolean;
  /** Reports if leaving would discard typed text. */
  onTouched?: (touched: boolean) => void;
}

const ignoreTouched = () => undefined;

/** A member's month: calendar left, sum right, last twelve months below (look.md, "Slip and month"). */
export function PersonMonth({ staff_id, month, onMonth, canEdit, onTouched = ignoreTouched }: PersonMonthProps) {
  const { t } = useTranslation('allowance');
  const can = useCan();
  const lockReason = useLockReason()(allowanceEndpoints.dailyAdd);
  const { list, year, dailyAdd } = allowanceEndpoints;
  const answer = useQuery({
    ...query(list, { ...toYearAndMonth(month), staff_id }),
    placeholderData: keepPreviousData,
  });
  const months = useQuery({
    ...query(year, { ...toYearAndMonth(month), staff_id }),
    placeholderData: keepPreviousData,
  });
  const nobody = <Empty title={t('nobody.title')} hint={t('nobody.hint')} />;
  // The id belongs to no member, so a retry is useless.
  if (answer.error instanceof ApiError && answer.error.status === 404) return nobody;
  if (answer.isError && !answer.data)
    return <LoadErrorMessage error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const [row] = answer.data.results;
  const monthRow = answer.data.month;
  if (!row) return nobody;
  const editable = canEdit && can(dailyAdd.access) && !monthRow.closed && lockReason === null;
  return (
    <div className={styles.person} data-busy={answer.isPlaceholderData || undefined}>
      <section className={styles.panel}>
        <MonthCalendar row={row} month={monthRow} editable={editable && !answer.isPlaceholderData} />
        {editable && (
          <ParkingForm
            key={`${staff_id} ${month}`}
            row={row}
            year={monthRow.year}
            month={monthRow.month}
            onTouched={onTouched}
          />
        )}
      </section>
      <section className={styles.panel}>
        <MonthTotals row={row} month={monthRow} />
        {row.exceptions.length > 0 && (
          <ExceptionList exceptions={row.exceptions} staff_id={row.staff_id} month={monthRow} editable={editable} />
        )}
      </section>
      <section className={styles.wide}>
        {months.data && <YearChart months={months.data.results} onOpen={onMonth} />}
      </section>
    </div>
  );
}
