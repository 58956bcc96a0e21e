import { adviceEndpoints } from '@darkroom/contract/task/advice';
import type { AgreementPeriod } from '@darkroom/domain/blind-check/blind-check';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import { SpanChoice } from './agreement-tab.tsx';
import styles from './blind-check.module.css';

/** Minimum number of cases for a percentage. With fewer, it would be misleading. */
const MIN_CASES = 20;

/** Use of the advice, and the results of work with and without it (decision 135). */
export function AdviceTab({ span, onSpan }: { span: AgreementPeriod; onSpan: (span: AgreementPeriod) => void }) {
  const { t } = useTranslation('blindCheck');
  const { number } = useFormat();
  const response = useQuery({ ...query(adviceEndpoints.adviceReport, { span }), placeholderData: keepPreviousData });
  const { data } = response;
  if (response.isPending) return <SkeletonLines count={6} />;
  if (!data) return <LoadErrorMessage error={response.error} onRetry={() => void response.refetch()} />;
  const all = data.results.reduce((sum, { tasks }) => sum + tasks, 0);
  const share = (part: number, whole: number, minCases: number) => {
    if (whole === 0) return '–';
    const counts = { agreed: number(part), checked: number(whole) };
    return whole < minCases
      ? t('agreement.few', counts)
      : t('advice.share', { ...counts, percent: number(Math.round((part * 1000) / whole) / 10) });
  };
  return (
    <section className={styles.list} aria-label={t('tab.advice')}>
      <SpanChoice span={span} onSpan={onSpan} />
      <p className="muted">{all === 0 ? t('advice.none') : t('advice.hint')}</p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption>{t('advice.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('advice.choice')}</th>
              <th scope="col" className={styles.endCell}>
                <FigureTooltip words={() => t('advice.means.tasks')}>{t('advice.tasks')}</FigureTooltip>
              </th>
              <th scope="col" className={styles.endCell}>
                <FigureTooltip words={() => t('advice.means.yield')}>{t('advice.yield')}</FigureTooltip>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.results.map(({ choice, tasks, first, passed }) => (
              <tr key={choice}>
                <th scope="row">{t(`advice.of.${choice}`)}</th>
                <td className={styles.endCell}>{share(tasks, all, MIN_CASES)}</td>
                <td className={styles.endCell}>{share(passed, first, MIN_CASES)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
