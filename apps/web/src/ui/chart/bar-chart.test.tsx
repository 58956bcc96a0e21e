// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { getInstanceByDom } from 'echarts/core';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { BarChart } from './bar-chart.tsx';

interface Bar {
  readonly value: number;
  readonly label: { readonly show: boolean; readonly formatter: (at: { dataIndex: number }) => string };
}

/** Returns the drawn parts: the outlines of the previous period, and the bars. */
const listShapes = (position: HTMLElement) =>
  (getInstanceByDom(position)?.getOption().series ?? []) as { readonly data: readonly unknown[] }[];

const BARS = [
  { name: 'Lumen Sydney', value: 6098.008, before: 8080, words: '' },
  { name: 'CX Hanoi', value: 95.5, before: 20, words: '' },
  { name: 'CX Hue', value: 17, before: 0, words: '' },
];

it('each figure is shown once with its own decimals, after bar and outline', async () => {
  await showPart(<BarChart title="Amount" bars={BARS} />);
  const position = await screen.findByRole('img', {
    name: 'Amount: Lumen Sydney 6,098.008 (8,080); CX Hanoi 95.50 (20); CX Hue 17 (0)',
  });
  await waitFor(() => expect(listShapes(position)).toHaveLength(2));
  const [outline, bars] = listShapes(position);
  const listFigures = (data: readonly unknown[] = []) =>
    (data as readonly Bar[]).map(({ value, label }, dataIndex) => [
      value,
      label.show ? label.formatter({ dataIndex }) : null,
    ]);
  expect(listFigures(outline?.data)).toEqual([
    [8080, '6,098.008'],
    [20, null],
    [0, null],
  ]);
  expect(listFigures(bars?.data)).toEqual([
    [6098.008, null],
    [95.5, '95.50'],
    [17, '17'],
  ]);
});

it('the chart shows how many of all rows have a bar', async () => {
  const shown = await showPart(<BarChart title="Amount" note="Outline: before" bars={BARS} total={24} />);
  await screen.findByText('the first 3 of 24 · Outline: before');
  shown.update(<BarChart title="Amount" bars={BARS} total={3} />);
  await waitFor(() => expect(screen.queryByText(/the first/)).toBeNull());
});

it('shares are formatted as counts, not as amounts', async () => {
  await showPart(
    <BarChart title="Passed" isQuantityField bars={[{ name: 'An', value: 85.1, before: 99, words: '' }]} />,
  );
  await screen.findByRole('img', { name: 'Passed: An 85.1 (99)' });
});
