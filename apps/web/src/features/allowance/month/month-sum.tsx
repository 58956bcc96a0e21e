import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import type { AllowanceMonthRow } from '@darkroom/contract/allowance/month';
import { isPartAmong } from '@darkroom/domain/allowance/figures';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { ToldFigure } from '../../../ui/told/told-figure.tsx';
import { useFormula, type Reckoned } from './month-words.ts';
import styles from './month.module.css';

const FIGURES = [
  'daily_transport',
  'parking',
  'total_meal',
  'total_online',
  'total_internet',
  'total_electricity',
] as const satisfies readonly (Reckoned | 'parking')[];

/** What a person's month comes to, each figure with its formula under it (look.md, "Slip and month"). */
export function MonthSum({ row, month }: { row: AllowanceRow; month: AllowanceMonthRow }) {
  const { t } = useTranslation('allowance');
  const { number, money } = useFormat();
  const formula = useFormula();
  return (
    <div className={styles.sum}>
      <div className={styles.total}>
        <span className="quiet">{t('figure.total_allowance')}</span>
        <ToldFigure words={() => formula('total_allowance', row, month)}>{money(row.total_allowance)} VND</ToldFigure>
        <span className={styles.formula}>{formula('total_allowance', row, month)}</span>
      </div>
      <dl className={styles.figures}>
        {FIGURES.map((figure) => (
          <div key={figure} data-part={isPartAmong(figure, FIGURES) || undefined}>
            <dt>{t(isPartAmong(figure, FIGURES) ? `part.${figure}` : `figure.${figure}`)}</dt>
            <dd>
              {figure === 'parking' ? (
                money(row.monthly_allowance?.parking ?? 0)
              ) : (
                <ToldFigure words={() => formula(figure, row, month)}>{money(row[figure])}</ToldFigure>
              )}
            </dd>
            {figure !== 'parking' && row[figure] > 0 && (
              <dd className={styles.formula}>{formula(figure, row, month)}</dd>
            )}
          </div>
        ))}
      </dl>
      <p className="quiet">
        {t('formula.working_days', { count: row.working_days, n: number(row.working_days) })} ·{' '}
        {t('formula.online_days', { count: row.online_days, n: number(row.online_days) })}
      </p>
    </div>
  );
}
