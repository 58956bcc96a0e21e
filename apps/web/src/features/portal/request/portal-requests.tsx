import type { OutputOf } from '@darkroom/contract/endpoint';
import type { PortalQuote } from '@darkroom/contract/portal/portal';
import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useQuoteAmounts } from '../../../entities/request/quote-amounts.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import {
  LoadErrorMessage,
  Empty,
  SkeletonLines,
  NoMatches,
  RefreshErrorMessage,
} from '../../../ui/data-table/data-table-states.tsx';
import panes from '../panes.module.css';
import { useWaitingQuotes } from '../quote/use-waiting-quotes.ts';
import styles from './contact.module.css';
import { portalRequestList, type PortalRequestSearch, type SetPortalRequestSearch } from './portal-request-search.ts';
import { getFailedQuoteStatus, RequestState } from './request-state.tsx';

type Listing = OutputOf<typeof portalRequestEndpoints.listRequests>;
export type PortalRequest = Listing['results'][number];

interface PortalRequestsProps {
  list: UseQueryResult<Listing>;
  search: PortalRequestSearch;
  setSearch: SetPortalRequestSearch;
  onWrite: () => void;
}

/** The customer's requests, the last changed first. Requests with an unread reply are marked. */
export function PortalRequests({ list, search, setSearch, onWrite }: PortalRequestsProps) {
  const { t } = useTranslation('portal');
  const { data, error, refetch } = list;
  const waitingQuotes = useWaitingQuotes();
  const retry = () => void refetch();
  if (!data) {
    return (
      <section className={panes.list} aria-busy={!error}>
        {error ? <LoadErrorMessage error={error} onRetry={retry} /> : <SkeletonLines count={10} />}
      </section>
    );
  }
  const turn = (by: number) => setSearch({ page: search.page + by });
  return (
    <section className={panes.list} aria-label={t('request.list')} data-busy={list.isPlaceholderData || undefined}>
      {error && <RefreshErrorMessage onRetry={retry} />}
      {data.results.length === 0 &&
        (portalRequestList.isFiltered(search) ? (
          <NoMatches onClear={() => setSearch(portalRequestList.cleared)} />
        ) : (
          <Empty
            title={t('request.empty.title')}
            hint={t('request.empty.hint')}
            action={
              <CallButton call={portalRequestEndpoints.addRequest} type="primary" onClick={onWrite}>
                {t('request.write')}
              </CallButton>
            }
          />
        ))}
      <ul>
        {data.results.map((request) => (
          <RequestItem
            key={request.id}
            request={request}
            isOpen={request.id === search.request}
            waitingQuote={waitingQuotes?.find(({ request_id }) => request_id === request.id)}
          />
        ))}
      </ul>
      {data.total_pages > 1 && (
        <div className={styles.pages}>
          <Button disabled={search.page <= 1} onClick={() => turn(-1)}>
            {t('newer')}
          </Button>
          <Button disabled={search.page >= data.total_pages} onClick={() => turn(1)}>
            {t('older')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface RequestItemProps {
  request: PortalRequest;
  isOpen: boolean;
  /** The quote of this request that waits for an answer. */
  waitingQuote: PortalQuote | undefined;
}

const NO_QUOTE = { amount: 0, lines: [] };

function RequestItem({ request, isOpen, waitingQuote }: RequestItemProps) {
  const { t } = useTranslation(['portal', 'status']);
  const { dayTime } = useFormat();
  const formatAmount = useQuoteAmounts(waitingQuote ?? NO_QUOTE);
  return (
    <li className={styles.item} data-unread={request.unread > 0 || undefined}>
      <Link
        to="."
        search={(before: object) => ({ ...before, request: request.id })}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className="medium break-anywhere">{request.subject}</span>
        <span className="ellipsis muted">
          {t(`status:requestType.${request.type}`)}
          {request.job_name && ` · ${request.job_name}`}
        </span>
        <span className="cluster gap-4-12 text-12">
          <RequestState request={request} />
          {request.rework && <span>{t(`request.reworkState.${request.rework}`)}</span>}
          {waitingQuote && (
            <b className={styles.unread}>
              {t('quote.waiting', { amount: `${formatAmount(waitingQuote.amount)} ${waitingQuote.currency}` })}
            </b>
          )}
          {request.quote && request.quote !== 'SENT' && !getFailedQuoteStatus(request) && (
            <span>{t(`quote.outcome.${request.quote}`)}</span>
          )}
          {request.unread > 0 && <b className={styles.unread}>{t('request.unread', { count: request.unread })}</b>}
          <span className="ms-auto ink-muted nowrap tabular">{dayTime(request.changed_at)}</span>
        </span>
      </Link>
    </li>
  );
}
