import { Button } from 'antd';
import { Children, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { SHOWN } from './shift-handover-text.ts';
import styles from './shift-handover.module.css';

interface FirstRowsProps {
  className: string | undefined;
  /** Number of further rows that the server did not send. */
  more: number;
  children: ReactNode;
}

/** First rows of a list, with the others on request. Print shows all rows. */
export function FirstRows({ className, more, children }: FirstRowsProps) {
  const { t } = useTranslation('floor');
  const { number } = useFormat();
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, Children.count(children) - SHOWN);
  return (
    <>
      <ul className={className}>{Children.toArray(children).slice(0, Children.count(children) - hidden)}</ul>
      {hidden > 0 && (
        <>
          <ul className={`${className} ${styles.onPaper}`} aria-hidden>
            {Children.toArray(children).slice(-hidden)}
          </ul>
          <Button type="link" size="small" className="on-screen" onClick={() => setAll(true)}>
            {t('handover.more', { n: number(hidden + more) })}
          </Button>
        </>
      )}
      {more > 0 && (
        <p className={`muted ${hidden > 0 ? styles.onPaper : ''}`}>{t('handover.more', { n: number(more) })}</p>
      )}
    </>
  );
}
