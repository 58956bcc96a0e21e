import type { QuoteRow } from '@darkroom/contract/request/quote';
import { isOpenQuote } from '@darkroom/domain/quote/decide';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/call/api.ts';
import { invalidateTopics } from '../../../lib/call/query.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { useLeaveForm } from '../../../ui/record-form/form-drawer.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import type { RecordNews } from '../../../ui/conflict/record-conflict.tsx';

/** The request's current quotes, and a way to open a draft. */
export interface QuotesNow {
  quotes: readonly QuoteRow[];
  currency: string;
  onOpen: (draft: QuoteRow) => void;
}

/**
 * Shows that another user began a quote while the form of a new one is open. A request has only one open quote, so the notice links to
 * it.
 */
export function useOthersQuote({ quotes, currency, onOpen }: QuotesNow): {
  newsWhile: (saving: boolean) => RecordNews | null;
  onRefused: (error: ApiError) => boolean;
} {
  const client = useQueryClient();
  const today = useToday();
  const open = quotes.find((quote) => isOpenQuote(quote, today));
  // Quotes at the time of the refusal. The notice is shown until they are loaded again.
  const [refusedBeside, setRefusedBeside] = useState<readonly QuoteRow[] | null>(null);
  return {
    newsWhile: (saving) => {
      // The user's own save closes the form and needs no notice.
      if (saving) return null;
      if (open) return { told: <Told quote={open} currency={currency} onOpen={onOpen} />, over: true };
      return refusedBeside === quotes ? { told: <Refused />, over: false } : null;
    },
    onRefused: (error) => {
      if (error.problem.code !== 'quote_open') return false;
      setRefusedBeside(quotes);
      void invalidateTopics(client, ['request']);
      return true;
    },
  };
}

function Told({ quote, currency, onOpen }: { quote: QuoteRow } & Omit<QuotesNow, 'quotes'>) {
  const { t } = useTranslation('request');
  const { day, dayTime, money } = useFormat();
  const users = useUsers();
  const leave = useLeaveForm();
  const draft = quote.status === 'DRAFT';
  const user = users.name(draft ? quote.created_by : quote.sent_by) || '–';
  return (
    <ConflictNotice
      title={t(draft ? 'quote.others.draft' : 'quote.others.sent', { user })}
      hint={t(draft ? 'quote.others.editIt' : 'quote.others.withdrawIt')}
      newest={`${quote.id} ${quote.status}`}
      theirs={draft ? { words: t('quote.others.open'), go: () => leave(() => onOpen(quote)) } : undefined}
    >
      <p>
        {t('quote.numbered', { id: quote.id })}: {t('quote.amount', { amount: money(quote.amount), currency })},{' '}
        {t('quote.until', { day: day(quote.valid_until) })} · {dayTime(draft ? quote.created_at : quote.sent_at)}
      </p>
    </ConflictNotice>
  );
}

function Refused() {
  const { t } = useTranslation(['request', 'errors']);
  return <ConflictNotice title={t('quote.notSaved')} hint={t('errors:quote_open')} newest="refused" />;
}
