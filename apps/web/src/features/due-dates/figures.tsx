import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import styles from './due-dates.module.css';

export interface FigureProps {
  readonly name: string;
  readonly value: string;
  /** Definition, shown as a tooltip. */
  readonly words: string;
}

/** Figures next to a chart, each with its definition. */
export function Figures({ figures }: { figures: readonly FigureProps[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <FigureTooltip words={() => words}>{value}</FigureTooltip>
          </dd>
        </div>
      ))}
    </dl>
  );
}
