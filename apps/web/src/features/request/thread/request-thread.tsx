import type { OutputOf } from '@darkroom/contract/endpoint';
import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { answersRequest } from '@darkroom/domain/request/decide';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemOf } from '../../../lib/focus.ts';
import { query } from '../../../lib/call/query.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useActor } from '../../../lib/session/session.ts';
import { AnswerBox, type AnswerHandle } from '../../../entities/request/answer-box.tsx';
import { ThreadMessage, ThreadList, Words } from '../../../entities/request/message.tsx';
import { useSeen } from '../../../entities/request/use-seen.ts';
import { CouldNotLoad, Lines } from '../../../ui/data-table/data-table-states.tsx';
import { useCanned } from './use-canned.tsx';
import styles from './request-thread.module.css';

type Message = OutputOf<typeof requestEndpoints.messages>['results'][number];

/** Conversation with the customer, and the reply box (decision 102). A user who can reply marks messages as read for the whole bureau. */
export function RequestThread({ row }: { row: RequestRow }) {
  const { t } = useTranslation('request');
  const users = useUsers();
  const answers = answersRequest(row, useActor());
  const thread = useQuery(query(requestEndpoints.messages, { id: row.id }));
  const messages = thread.data?.results;
  useSeen('bureau', { ...row, messages, marks: answers });
  const fresh = useFresh(messages, row.unread);
  useEffect(() => {
    const [first] = fresh ?? [];
    if (first !== undefined) itemOf('message', first)?.scrollIntoView({ block: 'center' });
  }, [fresh]);
  return (
    <section className={styles.thread} aria-label={t('thread.title')}>
      <h3>{t('thread.title')}</h3>
      {!messages &&
        (thread.isError ? (
          <CouldNotLoad error={thread.error} onRetry={() => void thread.refetch()} />
        ) : (
          <Lines count={2} />
        ))}
      {messages?.length === 0 && <p className="muted">{t(answers ? 'thread.none' : 'thread.noneYet')}</p>}
      {messages && messages.length > 0 && (
        <ThreadList label={t('thread.title')} newer={t('thread.newer')}>
          {messages.map((message) => (
            <ThreadMessage
              key={message.id}
              id={message.id}
              who={message.side === 'customer' ? t('thread.customer') : users.name(message.author)}
              own={message.side === 'bureau'}
              at={message.at}
              unread={fresh?.has(message.id) ?? false}
            >
              <Words>{message.text}</Words>
            </ThreadMessage>
          ))}
        </ThreadList>
      )}
      {answers ? (
        <Answer row={row} messages={messages ?? []} />
      ) : (
        <p className="muted">{t(`thread.notMine.${row.board}`)}</p>
      )}
    </section>
  );
}

function Answer({ row, messages }: { row: RequestRow; messages: readonly Message[] }) {
  const { t } = useTranslation('request');
  const box = useRef<AnswerHandle>(null);
  // The customer's own texts decide the language of saved replies.
  const theirs = messages.filter(({ side }) => side === 'customer').map(({ text }) => text);
  const canned = useCanned([row.description, ...theirs], (text) => box.current?.insert(text));
  return (
    <AnswerBox ref={box} id={row.id} side="bureau" label={t('thread.write')} sendLabel={t('thread.send')} {...canned} />
  );
}

/** Messages that were unread when the thread was opened. They stay marked while it is open. */
function useFresh(messages: readonly Message[] | undefined, unread: number): ReadonlySet<number> | null {
  const [fresh, setFresh] = useState<ReadonlySet<number> | null>(null);
  if (messages && !fresh) {
    const theirs = messages.filter(({ side }) => side === 'customer');
    setFresh(new Set(unread > 0 ? theirs.slice(-unread).map(({ id }) => id) : []));
  }
  return fresh;
}
