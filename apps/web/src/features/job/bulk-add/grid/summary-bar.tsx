import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/words/format.ts';
import styles from '../bulk-add.module.css';
import type { DraftValidation } from '../validation/validation.ts';
import type { Prices } from '../validation/use-prices.ts';
import type { Sending } from '../use-submission.ts';

export interface SummaryBarProps {
  totals: DraftValidation['totals'];
  prices: Prices;
  locked: boolean;
  /** The shown rows match the rows that would be sent. */
  settled: boolean;
  sending: Sending;
  unsure: boolean;
  mayAdd: boolean;
  onLeaveOutBad: () => void;
  onSend: () => void;
  onCancel: (clicks: number) => void;
}

/** Totals of the jobs to add, remaining problems, and the submit button. */
export function SummaryBar(props: SummaryBarProps) {
  const { totals, prices, locked, settled, sending, unsure, mayAdd, onLeaveOutBad, onSend, onCancel } = props;
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const amount = prices.amount === undefined ? '…' : `${format.money(prices.amount)} ${prices.currency}`.trim();
  const figures = [
    ['jobs', format.number(totals.jobs)],
    ['details', format.number(totals.details)],
    ['quantity', format.number(totals.quantity)],
    ['amount', amount],
    ['bad', format.number(totals.bad)],
    ['left_out', format.number(totals.left_out)],
  ] as const;
  const obstacle = !mayAdd
    ? t('summary.mayNot')
    : totals.bad > 0
      ? t('summary.stillBad', { count: totals.bad })
      : totals.jobs === 0
        ? t('summary.nothing')
        : null;
  const remarks = [
    totals.overruled > 0 && t('summary.overruled', { count: totals.overruled }),
    prices.withoutPrice > 0 && t('summary.withoutPrice', { count: prices.withoutPrice }),
  ];
  const busy = sending.step === 'staging' || sending.step === 'adding';
  return (
    <footer className={styles.summary}>
      <dl className={styles.figures}>
        {figures.map(([key, figure]) => (
          <div key={key} className={key === 'bad' && totals.bad > 0 ? styles.badFigure : undefined}>
            <dt>{t(`summary.${key}`)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {busy ? (
        <Underway sending={sending} jobs={totals.jobs} onCancel={onCancel} />
      ) : (
        <div className={styles.send}>
          <span id="bulk-obstacle" className="muted" role="status">
            {obstacle ?? remarks.filter(Boolean).join(' · ')}
          </span>
          {totals.bad > 0 && (
            <Button disabled={locked} onClick={onLeaveOutBad}>
              {t('summary.leaveOutBad', { count: totals.bad })}
            </Button>
          )}
          <Button
            type="primary"
            disabled={obstacle !== null || (!settled && !unsure)}
            aria-describedby="bulk-obstacle"
            onClick={onSend}
          >
            {unsure
              ? t('summary.again')
              : totals.jobs > 0
                ? t('summary.send', { count: totals.jobs })
                : t('summary.sendNone')}
          </Button>
        </div>
      )}
    </footer>
  );
}

/** Progress of the submission. Nothing is added before the last part, so it can be cancelled until then. */
function Underway({ sending, jobs, onCancel }: { sending: Sending; jobs: number; onCancel: (clicks: number) => void }) {
  const { t } = useTranslation('bulk');
  const staging = sending.step === 'staging' ? sending : null;
  const words = staging
    ? t('sending.staging', { done: Math.min(staging.done + 1, Math.max(staging.of, 1)), of: Math.max(staging.of, 1) })
    : t('sending.adding', { count: jobs });
  return (
    <div className={styles.underway} role="status">
      <span>{words}</span>
      <Progress
        percent={staging ? (staging.of === 0 ? 0 : Math.round((90 * staging.done) / staging.of)) : 95}
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
