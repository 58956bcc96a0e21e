import { WORK_FIGURES } from '@darkroom/domain/work/work';
import { useTranslation } from 'react-i18next';
import { useFaultKinds } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/words/format.ts';
import { ToldFigure } from '../../ui/feedback/told-figure.tsx';
import { useWorkWords, type Work } from './use-work-words.ts';
import styles from './work.module.css';

/** What all periods come to, each figure with what it means; the faults by kind. */
export function WorkSum({ total }: { total: Work['total'] }) {
  const { t } = useTranslation('work');
  const { number } = useFormat();
  const { label } = useFaultKinds();
  const words = useWorkWords();
  const kinds = total.faults.toSorted((a, b) => b.count - a.count);
  return (
    <dl className={styles.figures} aria-label={t('sum')}>
      {WORK_FIGURES.map((figure) => (
        <div key={figure}>
          <dt>{t(`figure.${figure}`)}</dt>
          <dd>
            <ToldFigure words={() => t(`means.${figure}`)}>{words.figure(figure, total)}</ToldFigure>
          </dd>
          {figure === 'faults' && kinds.length > 0 && (
            <dd className={styles.kinds}>
              {kinds.map(({ kind, count }) => (
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
