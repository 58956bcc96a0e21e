import BarChart, { type ChartBar } from '../../ui/chart/bar-chart.tsx';

interface ShareChartProps {
  title: string;
  note: string;
  bars: readonly ChartBar[];
  upright: boolean;
}

/** Shares side by side, in per cent. */
export default function ShareChart(props: ShareChartProps) {
  return <BarChart {...props} />;
}
