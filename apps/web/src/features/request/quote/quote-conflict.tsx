import { quoteRow, type QuoteRow } from '@darkroom/contract/request/quote';
import { getEffectiveStatus } from '@darkroom/domain/quote/decide';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';

/** Keeps the reason why a step of a quote failed after another user's change. The quote below the dialog is loaded again. */
export function useQuoteConflict(quote: QuoteRow): {
  reason: string | null;
  handleError: (error: ApiError) => boolean;
} {
  const { t } = useTranslation(['request', 'errors']);
  const client = useQueryClient();
  const formatChange = useQuoteChangeText(quote);
  const [reason, setReason] = useState<string | null>(null);
  return {
    reason,
    handleError: (error) => {
      if (error.status !== 409 && error.status !== 404) return false;
      void invalidateTopics(client, ['request']);
      const current = error.problem.code === 'stale' ? quoteRow.safeParse(error.problem.current).data : undefined;
      setReason(current ? formatChange(current) : getErrorMessage(error, t));
      return true;
    },
  };
}

/** Returns a function that describes the change of the quote: accepted, declined, withdrawn, sent or edited, and by which user. */
function useQuoteChangeText({ status }: QuoteRow): (current: QuoteRow) => string {
  const { t } = useTranslation('request');
  const users = useUsers();
  const today = useToday();
  return (current) => {
    const state = getEffectiveStatus(current, today);
    if (state === status || state === 'DRAFT') return t('quote.lost.changed');
    const user = state === 'SENT' ? users.name(current.sent_by) : current.decided_by_name;
    return t(`quote.lost.${state}`, { user: user || '–' });
  };
}

interface QuoteConflictProps {
  /** The failed step. */
  title: string;
  reason: string;
  /** True if the form has typed text that will not be sent. */
  hasUnsentText: boolean;
}

/** A failed step of a quote and the reason. It is shown until the dialog is closed. */
export function QuoteConflict({ title, reason, hasUnsentText }: QuoteConflictProps) {
  const { t } = useTranslation('request');
  return (
    <ConflictNotice saveAttempts={1} title={title} hint={hasUnsentText ? t('quote.lost.kept') : undefined}>
      <p>{reason}</p>
    </ConflictNotice>
  );
}
