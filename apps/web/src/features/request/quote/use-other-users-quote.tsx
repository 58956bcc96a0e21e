import type { QuoteRow } from '@darkroom/contract/request/quote';
import { isOpenQuote } from '@darkroom/domain/quote/decide';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLeaveForm } from '../../../ui/record-form/form-drawer.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import type { RecordNews } from '../../../ui/conflict/record-conflict.tsx';

/** The request's current quotes, and a way to open a draft. */
export interface CurrentQuotes {
  quotes: readonly QuoteRow[];
  currency: string;
  onOpen: (draft: QuoteRow) => void;
}

/** Shows in the form of a new quote that another user began a quote. A request has only one open quote, so the notice links to it. */
export function useOtherUsersQuote({ quotes, currency, onOpen }: CurrentQuotes): {
  getConflict: (saving: boolean) => RecordNews | null;
  onRefused: (error: ApiError) => boolean;
} {
  const client = useQueryClient();
  const today = useToday();
  const openQuote = quotes.find((quote) => isOpenQuote(quote, today));
  // Quotes at the time of the refusal. The notice is shown until they are loaded again.
  const [quotesAtRefusal, setQuotesAtRefusal] = useState<readonly QuoteRow[] | null>(null);
  return {
    getConflict: (saving) => {
      // The user's own save closes the form and needs no notice.
      if (saving) return null;
      if (openQuote)
        return { message: <OtherUsersQuote quote={openQuote} currency={currency} onOpen={onOpen} />, isGone: true };
      return quotesAtRefusal === quotes ? { message: <QuoteRefused />, isGone: false } : null;
    },
    onRefused: (error) => {
      if (error.problem.code !== 'quote_open') return false;
      setQuotesAtRefusal(quotes);
      void invalidateTopics(client, ['request']);
      return true;
    },
  };
}

function OtherUsersQuote({ quote, currency, onOpen }: { quote: QuoteRow } & Omit<CurrentQuotes, 'quotes'>) {
  const { t } = useTranslation('request');
  const { day, dayTime, money } = useFormat();
  const users = useUsers();
  const leaveForm = useLeaveForm();
  const isDraft = quote.status === 'DRAFT';
  const user = users.name(isDraft ? quote.created_by : quote.sent_by) || '–';
  return (
    <ConflictNotice
      title={t(isDraft ? 'quote.others.draft' : 'quote.others.sent', { user })}
      hint={t(isDraft ? 'quote.others.editIt' : 'quote.others.withdrawIt')}
      newsId={`${quote.id} ${quote.status}`}
      theirs={isDraft ? { words: t('quote.others.open'), go: () => leaveForm(() => onOpen(quote)) } : undefined}
    >
      <p>
        {t('quote.numbered', { id: quote.id })}: {t('quote.amount', { amount: money(quote.amount), currency })},{' '}
        {t('quote.until', { day: day(quote.valid_until) })} · {dayTime(isDraft ? quote.created_at : quote.sent_at)}
      </p>
    </ConflictNotice>
  );
}

function QuoteRefused() {
  const { t } = useTranslation(['request', 'errors']);
  return <ConflictNotice title={t('quote.notSaved')} hint={t('errors:quote_open')} newsId="refused" />;
}
