import type { OutputOf } from '@darkroom/contract/endpoint';
import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { canReplyToRequest } from '@darkroom/domain/request/decide';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { findItem } from '../../../lib/focus.ts';
import { query } from '../../../lib/api/query.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { ReplyBox, type ReplyHandle } from '../../../entities/request/reply-box.tsx';
import { ThreadMessage, ThreadList, MessageText } from '../../../entities/request/message.tsx';
import { useMarkAsRead } from '../../../entities/request/use-mark-as-read.ts';
import { LoadErrorMessage, SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import { useSavedReplies } from './use-saved-replies.tsx';
import styles from './request-thread.module.css';

type Message = OutputOf<typeof requestEndpoints.messages>['results'][number];

/** Conversation with the customer, and the reply box (decision 102). A user who can reply marks messages as read for the whole bureau. */
export function RequestThread({ row }: { row: RequestRow }) {
  const { t } = useTranslation('request');
  const users = useUsers();
  const canAnswer = canReplyToRequest(row, useActor());
  const thread = useQuery(query(requestEndpoints.messages, { id: row.id }));
  const messages = thread.data?.results;
  useMarkAsRead('bureau', { ...row, messages, countsAsReading: canAnswer });
  const unreadIds = useUnreadWhenOpened(messages, row.unread);
  useEffect(() => {
    const [first] = unreadIds ?? [];
    if (first !== undefined) findItem('message', first)?.scrollIntoView({ block: 'center' });
  }, [unreadIds]);
  return (
    <section className={styles.thread} aria-label={t('thread.title')}>
      <h3>{t('thread.title')}</h3>
      {!messages &&
        (thread.isError ? (
          <LoadErrorMessage error={thread.error} onRetry={() => void thread.refetch()} />
        ) : (
          <SkeletonLines count={2} />
        ))}
      {messages?.length === 0 && <p className="muted">{t(canAnswer ? 'thread.none' : 'thread.noneYet')}</p>}
      {messages && messages.length > 0 && (
        <ThreadList label={t('thread.title')} newerLabel={t('thread.newer')}>
          {messages.map((message) => (
            <ThreadMessage
              key={message.id}
              id={message.id}
              author={message.side === 'customer' ? t('thread.customer') : users.name(message.author)}
              isMine={message.side === 'bureau'}
              at={message.at}
              isUnread={unreadIds?.has(message.id) ?? false}
            >
              <MessageText>{message.text}</MessageText>
            </ThreadMessage>
          ))}
        </ThreadList>
      )}
      {canAnswer ? (
        <BureauReplyBox row={row} messages={messages ?? []} />
      ) : (
        <p className="muted">{t(`thread.notMine.${row.board}`)}</p>
      )}
    </section>
  );
}

function BureauReplyBox({ row, messages }: { row: RequestRow; messages: readonly Message[] }) {
  const { t } = useTranslation('request');
  const replyBox = useRef<ReplyHandle>(null);
  // The customer's own texts decide the language of saved replies.
  const customerTexts = messages.filter(({ side }) => side === 'customer').map(({ text }) => text);
  const { replyPicker, onSlash } = useSavedReplies([row.description, ...customerTexts], (text) =>
    replyBox.current?.insert(text),
  );
  return (
    <ReplyBox
      ref={replyBox}
      id={row.id}
      side="bureau"
      label={t('thread.write')}
      sendLabel={t('thread.send')}
      header={replyPicker}
      onSlash={onSlash}
    />
  );
}

/** Returns the messages that were unread when the user opened the thread. They stay marked while it is open. */
function useUnreadWhenOpened(messages: readonly Message[] | undefined, unread: number): ReadonlySet<number> | null {
  const [unreadIds, setUnreadIds] = useState<ReadonlySet<number> | null>(null);
  if (messages && !unreadIds) {
    const customerMessages = messages.filter(({ side }) => side === 'customer');
    setUnreadIds(new Set(unread > 0 ? customerMessages.slice(-unread).map(({ id }) => id) : []));
  }
  return unreadIds;
}
