import { BarChart as Bars } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type ECharts } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useIsDark } from '../../lib/device.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import styles from './bar-chart.module.css';
import type { ChartBar } from './chart-bar.ts';
import { computeGrid } from './chart-grid.ts';

// A canvas sets no style attributes, which the security policy forbids. Only the used parts of the library are loaded.
register([Bars, GridComponent, TooltipComponent, LabelLayout, CanvasRenderer]);

/** Below this width the names have less space. */
const NARROW_WIDTH = 480;
/** The outline of the previous period is wider than its bar, so that it is visible at any length. */
const BAR_WIDTH = 10;
const OUTLINE_WIDTH = 18;
const VERTICAL_BAR_WIDTH = 28;
const MIN_FIGURE_WIDTH = 40;
/** One hue in light and dark, with the brightness that each background needs (look: primary). */
const COLOURS = {
  light: { bar: '#2f54eb', ink: '#1f1f1f', quiet: '#616161', line: '#e0e0e0', ground: '#ffffff', surface: '#ffffff' },
  dark: { bar: '#7c93f5', ink: '#e3e3e3', quiet: '#a6a6a6', line: '#383838', ground: '#1c1c1c', surface: '#262626' },
} as const;
const FONT = "'Roboto Variable', Roboto, 'Segoe UI', sans-serif";

interface BarDrawingProps {
  bars: readonly ChartBar[];
  vertical: boolean;
  format: (value: number) => string;
  /** The chart as one sentence. */
  description: string;
  onPress?: ((index: number) => void) | undefined;
}

/** Draws the bars into a space of fixed height. */
export default function BarDrawing({ bars, vertical, format, description, onPress }: BarDrawingProps) {
  const { number } = useFormat();
  const dark = useIsDark();
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const press = useEffectEvent((index: number) => onPress?.(index));

  useEffect(() => {
    if (!container.current) return undefined;
    const instance = init(container.current);
    chart.current = instance;
    instance.on('click', ({ dataIndex }) => press(dataIndex));
    const observer = new ResizeObserver(() => instance.resize());
    observer.observe(container.current);
    return () => {
      observer.disconnect();
      instance.dispose();
    };
  }, []);

  useEffect(() => {
    const colour = COLOURS[dark ? 'dark' : 'light'];
    const text = { fontFamily: FONT, fontSize: 12 };
    const availableWidth = container.current?.clientWidth ?? 0;
    const isNarrow = availableWidth < NARROW_WIDTH;
    // If the bars are too narrow for all figures, only the highest has one.
    const hasRoomForFigures = availableWidth / bars.length >= MIN_FIGURE_WIDTH;
    const highest = Math.max(...bars.map(({ value }) => value));
    const hasBefore = bars.some(({ before }) => before !== undefined);
    // The figure is after the longer of bar and outline, so that neither crosses it.
    const figure = {
      position: vertical ? 'top' : 'right',
      distance: 3,
      // No line touches it.
      padding: vertical ? [2, 4, 1] : [1, 3],
      ...text,
      color: colour.ink,
      backgroundColor: colour.ground,
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const { value } = bars[dataIndex]!;
        // Vertical bars have rounded figures, and the tooltip and the table have them in full. A share just below all is not rounded up.
        const isAlmostAll = value < 100 && Math.round(value) === 100;
        return vertical && !isAlmostAll ? number(Math.round(value)) : format(value);
      },
    };
    const isShown = (value: number) => !vertical || (value > 0 && (hasRoomForFigures || value === highest));
    const values = bars.map(({ value, before = 0 }) => ({
      value,
      label: { ...figure, show: isShown(value) && before <= value },
    }));
    const outlines = bars.map(({ value, before = 0 }) => ({
      value: before,
      label: { ...figure, show: isShown(value) && before > value },
    }));
    const { step, end } = computeGrid(
      Math.max(...bars.map(({ value, before = 0 }) => Math.max(value, before))),
      isNarrow && !vertical ? 3 : 5,
      bars.every(({ value, before = 0 }) => Number.isInteger(value) && Number.isInteger(before)),
    );
    const names = { type: 'category', inverse: !vertical, data: bars.map((bar) => bar.name) };
    const namesAxis = {
      ...names,
      axisLabel: {
        ...text,
        lineHeight: 14,
        color: colour.ink,
        ...(vertical
          ? { hideOverlap: true }
          : { width: Math.max(104, Math.min(180, availableWidth / 3)), overflow: 'truncate' }),
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
    const [axisIndex, axes, cornerRadius] = vertical
      ? ['xAxisIndex', { xAxis: namesAxes, yAxis: valuesAxis }, [3, 3, 0, 0]]
      : ['yAxisIndex', { xAxis: valuesAxis, yAxis: namesAxes }, [0, 3, 3, 0]];
    chart.current?.setOption(
      {
        animation: false,
        grid: vertical
          ? { left: 4, right: 8, top: 24, bottom: 4, containLabel: true }
          : { left: 4, right: isNarrow ? 64 : 88, top: 4, bottom: 4, containLabel: true },
        ...(axes as object),
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
                  [axisIndex]: 1,
                  data: outlines,
                  barWidth: OUTLINE_WIDTH,
                  itemStyle: {
                    color: 'transparent',
                    borderColor: colour.quiet,
                    borderWidth: 1,
                    borderRadius: cornerRadius,
                  },
                  ...(vertical ? { labelLayout: { hideOverlap: true } } : {}),
                },
              ]
            : []),
          {
            type: 'bar',
            data: values,
            ...(vertical ? { barMaxWidth: VERTICAL_BAR_WIDTH } : { barWidth: BAR_WIDTH }),
            itemStyle: { color: colour.bar, borderRadius: cornerRadius },
            ...(vertical ? { labelLayout: { hideOverlap: true } } : {}),
          },
        ],
      },
      { notMerge: true },
    );
    chart.current?.resize();
  }, [bars, dark, format, number, vertical]);

  return <div ref={container} role="img" aria-label={description} className={styles.drawing} />;
}
