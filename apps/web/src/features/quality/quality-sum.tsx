import { QUALITY_FIGURES, type QualityFigure } from '@darkroom/domain/quality/figures';
import { useTranslation } from 'react-i18next';
import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import { useQualityWords, type AnyFigure, type Quality } from './use-quality-words.ts';
import styles from './quality.module.css';

interface QualitySumProps {
  quality: Quality;
  /** Figure of the charts. Pressing the name of a figure selects it. */
  charted: QualityFigure;
  onChart: (figure: QualityFigure) => void;
  onBehind: (figure: AnyFigure) => void;
}

/** Total of each figure with its meaning, the previous period and the bureau's average. */
export function QualitySum({ quality, charted, onChart, onBehind }: QualitySumProps) {
  const { t } = useTranslation('quality');
  const words = useQualityWords();
  const { total, before, average, checking } = quality;
  return (
    <dl className={styles.figures}>
      {(quality.results.length > 0 ? QUALITY_FIGURES : []).map((figure) => (
        <div key={figure}>
          <dt>
            <button
              type="button"
              className={styles.charts}
              aria-pressed={figure === charted}
              onClick={() => onChart(figure)}
            >
              {t(`figure.${figure}`)}
            </button>
          </dt>
          <dd>
            <FigureTooltip words={() => words.means(figure)}>{words.figure(figure, total)}</FigureTooltip>
          </dd>
          <dd className={styles.beside}>
            <span>{t('formerly', { figure: words.figure(figure, before) })}</span>
            {average && <span>{t('average', { figure: words.figure(figure, average) })}</span>}
            <Behind figure={figure} onBehind={onBehind} />
          </dd>
        </div>
      ))}
      {checking && (
        <div>
          <dt>{t('figure.checking')}</dt>
          <dd>
            <FigureTooltip words={() => words.means('checking')}>{words.figure('checking', checking)}</FigureTooltip>
          </dd>
          <dd className={styles.beside}>
            <Behind figure="checking" onBehind={onBehind} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Behind({ figure, onBehind }: { figure: AnyFigure; onBehind: (figure: AnyFigure) => void }) {
  const { t } = useTranslation('quality');
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={`${t(`figure.${figure}`)}: ${t('behind')}`}
      onClick={() => onBehind(figure)}
    >
      {t('tasks.open')}
    </button>
  );
}
