import type { allowanceEndpoints } from '@darkroom/contract/allowance/allowance';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { isPartAmong } from '@darkroom/domain/allowance/figures';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import styles from '../allowance.module.css';

const SUMS = [
  'total_transport',
  'parking',
  'total_meal',
  'total_online',
  'total_internet',
  'total_electricity',
  'total_allowance',
] as const;

/** What all people of the filter come to, whatever the page. */
export function StaffTotals({ totals }: { totals: OutputOf<typeof allowanceEndpoints.list>['totals'] }) {
  const { t } = useTranslation('allowance');
  const { money, number } = useFormat();
  return (
    <dl className={styles.totals} aria-label={t('totals')}>
      <div>
        <dt>{t('figure.online_days')}</dt>
        <dd>{number(totals.online_days)}</dd>
      </div>
      {SUMS.map((sum) => (
        <div
          key={sum}
          className={sum === 'total_allowance' ? styles.all : undefined}
          data-part={isPartAmong(sum, SUMS) || undefined}
        >
          <dt>{t(isPartAmong(sum, SUMS) ? `part.${sum}` : `figure.${sum}`)}</dt>
          <dd>{money(totals[sum])}</dd>
        </div>
      ))}
    </dl>
  );
}
