import { quoteRow, type QuoteRow } from '@darkroom/contract/request/quote';
import { standingOf } from '@darkroom/domain/quote/decide';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/call/api.ts';
import { invalidateTopics } from '../../../lib/call/query.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';

/** Keeps the reason why a step of a quote failed after another user's change. The quote below the dialog is loaded again. */
export function useLostRace(quote: QuoteRow): { why: string | null; take: (error: ApiError) => boolean } {
  const { t } = useTranslation(['request', 'errors']);
  const client = useQueryClient();
  const became = useBecame(quote);
  const [why, setWhy] = useState<string | null>(null);
  return {
    why,
    take: (error) => {
      if (error.status !== 409 && error.status !== 404) return false;
      void invalidateTopics(client, ['request']);
      const current = error.problem.code === 'stale' ? quoteRow.safeParse(error.problem.current).data : undefined;
      setWhy(current ? became(current) : messageOf(error, t));
      return true;
    },
  };
}

/** Change of the quote in one sentence: accepted, declined, withdrawn, sent or edited, and by whom. */
function useBecame({ status }: QuoteRow): (current: QuoteRow) => string {
  const { t } = useTranslation('request');
  const users = useUsers();
  const today = useToday();
  return (current) => {
    const standing = standingOf(current, today);
    if (standing === status || standing === 'DRAFT') return t('quote.lost.changed');
    const user = standing === 'SENT' ? users.name(current.sent_by) : current.decided_by_name;
    return t(`quote.lost.${standing}`, { user: user || '–' });
  };
}

interface LostRaceProps {
  /** The failed step. */
  title: string;
  why: string;
  /** There is typed text that will not be sent. */
  kept: boolean;
}

/** A failed step of a quote and the reason. It is shown until the dialog is closed. */
export function LostRace({ title, why, kept }: LostRaceProps) {
  const { t } = useTranslation('request');
  return (
    <ConflictNotice presses={1} title={title} hint={kept ? t('quote.lost.kept') : undefined}>
      <p>{why}</p>
    </ConflictNotice>
  );
}
