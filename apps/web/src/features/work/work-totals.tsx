import { WORK_FIGURES, type WorkFigure } from '@darkroom/domain/work/work';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFaultKinds } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import { useWorkFormat, type Work } from './use-work-format.ts';
import styles from './work.module.css';

interface WorkTotalsProps {
  total: Work['total'];
  /** Figure of the chart. Pressing the name of a figure selects it. */
  chartedFigure: WorkFigure;
  onSelectFigure: (figure: WorkFigure) => void;
}

/** Totals of all periods with the meaning of each figure, and the faults by type. */
export function WorkTotals({ total, chartedFigure, onSelectFigure }: WorkTotalsProps) {
  const { t } = useTranslation('work');
  const { number } = useFormat();
  const { label } = useFaultKinds();
  const format = useWorkFormat();
  const faultTypes = total.faults.toSorted((a, b) => b.count - a.count);
  return (
    <dl className={styles.figures} aria-label={t('sum')}>
      {WORK_FIGURES.map((figure) => (
        <div key={figure}>
          <dt>
            <button
              type="button"
              className={styles.charts}
              aria-pressed={figure === chartedFigure}
              title={t('chartThis')}
              onClick={() => onSelectFigure(figure)}
            >
              {t(`figure.${figure}`)}
            </button>
          </dt>
          <dd>
            <FigureTooltip words={() => t(`explanation.${figure}`)}>{format.figure(figure, total)}</FigureTooltip>
          </dd>
          {figure === 'faults' && faultTypes.length > 0 && (
            <dd className={styles.faultTypes}>
              {faultTypes.map(({ kind, count }) => (
                <span key={kind}>
                  {label(kind)} {number(count)}
                </span>
              ))}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
