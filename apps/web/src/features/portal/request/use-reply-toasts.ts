import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { runInOneTab } from '../../../lib/api/one-tab.ts';
import { query } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import { useWaitingQuotes } from '../quote/use-waiting-quotes.ts';

const PAGE_SIZE = 20;

/** A new reply or quote: its request and its message. */
interface ReplyNews {
  readonly mark: string;
  readonly request_id: number;
  readonly words: string;
}

/** Shows a toast for each new reply or quote of the bureau, once per browser. An open request shows none. */
export function useReplyToasts(): void {
  const { t } = useTranslation('portal');
  const { data } = useQuery(query(portalRequestEndpoints.listRequests, { unread: true, page_size: PAGE_SIZE }));
  const quotes = useWaitingQuotes();
  useNewsToasts(
    data?.results.map(({ id, subject, last_message_at }) => ({
      mark: `${id} ${last_message_at}`,
      request_id: id,
      words: t('request.answered', { subject }),
    })),
  );
  useNewsToasts(
    quotes?.map(({ id, request_id, subject }) => ({
      mark: `quote ${id}`,
      request_id,
      words: t('quote.received', { subject }),
    })),
  );
}

/** Shows a toast for items that are new since the page was opened. Older items are only marked in the list. */
function useNewsToasts(list: readonly ReplyNews[] | undefined): void {
  const { t } = useTranslation('portal');
  const toast = useToast();
  const navigate = useNavigate();
  const knownMarks = useRef<Set<string> | null>(null);
  const showToast = useEffectEvent(({ request_id, words }: ReplyNews) => {
    if (new URLSearchParams(window.location.search).get('request') === String(request_id)) return;
    toast.info(words, {
      label: t('request.read'),
      onPress: () => void navigate({ to: '/customer-portal/contact-us', search: { request: request_id } }),
    });
  });
  const showNew = useEffectEvent(() => {
    if (!list) return;
    const before = knownMarks.current;
    knownMarks.current = new Set([...(before ?? []), ...list.map(({ mark }) => mark)]);
    if (!before) return;
    for (const news of list) {
      if (!before.has(news.mark)) runInOneTab(`darkroom answer ${news.mark}`, () => showToast(news));
    }
  });
  const marks = list?.map(({ mark }) => mark).join();
  useEffect(() => showNew(), [marks]);
}
