import type { OutputOf } from '@darkroom/contract/endpoint';
import type { portalEndpoints } from '@darkroom/contract/portal/portal';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { formatMonth } from '../../../lib/i18n/month-of-year.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import styles from './portal-report.module.css';

/** Maximum number of category bars. The table below has all categories. */
const MAX_BARS = 10;

type Chart = OutputOf<typeof portalEndpoints.reportChart>;

/** Amounts of the report by category, and by month when there are several. */
export function PortalReportCharts({ chart, currency }: { chart: Chart; currency: string }) {
  const { t } = useTranslation(['portal', 'price']);
  const { money, number } = useFormat();
  const bars = useMemo(() => {
    const words = (name: string, { amount, quantity }: { amount: number; quantity: number }) =>
      `${name}\n${money(amount)} ${currency} · ${t('price:report.pieces', { count: quantity, n: number(quantity) })}`;
    const sorted = chart.categories.toSorted((a, b) => b.amount - a.amount);
    const rest = sorted.slice(MAX_BARS).filter(({ amount }) => amount > 0);
    return {
      months: chart.months.map((month) => {
        const name = formatMonth(month.month);
        return { name, value: month.amount, words: words(name, month) };
      }),
      categories: sorted
        .slice(0, MAX_BARS)
        // The name of category 2 has its own line, because a phone would cut the end of a long line.
        .map((item) => ({
          name: item.category.replace(' / ', '\n'),
          value: item.amount,
          words: words(item.category, item),
        })),
      rest: rest.length > 0 && {
        count: rest.length,
        n: number(rest.length),
        amount: money(fromThousandths(rest.reduce((sum, { amount }) => sum + toThousandths(amount), 0))),
      },
    };
  }, [chart, currency, money, number, t]);
  return (
    <div className={styles.charts}>
      {bars.months.length > 1 && <BarChart title={t('report.byMonth', { currency })} bars={bars.months} vertical />}
      <BarChart
        title={t('report.byCategory', { currency })}
        note={bars.rest ? t('price:report.rest', bars.rest) : ''}
        bars={bars.categories}
      />
    </div>
  );
}
