import { BarChart as Bars } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type ECharts } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDark } from '../../lib/device.ts';
import { useFormat } from '../../lib/words/format.ts';
import styles from './bar-chart.module.css';
import type { ChartBar } from './chart-bar.ts';
import { gridOf } from './chart-grid.ts';

// A canvas sets no style attributes, which the security policy forbids. Only the used parts of the library are loaded.
register([Bars, GridComponent, TooltipComponent, LabelLayout, CanvasRenderer]);

/** Below this width the names get less space. */
const TIGHT = 480;
/** The outline of the previous period is wider than its bar, so that it is visible at any length. */
const BAR_WIDTH = 10;
const OUTLINE_WIDTH = 18;
const UPRIGHT_WIDTH = 28;
const LEAST_FOR_FIGURE = 40;
/** The same hue in light and dark, with the brightness that each background needs (look: primary). */
const COLOURS = {
  light: { bar: '#2f54eb', ink: '#1f1f1f', quiet: '#616161', line: '#e0e0e0', ground: '#ffffff', surface: '#ffffff' },
  dark: { bar: '#7c93f5', ink: '#e3e3e3', quiet: '#a6a6a6', line: '#383838', ground: '#1c1c1c', surface: '#262626' },
} as const;
const FONT = "'Roboto Variable', Roboto, 'Segoe UI', sans-serif";

interface BarDrawingProps {
  bars: readonly ChartBar[];
  upright: boolean;
  read: (value: number) => string;
  /** The chart as one sentence. */
  said: string;
  onPress?: ((at: number) => void) | undefined;
}

/** Draws the bars into a space of fixed height. */
export default function BarDrawing({ bars, upright, read, said, onPress }: BarDrawingProps) {
  const { number } = useFormat();
  const dark = useDark();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const press = useEffectEvent((at: number) => onPress?.(at));

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
    const room = place.current?.clientWidth ?? 0;
    const tight = room < TIGHT;
    // If the bars are too narrow for all figures, only the highest has one.
    const wide = room / bars.length >= LEAST_FOR_FIGURE;
    const highest = Math.max(...bars.map(({ value }) => value));
    const hasBefore = bars.some(({ before }) => before !== undefined);
    // The figure is after the longer of bar and outline, so that neither crosses it.
    const figure = {
      position: upright ? 'top' : 'right',
      distance: 3,
      // No line touches it.
      padding: upright ? [2, 4, 1] : [1, 3],
      ...text,
      color: colour.ink,
      backgroundColor: colour.ground,
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const { value } = bars[dataIndex]!;
        // Vertical bars have rounded figures, and the tooltip and the table have them in full. A share just below all is not rounded up.
        const isAlmostAll = value < 100 && Math.round(value) === 100;
        return upright && !isAlmostAll ? number(Math.round(value)) : read(value);
      },
    };
    const isShown = (value: number) => !upright || (value > 0 && (wide || value === highest));
    const values = bars.map(({ value, before = 0 }) => ({
      value,
      label: { ...figure, show: isShown(value) && before <= value },
    }));
    const outlines = bars.map(({ value, before = 0 }) => ({
      value: before,
      label: { ...figure, show: isShown(value) && before > value },
    }));
    const { step, end } = gridOf(
      Math.max(...bars.map(({ value, before = 0 }) => Math.max(value, before))),
      tight && !upright ? 3 : 5,
      bars.every(({ value, before = 0 }) => Number.isInteger(value) && Number.isInteger(before)),
    );
    const names = { type: 'category', inverse: !upright, data: bars.map((bar) => bar.name) };
    const namesAxis = {
      ...names,
      axisLabel: {
        ...text,
        lineHeight: 14,
        color: colour.ink,
        ...(upright ? { hideOverlap: true } : { width: Math.max(104, Math.min(180, room / 3)), overflow: 'truncate' }),
      },
      axisLine: { lineStyle: { color: colour.line } },
      axisTick: { show: false },
    };
    const valuesAxis = {
      type: 'value',
      max: end,
      interval: step,
      axisLabel: { ...text, color: colour.quiet, formatter: (value: number) => number(value), hideOverlap: true },
      splitLine: { lineStyle: { color: colour.line } },
    };
    // Separate axes, so that bar and outline have the same middle.
    const namesAxes = [namesAxis, { ...names, show: false }];
    const [series, other, round] = upright
      ? ['xAxisIndex', { xAxis: namesAxes, yAxis: valuesAxis }, [3, 3, 0, 0]]
      : ['yAxisIndex', { xAxis: valuesAxis, yAxis: namesAxes }, [0, 3, 3, 0]];
    chart.current?.setOption(
      {
        animation: false,
        grid: upright
          ? { left: 4, right: 8, top: 24, bottom: 4, containLabel: true }
          : { left: 4, right: tight ? 64 : 88, top: 4, bottom: 4, containLabel: true },
        ...(other as object),
        // Drawn on the canvas too, because an HTML tooltip would bring styles that the policy rejects.
        tooltip: {
          renderMode: 'richText',
          confine: true,
          backgroundColor: colour.surface,
          borderColor: colour.line,
          textStyle: { ...text, color: colour.ink },
          formatter: ({ dataIndex }: { dataIndex: number }) => bars[dataIndex]!.words,
        },
        series: [
          ...(hasBefore
            ? [
                {
                  type: 'bar',
                  [series]: 1,
                  data: outlines,
                  barWidth: OUTLINE_WIDTH,
                  itemStyle: {
                    color: 'transparent',
                    borderColor: colour.quiet,
                    borderWidth: 1,
                    borderRadius: round,
                  },
                  ...(upright ? { labelLayout: { hideOverlap: true } } : {}),
                },
              ]
            : []),
          {
            type: 'bar',
            data: values,
            ...(upright ? { barMaxWidth: UPRIGHT_WIDTH } : { barWidth: BAR_WIDTH }),
            itemStyle: { color: colour.bar, borderRadius: round },
            ...(upright ? { labelLayout: { hideOverlap: true } } : {}),
          },
        ],
      },
      { notMerge: true },
    );
    chart.current?.resize();
  }, [bars, dark, read, number, upright]);

  return <div ref={place} role="img" aria-label={said} className={styles.drawing} />;
}
