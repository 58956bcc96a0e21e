import { portalQuoteEndpoints } from '@darkroom/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { LoadErrorMessage } from '../../../ui/data-table/data-table-states.tsx';
import { PortalQuoteLetter, type OpenAnswer } from './portal-quote-letter.tsx';
import styles from './quote.module.css';

/** Maximum number of quotes, more than a request ever has. */
const MAX_QUOTES = 50;

interface PortalQuotesProps {
  request_id: number;
  /** The job of the request. Accepting a quote adds another job. */
  requestJobNumber?: string | null;
  /** Shown until the first quote. */
  fallback?: ReactNode;
}

/**
 * The quotes of a request: the newest as a letter, the earlier quotes collapsed. The list stores the open answer, so that a new letter can
 * mention the replaced quote.
 */
export default function PortalQuotes({ request_id, requestJobNumber = null, fallback }: PortalQuotesProps) {
  const { t } = useTranslation('portal');
  const [openAnswer, setOpenAnswer] = useState<OpenAnswer | null>(null);
  const [reason, setReason] = useState('');
  const { data, error, refetch } = useQuery(query(portalQuoteEndpoints.quotes, { request_id, page_size: MAX_QUOTES }));
  if (!data) return error ? <LoadErrorMessage error={error} onRetry={() => void refetch()} /> : null;
  const [newest, ...earlier] = data.results;
  if (!newest) return fallback;
  return (
    <>
      <PortalQuoteLetter
        key={newest.id}
        quote={newest}
        requestJobNumber={requestJobNumber}
        answering={{ openAnswer, onOpenAnswer: setOpenAnswer, reason, onReason: setReason }}
      />
      {earlier.length > 0 && (
        <details className={styles.earlierQuotes}>
          <summary>{t('quote.earlier', { count: earlier.length })}</summary>
          {earlier.map((quote) => (
            <PortalQuoteLetter key={quote.id} quote={quote} />
          ))}
        </details>
      )}
    </>
  );
}
