import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format.ts';
import styles from './bulk-add.module.css';
import type { Judgement } from './use-judgement.ts';
import type { Prices } from './use-prices.ts';

export interface SummaryBarProps {
  totals: Judgement['totals'];
  prices: Prices;
  locked: boolean;
  sending: boolean;
  unsure: boolean;
  mayAdd: boolean;
  onLeaveOutBad: () => void;
  onSend: () => void;
}

/** What would be added, what stands in its way, and the one button that does it. */
export function SummaryBar({
  totals,
  prices,
  locked,
  sending,
  unsure,
  mayAdd,
  onLeaveOutBad,
  onSend,
}: SummaryBarProps) {
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
      <div className={styles.send}>
        <span id="bulk-obstacle" className="quiet" role="status">
          {obstacle ?? (prices.withoutPrice > 0 ? t('summary.withoutPrice', { count: prices.withoutPrice }) : '')}
        </span>
        {totals.bad > 0 && (
          <Button disabled={locked} onClick={onLeaveOutBad}>
            {t('summary.leaveOutBad', { count: totals.bad })}
          </Button>
        )}
        <Button
          type="primary"
          loading={sending}
          disabled={obstacle !== null}
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
    </footer>
  );
}
