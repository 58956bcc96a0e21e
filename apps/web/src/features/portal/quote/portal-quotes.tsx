import { portalQuoteEndpoints } from '@darkroom/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { CouldNotLoad } from '../../../ui/data-table/data-table-states.tsx';
import { PortalQuoteLetter, type Asked } from './portal-quote-letter.tsx';
import styles from './quote.module.css';

/** Maximum number of quotes, more than a request ever has. */
const MOST = 50;

interface PortalQuotesProps {
  request_id: number;
  /** The job of the request. Accepting a quote adds another one. */
  named?: string | null;
  /** Shown until the first quote. */
  none?: ReactNode;
}

/**
 * The quotes of a request: the newest as a letter, earlier ones collapsed. It keeps the open answer, so that a new letter can mention the
 * replaced quote.
 */
export default function PortalQuotes({ request_id, named = null, none }: PortalQuotesProps) {
  const { t } = useTranslation('portal');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [reason, setReason] = useState('');
  const { data, error, refetch } = useQuery(query(portalQuoteEndpoints.quotes, { request_id, page_size: MOST }));
  if (!data) return error ? <CouldNotLoad error={error} onRetry={() => void refetch()} /> : null;
  const [newest, ...earlier] = data.results;
  if (!newest) return none;
  return (
    <>
      <PortalQuoteLetter
        key={newest.id}
        quote={newest}
        named={named}
        answering={{ asked, onAsked: setAsked, reason, onReason: setReason }}
      />
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{t('quote.earlier', { count: earlier.length })}</summary>
          {earlier.map((quote) => (
            <PortalQuoteLetter key={quote.id} quote={quote} />
          ))}
        </details>
      )}
    </>
  );
}
