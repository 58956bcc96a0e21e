import type { OutputOf } from '@darkroom/contract/endpoint';
import type { priceEndpoints } from '@darkroom/contract/price/price';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { toReportBars } from './report-bars.ts';

type Report = OutputOf<typeof priceEndpoints.report>;

interface ReportChartProps {
  report: Report;
  /** The report of the previous period, drawn as outlines. `daysBefore` is that period in words. */
  before: Report | undefined;
  daysBefore: string;
  /** Called with the customer or category of the pressed bar. */
  onOpen: (of: 'customers' | 'categories', id: number) => void;
}

/** Bars of amounts: of customers, or of categories with one customer. */
export function ReportChart({ report, before, daysBefore, onOpen }: ReportChartProps) {
  const { t } = useTranslation('price');
  const { money, number } = useFormat();
  const { of, bars, rest } = useMemo(
    () => toReportBars(report, before, (count) => t('report.others', { count })),
    [report, before, t],
  );
  const drawn = useMemo(
    () =>
      bars.map(({ name, amount, quantity, before: previousAmount }) => ({
        name,
        value: amount,
        before: previousAmount,
        words: `${name}\n${money(amount)} ${report.currency} · ${t('report.pieces', { count: quantity, n: number(quantity) })}\n${t('report.before', { days: daysBefore })}\n${money(previousAmount)} ${report.currency}`,
      })),
    [bars, money, number, report.currency, t, daysBefore],
  );
  return (
    <BarChart
      title={t(`report.chart.${of}`, { currency: report.currency })}
      note={[
        t('report.outline', { days: daysBefore }),
        rest && t('report.rest', { count: rest.count, n: number(rest.count), amount: money(rest.amount) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      bars={drawn}
      onPress={(index) => {
        const id = bars[index]?.id;
        if (id !== null && id !== undefined) onOpen(of, id);
      }}
    />
  );
}
