import { blindCheckEndpoints } from '@darkroom/contract/quality/blind-check';
import {
  MIN_CHECKS,
  AGREEMENT_PERIODS,
  type Agreement,
  type AgreementPeriod,
} from '@darkroom/domain/blind-check/blind-check';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { query } from '../../lib/api/query.ts';
import { useFaultKinds, useUsers } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { FaultTags } from '../../entities/task/history/earlier-faults.tsx';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import { Segmented } from '../../ui/input/segmented.tsx';
import styles from './blind-check.module.css';

interface SpanProps {
  span: AgreementPeriod;
  onSpan: (span: AgreementPeriod) => void;
}

export function SpanChoice({ span, onSpan }: SpanProps) {
  const { t } = useTranslation('blindCheck');
  return (
    <Segmented
      aria-label={t('span.label')}
      value={span}
      options={AGREEMENT_PERIODS.map((value) => ({ value, label: t(`span.${value}`) }))}
      onChange={onSpan}
    />
  );
}

/** Returns a function that formats an agreement as text: "90% (45 of 50; 78.6–95.7%)", or "3 of 4" for few checks. */
function useAgreementWords() {
  const { t } = useTranslation('blindCheck');
  const { number } = useFormat();
  return ({ checked, agreed, share, from, to }: Agreement): string => {
    if (checked === 0) return '–';
    const counts = { agreed: number(agreed), checked: number(checked) };
    if (share === null || from === null || to === null) return t('agreement.few', counts);
    return t('agreement.share', { ...counts, share: number(share), from: number(from), to: number(to) });
  };
}

/** Agreement of blind checks: the user's own, and for leaders by pair of QCs and by fault type. */
export function AgreementTab({ span, onSpan }: SpanProps) {
  const { t } = useTranslation('blindCheck');
  const { number, dayTime } = useFormat();
  const { name } = useUsers();
  const { label } = useFaultKinds();
  const words = useAgreementWords();
  const response = useQuery({
    ...query(blindCheckEndpoints.agreement, { span }),
    placeholderData: keepPreviousData,
  });
  const { data } = response;
  if (response.isPending) return <SkeletonLines count={8} />;
  if (!data) return <LoadErrorMessage error={response.error} onRetry={() => void response.refetch()} />;
  const figures = [
    ...(data.led_workstreams ? [{ key: 'led_workstreams', of: data.led_workstreams } as const] : []),
    { key: 'passes', of: data.own.passes } as const,
    { key: 'checks_made', of: data.own.checks_made } as const,
  ];
  return (
    <section className={styles.list} aria-label={t('tab.agreement')}>
      <SpanChoice span={span} onSpan={onSpan} />
      <dl className={styles.figures}>
        {figures.map(({ key, of }) => (
          <div key={key}>
            <dt>{t(`agreement.${key}`)}</dt>
            <dd>
              <FigureTooltip words={() => t(`agreement.means.${key}`, { few: number(MIN_CHECKS) })}>
                {words(of)}
              </FigureTooltip>
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted">{t('agreement.kappa')}</p>
      {data.led_workstreams && data.pairs.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption>{t('agreement.pairs')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('agreement.passedBy')}</th>
                <th scope="col">{t('agreement.checkedBy')}</th>
                <th scope="col" className={styles.endCell}>
                  {t('agreement.agreed')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.pairs.map((pair) => (
                <tr key={`${pair.passed_by} ${pair.checked_by}`}>
                  <td>{name(pair.passed_by)}</td>
                  <td>{name(pair.checked_by)}</td>
                  <td className={styles.endCell}>{words(pair)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data.kinds.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption>{t('agreement.kinds')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('agreement.kind')}</th>
                <th scope="col" className={styles.endCell}>
                  {t('agreement.named')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.kinds.map(({ kind, named, checked }) => (
                <tr key={kind}>
                  <td>{label(kind)}</td>
                  <td className={styles.endCell}>
                    {t('agreement.few', { agreed: number(named), checked: number(checked) })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h2 className={styles.subtitle}>{t(data.led_workstreams ? 'agreement.found' : 'agreement.foundMine')}</h2>
      {data.found.length === 0 && <p className="muted">{t('agreement.foundNone')}</p>}
      <ul className="items gap-12 w-full">
        {data.found.map((item) => (
          <li key={item.id} className={styles.fault}>
            <h3>
              {item.sub_prod_id} · {item.job_name}
            </h3>
            <FaultTags kinds={item.fault_kinds} />
            <p>{item.note}</p>
            <span className="muted">
              {[
                dayTime(item.checked_at),
                item.checked_by !== null && t('agreement.by', { user: name(item.checked_by) }),
                item.qc_1 !== null && `QC 1 ${name(item.qc_1)}`,
                item.qc_2 !== null && `QC 2 ${name(item.qc_2)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
