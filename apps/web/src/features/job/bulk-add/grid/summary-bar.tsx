import { Button, Progress } from 'antd';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../../lib/i18n/format.ts';
import styles from '../bulk-add.module.css';
import type { DraftValidation } from '../validation/validation.ts';
import type { Prices } from '../validation/use-prices.ts';
import type { SubmissionProgress } from '../use-submission.ts';

export interface SummaryBarProps {
  totals: DraftValidation['totals'];
  prices: Prices;
  locked: boolean;
  /** True if the shown rows match the rows that would be sent. */
  isUpToDate: boolean;
  progress: SubmissionProgress;
  isResultUnknown: boolean;
  canAdd: boolean;
  onLeaveOutInvalid: () => void;
  onSend: () => void;
  onCancel: (clicks: number) => void;
}

/** Totals of the jobs to add, remaining problems, and the submit button. */
export function SummaryBar(props: SummaryBarProps) {
  const { totals, prices, locked, isUpToDate, progress, isResultUnknown, canAdd, onLeaveOutInvalid, onSend, onCancel } =
    props;
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const amount = prices.amount === undefined ? '…' : `${format.money(prices.amount)} ${prices.currency}`.trim();
  const figures = [
    ['jobs', format.number(totals.jobs)],
    ['details', format.number(totals.details)],
    ['quantity', format.number(totals.quantity)],
    ['amount', amount],
    ['bad', format.number(totals.badRows)],
    ['left_out', format.number(totals.left_out)],
  ] as const;
  const obstacle = !canAdd
    ? t('summary.noPermission')
    : totals.badRows > 0
      ? t('summary.stillInvalid', { count: totals.badRows })
      : totals.jobs === 0
        ? t('summary.nothing')
        : null;
  const remarks = [
    totals.overruled > 0 && t('summary.overruled', { count: totals.overruled }),
    prices.withoutPrice > 0 && t('summary.withoutPrice', { count: prices.withoutPrice }),
  ];
  const busy = progress.step === 'staging' || progress.step === 'adding';
  return (
    <footer className={styles.summary}>
      <dl className={styles.figures}>
        {figures.map(([key, figure]) => (
          <div key={key} className={key === 'bad' && totals.badRows > 0 ? styles.errorFigure : undefined}>
            <dt>{t(`summary.${key}`)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {busy ? (
        <SubmissionProgressBar progress={progress} jobs={totals.jobs} onCancel={onCancel} />
      ) : (
        <div className={styles.sendActions}>
          <span id="bulk-obstacle" className="muted" role="status">
            {obstacle ?? remarks.filter(Boolean).join(' · ')}
          </span>
          {totals.badRows > 0 && (
            <Button disabled={locked} onClick={onLeaveOutInvalid}>
              {t('summary.skipInvalid', { count: totals.badRows })}
            </Button>
          )}
          <Button
            type="primary"
            disabled={obstacle !== null || (!isUpToDate && !isResultUnknown)}
            aria-describedby="bulk-obstacle"
            onClick={onSend}
          >
            {isResultUnknown
              ? t('summary.again')
              : totals.jobs > 0
                ? t('summary.send', { count: totals.jobs })
                : t('summary.addJobs')}
          </Button>
        </div>
      )}
    </footer>
  );
}

/** Progress of the submission. Nothing is added before the last part, so it can be cancelled until then. */
function SubmissionProgressBar({
  progress,
  jobs,
  onCancel,
}: {
  progress: SubmissionProgress;
  jobs: number;
  onCancel: (clicks: number) => void;
}) {
  const { t } = useTranslation('bulk');
  const staging = progress.step === 'staging' ? progress : null;
  const words = staging
    ? t('sending.staging', {
        done: Math.min(staging.done + 1, Math.max(staging.total, 1)),
        of: Math.max(staging.total, 1),
      })
    : t('sending.adding', { count: jobs });
  return (
    <div className={styles.progress} role="status">
      <span>{words}</span>
      <Progress
        percent={staging ? (staging.total === 0 ? 0 : Math.round((90 * staging.done) / staging.total)) : 95}
        status="active"
        showInfo={false}
        aria-label={words}
      />
      {staging && (
        <Button autoFocus onClick={({ detail }) => onCancel(detail)}>
          {t('sending.cancel')}
        </Button>
      )}
    </div>
  );
}
