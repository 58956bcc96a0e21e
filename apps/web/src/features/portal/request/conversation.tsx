import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { findItem } from '../../../lib/focus.ts';
import { query } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { LoadErrorMessage, Empty, SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import { RequestedDetails } from '../../../entities/request/requested-details.tsx';
import { ThreadMessage, ThreadList, MessageText } from '../../../entities/request/message.tsx';
import { useMarkAsRead } from '../../../entities/request/use-mark-as-read.ts';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { useCatalogue } from '../portal-lookups.ts';
import { toJobSearch } from './portal-request-search.ts';
import panes from '../panes.module.css';
import styles from './conversation.module.css';
import type { PortalRequest } from './portal-requests.tsx';
import { RequestSteps } from './request-state.tsx';
import PortalQuotes from '../quote/portal-quotes.tsx';
import { ReplyBox } from '../../../entities/request/reply-box.tsx';

// The reply form is below all messages, because the customer reads before writing.

/** A request as a conversation: its four steps, the request and the messages (look, Customer's portal). */
export function Conversation({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('portal');
  const requestQuery = useQuery(query(portalRequestEndpoints.listRequests, { id, page_size: 1 }));
  const request = requestQuery.data?.results[0];
  const position = useRef<HTMLElement>(null);
  // The user opened the conversation from the list, so the focus moves here.
  useEffect(() => position.current?.focus({ preventScroll: true }), []);
  return (
    <article
      ref={position}
      tabIndex={-1}
      className={`${panes.detailPane} ${styles.conversation}`}
      aria-label={request?.subject ?? t('request.one')}
    >
      <div className={panes.backLink}>
        <Button type="link" onClick={onClose}>
          ‹ {t('request.back')}
        </Button>
      </div>
      {request ? (
        <ConversationContent request={request} />
      ) : requestQuery.isPending ? (
        <SkeletonLines count={8} />
      ) : requestQuery.isError ? (
        <LoadErrorMessage error={requestQuery.error} onRetry={() => void requestQuery.refetch()} />
      ) : (
        <Empty
          title={t('request.gone.title')}
          hint={t('request.gone.hint')}
          action={<Button onClick={onClose}>{t('request.back')}</Button>}
        />
      )}
    </article>
  );
}

function ConversationContent({ request }: { request: PortalRequest }) {
  const { t } = useTranslation(['portal', 'status', 'field']);
  const { dayTime } = useFormat();
  const { serviceTypes, category } = useCatalogue();
  const thread = useQuery(query(portalRequestEndpoints.messages, { id: request.id }));
  const messages = thread.data?.results;
  useMarkAsRead('customer', { ...request, messages });
  // Scrolls to the first unread message.
  const unread = useRef(request.unread);
  const scrollToUnread = useEffectEvent(() => {
    const theirs = messages?.filter(({ side }) => side === 'bureau').slice(-unread.current) ?? [];
    if (unread.current > 0 && theirs[0]) findItem('message', theirs[0].id)?.scrollIntoView({ block: 'nearest' });
  });
  const isLoaded = messages !== undefined;
  useEffect(() => {
    if (isLoaded) scrollToUnread();
  }, [isLoaded]);
  const next = (
    <p className="ink-muted">
      {request.rework && <strong>{t(`request.rework.${request.rework}`)} </strong>}
      {request.rework === null || (request.status === 'DONE' && request.rework === 'REDONE')
        ? t(request.type === 'QUOTES' ? `request.nextOfQuotes.${request.status}` : `request.next.${request.status}`)
        : request.rework === 'REDONE' && t('request.replySoon')}
    </p>
  );
  const service = serviceTypes.find(({ id }) => id === request.service_type_id)?.name;
  return (
    <>
      <header>
        <h2 className="title">{request.subject}</h2>
        <p className="muted">
          {t(`status:requestType.${request.type}`)} · {t('request.sent', { when: dayTime(request.created_at) })} · #
          {request.id}
        </p>
      </header>
      <RequestSteps request={request} />
      {request.type === 'QUOTES' ? (
        <PortalQuotes request_id={request.id} requestJobNumber={request.prod_id} fallback={next} />
      ) : (
        next
      )}
      <ThreadList label={t('request.thread')} newerLabel={t('request.newer')}>
        <ThreadMessage author={request.by ?? t('request.side.customer')} isMine at={request.created_at}>
          <MessageText>{request.description}</MessageText>
          <dl className={styles.facts}>
            <Fact name={t('field:request.full_name')}>{request.full_name}</Fact>
            {request.channel && (
              <Fact name={t('request.recorded')}>{t(`status:requestChannel.${request.channel}`)}</Fact>
            )}
            {request.job_name && (
              <Fact name={t('field:request.job_name')}>
                {request.prod_id ? (
                  <Link to="/customer-portal/job" search={toJobSearch(request.prod_id, request.job_id)}>
                    {request.job_name}
                  </Link>
                ) : (
                  request.job_name
                )}
              </Fact>
            )}
            {request.job_details.length > 0 && (
              <Fact name={t('form.job_details')}>
                <RequestedDetails details={request.job_details} getCategoryName={category} />
              </Fact>
            )}
            {service && <Fact name={t('field:request.service_type_id')}>{service}</Fact>}
            {request.shared_link && (
              <Fact name={t('field:shared_link')}>
                <ExternalLink href={request.shared_link} />
              </Fact>
            )}
            {request.image_link && (
              <Fact name={t('field:image_link')}>
                <ExternalLink href={request.image_link} />
              </Fact>
            )}
          </dl>
        </ThreadMessage>
        {messages?.map((message) => (
          <ThreadMessage
            key={message.id}
            id={message.id}
            author={message.by ?? t(`request.side.${message.side}`)}
            isMine={message.side === 'customer'}
            at={message.at}
          >
            <MessageText>{message.text}</MessageText>
          </ThreadMessage>
        ))}
      </ThreadList>
      {!messages &&
        (thread.isError ? (
          <LoadErrorMessage error={thread.error} onRetry={() => void thread.refetch()} />
        ) : (
          <SkeletonLines count={2} />
        ))}
      <ReplyBox id={request.id} side="customer" label={t('request.reply.label')} sendLabel={t('request.reply.send')} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
