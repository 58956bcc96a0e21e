import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import styles from './bar-chart.module.css';
import { getChartHeight, type ChartBar } from './chart-bar.ts';
import { lazyPart } from '../lazy/lazy.tsx';

const BarDrawing = lazyPart(() => import('./bar-drawing.tsx'), <div aria-busy="true" />);

interface BarChartProps {
  title: string;
  note?: string;
  bars: readonly ChartBar[];
  /** The total number of rows, if only the first have a bar. */
  total?: number;
  /** True for vertical bars side by side, as for months. Otherwise bars are horizontal, as for names. */
  vertical?: boolean;
  /** True for counts or shares instead of amounts. */
  isQuantityField?: boolean;
  onPress?: (index: number) => void;
}

/**
 * A bar chart (look, Charts): bars from zero, each with its figure at the end, and one sentence for screen readers. The drawing code
 * loads later in a reserved space, so that nothing below moves.
 */
export function BarChart({
  title,
  note,
  bars,
  total = bars.length,
  vertical = false,
  isQuantityField = false,
  onPress,
}: BarChartProps) {
  const { t } = useTranslation('table');
  const { money, number } = useFormat();
  // Figures at the ends of bars are not aligned, so that each has its own decimals, as in the table.
  const format = isQuantityField ? number : money;
  const barTexts = bars.map(({ name, value, before }) =>
    before === undefined ? `${name} ${format(value)}` : `${name} ${format(value)} (${format(before)})`,
  );
  const cutNote = total > bars.length && t('chart.first', { n: number(bars.length), all: number(total) });
  const notes = [cutNote, note].filter(Boolean).join(' · ');
  return (
    <figure className={styles.chart}>
      <figcaption>
        {title}
        {notes && (
          <>
            {' · '}
            <span className="muted">{notes}</span>
          </>
        )}
      </figcaption>
      <div style={{ height: getChartHeight(bars, vertical) }}>
        <BarDrawing
          bars={bars}
          vertical={vertical}
          format={format}
          description={`${title}: ${barTexts.join('; ')}`}
          onPress={onPress}
        />
      </div>
    </figure>
  );
}
