import { allowanceMonthEndpoints } from '@darkroom/contract/allowance/allowance';
import type { Month } from '@darkroom/domain/calendar/day';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { toYearAndMonth } from '../month/month-words.ts';
import styles from './closing.module.css';

/** Every closing of the month, with the members whose total changed since the previous closing. */
export function ClosingList({ month }: { month: Month }) {
  const { t } = useTranslation('allowance');
  const { money, number, dayTime } = useFormat();
  const { fullName } = useUsers();
  const { data } = useQuery(query(allowanceMonthEndpoints.closings, toYearAndMonth(month)));
  if (!data || data.results.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{t('close.history')}</h3>
      <ol className={styles.closingList}>
        {data.results.map((result, index) => (
          <li key={result.id} className={styles.closing}>
            <strong className="tabular">
              {t('close.total', { people: number(result.people), total: money(result.total_allowance) })}
            </strong>
            <p>{t('close.closedBy', { who: fullName(result.closed_by), when: dayTime(result.closed_at) })}</p>
            {result.prepared_by !== null && (
              <p className="muted">{t('close.preparedBy', { who: fullName(result.prepared_by) })}</p>
            )}
            {result.reason && <p className={styles.reason}>{result.reason}</p>}
            {result.reopened_at !== null && (
              <>
                <p>{t('close.reopenedBy', { who: fullName(result.reopened_by), when: dayTime(result.reopened_at) })}</p>
                <p className={styles.reason}>{result.reopen_reason}</p>
              </>
            )}
            {index < data.results.length - 1 &&
              (result.differences.length === 0 ? (
                <p className="muted">{t('close.same')}</p>
              ) : (
                <table className={styles.differences}>
                  <caption className={styles.caption}>{t('close.differences')}</caption>
                  <tbody>
                    {result.differences.map(({ staff_id, full_name, before, after }) => (
                      <tr key={staff_id}>
                        <th scope="row">{full_name}</th>
                        <td>{t('close.difference', { before: money(before), after: money(after) })}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
