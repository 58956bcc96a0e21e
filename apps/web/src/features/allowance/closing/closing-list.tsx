import { allowanceMonthEndpoints } from '@darkroom/contract/allowance-month';
import type { Month } from '@darkroom/domain/calendar/day';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { partsOf } from '../month/month-words.ts';
import styles from './closing.module.css';

/** Each time a month was closed, with whose total is another than the time before. */
export function ClosingList({ month }: { month: Month }) {
  const { t } = useTranslation('allowance');
  const { money, number, dayTime } = useFormat();
  const { fullName } = useUsers();
  const { data } = useQuery(query(allowanceMonthEndpoints.closings, partsOf(month)));
  if (!data || data.results.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{t('close.history')}</h3>
      <ol className={styles.closings}>
        {data.results.map((one, at) => (
          <li key={one.id}>
            <div>
              {t('close.closedBy', { who: fullName(one.closed_by), when: dayTime(one.closed_at) })}
              {one.prepared_by !== null && `, ${t('close.preparedBy', { who: fullName(one.prepared_by) })}`}
            </div>
            <div className={styles.total}>
              {t('close.total', { people: number(one.people), total: money(one.total_allowance) })}
            </div>
            {one.reason && <p className="quiet">{one.reason}</p>}
            {one.reopened_at !== null && (
              <p className="quiet">
                {t('close.reopenedBy', { who: fullName(one.reopened_by), when: dayTime(one.reopened_at) })}:{' '}
                {one.reopen_reason}
              </p>
            )}
            {at < data.results.length - 1 &&
              (one.differences.length === 0 ? (
                <p className="quiet">{t('close.same')}</p>
              ) : (
                <ul className={styles.differences}>
                  {one.differences.map(({ staff_id, full_name, before, after }) => (
                    <li key={staff_id}>
                      {t('close.difference', { name: full_name, before: money(before), after: money(after) })}
                    </li>
                  ))}
                </ul>
              ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
