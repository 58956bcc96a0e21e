import { QUALITY_FIGURES, type QualityFigure } from '@darkroom/domain/quality/figures';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import { useQualityTexts, type AnyFigure, type QualityReport } from './use-quality-texts.ts';
import styles from './quality.module.css';

interface QualityTotalsProps {
  quality: QualityReport;
  /** Figure of the charts. Pressing the name of a figure selects it. */
  chartFigure: QualityFigure;
  onChart: (figure: QualityFigure) => void;
  onOpenTasks: (figure: AnyFigure) => void;
}

/** Total of each figure with its meaning, the previous period and the bureau's average. */
export function QualityTotals({ quality, chartFigure, onChart, onOpenTasks }: QualityTotalsProps) {
  const { t } = useTranslation('quality');
  const words = useQualityTexts();
  const { total, before, average, checking } = quality;
  return (
    <dl className={styles.figures}>
      {(quality.results.length > 0 ? QUALITY_FIGURES : []).map((figure) => (
        <div key={figure}>
          <dt>
            <button
              type="button"
              className={styles.chartButton}
              aria-pressed={figure === chartFigure}
              onClick={() => onChart(figure)}
            >
              {t(`figure.${figure}`)}
            </button>
          </dt>
          <dd>
            <FigureTooltip words={() => words.explainFigure(figure)}>{words.formatFigure(figure, total)}</FigureTooltip>
          </dd>
          <dd className={styles.comparison}>
            <span>{t('previously', { figure: words.formatFigure(figure, before) })}</span>
            {average && <span>{t('average', { figure: words.formatFigure(figure, average) })}</span>}
            <OpenTasksButton figure={figure} onOpenTasks={onOpenTasks} />
          </dd>
        </div>
      ))}
      {checking && (
        <div>
          <dt>{t('figure.checking')}</dt>
          <dd>
            <FigureTooltip words={() => words.explainFigure('checking')}>
              {words.formatFigure('checking', checking)}
            </FigureTooltip>
          </dd>
          <dd className={styles.comparison}>
            <OpenTasksButton figure="checking" onOpenTasks={onOpenTasks} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function OpenTasksButton({ figure, onOpenTasks }: { figure: AnyFigure; onOpenTasks: (figure: AnyFigure) => void }) {
  const { t } = useTranslation('quality');
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={`${t(`figure.${figure}`)}: ${t('openTasks')}`}
      onClick={() => onOpenTasks(figure)}
    >
      {t('tasks.open')}
    </button>
  );
}
