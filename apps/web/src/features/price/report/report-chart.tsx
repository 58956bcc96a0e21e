import type { OutputOf } from '@darkroom/contract/endpoint';
import type { priceEndpoints } from '@darkroom/contract/price';
import { BarChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDark } from '../../../lib/device.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { barsOf, gridOf, type Bar } from './report-bars.ts';
import styles from './report.module.css';

// A canvas sets no style attributes, which the security policy forbids; only what is drawn here is loaded.
register([BarChart, GridComponent, TooltipComponent, CanvasRenderer]);

const BAR = 26;
const FRAME = 34;
/** Below this width the names get less room. */
const TIGHT = 480;
/** The period before stands around its bar: it is seen wherever it ends. */
const BAR_WIDTH = 10;
const OUTLINE_WIDTH = 18;
/** The same hue in light and dark, as bright as each background needs (look: primary). */
const COLOURS = {
  light: { bar: '#2f54eb', ink: '#1f1f1f', quiet: '#616161', line: '#e0e0e0', ground: '#ffffff', surface: '#ffffff' },
  dark: { bar: '#7c93f5', ink: '#e3e3e3', quiet: '#a6a6a6', line: '#383838', ground: '#1c1c1c', surface: '#262626' },
} as const;
const FONT = "'Roboto Variable', Roboto, 'Segoe UI', sans-serif";

type Report = OutputOf<typeof priceEndpoints.report>;

interface ReportChartProps {
  report: Report;
  /** The same of the period before, drawn as an outline behind (look, Charts); its days in words. */
  before: Report | undefined;
  daysBefore: string;
  /** A bar was pressed: the customer or the category it stands for. */
  onOpen: (of: 'customers' | 'categories', id: number) => void;
}

/** Amounts side by side: of the customers, or of the categories where there is one customer. */
export default function ReportChart({ report, before, daysBefore, onOpen }: ReportChartProps) {
  const { t } = useTranslation('price');
  const { money, number } = useFormat();
  const dark = useDark();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const { of, bars } = useMemo(
    () => barsOf(report, before, (count) => t('report.others', { count })),
    [report, before, t],
  );
  const press = useEffectEvent((at: number) => {
    const id = bars[at]?.id;
    if (id !== null && id !== undefined) onOpen(of, id);
  });
  const title = t(`report.chart.${of}`, { currency: report.currency });
  const height = bars.length * BAR + FRAME;

  useEffect(() => {
    if (!place.current) return undefined;
    const made = init(place.current);
    chart.current = made;
    made.on('click', ({ dataIndex }) => press(dataIndex));
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      made.dispose();
    };
  }, []);

  useEffect(() => {
    const colour = COLOURS[dark ? 'dark' : 'light'];
    const text = { fontFamily: FONT, fontSize: 12 };
    const tight = (place.current?.clientWidth ?? 0) < TIGHT;
    const words = (bar: Bar) =>
      `${bar.name}\n${money(bar.amount)} ${report.currency} · ${t('report.pieces', { count: bar.quantity, n: number(bar.quantity) })}\n${t('report.before', { days: daysBefore })}\n${money(bar.before)} ${report.currency}`;
    // The figure stands after the longer of the two, so that neither runs through it, and no grid line does.
    const figure = {
      position: 'right',
      distance: 3,
      padding: [1, 3],
      ...text,
      color: colour.ink,
      backgroundColor: colour.ground,
      formatter: ({ dataIndex }: { dataIndex: number }) => money(bars[dataIndex]!.amount),
    };
    const ends = (bar: Bar, which: 'before' | 'amount') => (bar.before > bar.amount ? 'before' : 'amount') === which;
    const values = (which: 'before' | 'amount') =>
      bars.map((bar) => ({ value: bar[which], label: { ...figure, show: ends(bar, which) } }));
    const { step, end } = gridOf(Math.max(...bars.map((bar) => Math.max(bar.amount, bar.before))), tight ? 3 : 5);
    const rows = { type: 'category', inverse: true, data: bars.map((bar) => bar.name) };
    chart.current?.setOption(
      {
        animation: false,
        grid: { left: 4, right: tight ? 64 : 88, top: 4, bottom: 4, containLabel: true },
        xAxis: {
          type: 'value',
          max: end,
          interval: step,
          axisLabel: { ...text, color: colour.quiet, formatter: (value: number) => number(value), hideOverlap: true },
          splitLine: { lineStyle: { color: colour.line } },
        },
        // An axis each, so that bar and outline have the same middle.
        yAxis: [
          {
            ...rows,
            axisLabel: { ...text, color: colour.ink, width: tight ? 104 : 180, overflow: 'truncate' },
            axisLine: { lineStyle: { color: colour.line } },
            axisTick: { show: false },
          },
          { ...rows, show: false },
        ],
        // Drawn on the canvas too: a tip of the page's own would bring styles the policy refuses.
        tooltip: {
          renderMode: 'richText',
          confine: true,
          backgroundColor: colour.surface,
          borderColor: colour.line,
          textStyle: { ...text, color: colour.ink },
          formatter: ({ dataIndex }: { dataIndex: number }) => words(bars[dataIndex]!),
        },
        series: [
          {
            type: 'bar',
            yAxisIndex: 1,
            data: values('before'),
            barWidth: OUTLINE_WIDTH,
            itemStyle: { color: 'transparent', borderColor: colour.quiet, borderWidth: 1, borderRadius: [0, 3, 3, 0] },
          },
          {
            type: 'bar',
            data: values('amount'),
            barWidth: BAR_WIDTH,
            itemStyle: { color: colour.bar, borderRadius: [0, 3, 3, 0] },
          },
        ],
      },
      { notMerge: true },
    );
    chart.current?.resize();
  }, [bars, dark, money, number, report.currency, t, height, daysBefore]);

  return (
    <figure className={styles.chart}>
      <figcaption>
        {title} · <span className="quiet">{t('report.outline', { days: daysBefore })}</span>
      </figcaption>
      <div
        ref={place}
        role="img"
        aria-label={`${title}: ${bars.map((bar) => `${bar.name} ${money(bar.amount)} (${money(bar.before)})`).join('; ')}`}
        style={{ height }}
      />
    </figure>
  );
}
