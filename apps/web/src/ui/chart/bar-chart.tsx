import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import styles from './bar-chart.module.css';
import { chartHeight, type ChartBar } from './chart-bar.ts';
import { lazyPart } from '../lazy/lazy.tsx';

const BarDrawing = lazyPart(() => import('./bar-drawing.tsx'), <div aria-busy="true" />);

interface BarChartProps {
  title: string;
  /** Quiet words after the title. */
  note?: string;
  bars: readonly ChartBar[];
  /** How many there are, where only the first of them have a bar. */
  all?: number;
  /** Bars stand side by side, as months do; else they lie below each other, as names do. */
  upright?: boolean;
  /** No amounts, but what is counted or a share of it. */
  counted?: boolean;
  onPress?: (at: number) => void;
}

/**
 * Amounts side by side (look, Charts): from zero, each with its figure at its end; read aloud as one sentence. What draws them
 * comes later; the room they take stands at once, so that nothing below is pushed down.
 */
export function BarChart({
  title,
  note,
  bars,
  all = bars.length,
  upright = false,
  counted = false,
  onPress,
}: BarChartProps) {
  const { t } = useTranslation('table');
  const { money, number } = useFormat();
  // Each stands where its bar ends, none below another: it has its own decimals, as the table has.
  const read = counted ? number : money;
  const said = bars.map(({ name, value, before }) =>
    before === undefined ? `${name} ${read(value)}` : `${name} ${read(value)} (${read(before)})`,
  );
  const cut = all > bars.length && t('chart.first', { n: number(bars.length), all: number(all) });
  const notes = [cut, note].filter(Boolean).join(' · ');
  return (
    <figure className={styles.chart}>
      <figcaption>
        {title}
        {notes && (
          <>
            {' · '}
            <span className="quiet">{notes}</span>
          </>
        )}
      </figcaption>
      <div style={{ height: chartHeight(bars, upright) }}>
        <BarDrawing bars={bars} upright={upright} read={read} said={`${title}: ${said.join('; ')}`} onPress={onPress} />
      </div>
    </figure>
  );
}
