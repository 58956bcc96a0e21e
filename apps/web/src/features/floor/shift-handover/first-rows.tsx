import { Button } from 'antd';
import { Children, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { MAX_SHOWN_ROWS } from './shift-handover-text.ts';
import styles from './shift-handover.module.css';

interface FirstRowsProps {
  className: string | undefined;
  /** Number of further rows that the server did not send. */
  unsentCount: number;
  children: ReactNode;
}

/** First rows of a list, with the others on request. Print shows all rows. */
export function FirstRows({ className, unsentCount, children }: FirstRowsProps) {
  const { t } = useTranslation('floor');
  const { number } = useFormat();
  const [all, setAll] = useState(false);
  const hiddenCount = all ? 0 : Math.max(0, Children.count(children) - MAX_SHOWN_ROWS);
  return (
    <>
      <ul className={className}>{Children.toArray(children).slice(0, Children.count(children) - hiddenCount)}</ul>
      {hiddenCount > 0 && (
        <>
          <ul className={`${className} ${styles.printOnly}`} aria-hidden>
            {Children.toArray(children).slice(-hiddenCount)}
          </ul>
          <Button type="link" size="small" className="screen-only" onClick={() => setAll(true)}>
            {t('handover.more', { n: number(hiddenCount + unsentCount) })}
          </Button>
        </>
      )}
      {unsentCount > 0 && (
        <p className={`muted ${hiddenCount > 0 ? styles.printOnly : ''}`}>
          {t('handover.more', { n: number(unsentCount) })}
        </p>
      )}
    </>
  );
}
