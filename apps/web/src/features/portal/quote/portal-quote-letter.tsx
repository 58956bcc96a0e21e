import { portalQuoteEndpoints, type PortalQuote } from '@darkroom/contract/portal/portal';
import { getEffectiveStatus } from '@darkroom/domain/quote/decide';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getFocusedElement } from '../../../lib/focus.ts';
import { useIsDark } from '../../../lib/device.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useQuoteAmounts } from '../../../entities/request/quote-amounts.ts';
import { quoteStatusColor } from '../../../entities/request/quote-status-dot.tsx';
import { Dot } from '../../../entities/status/status-dot.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import { toJobSearch } from '../request/portal-request-search.ts';
import styles from './quote.module.css';
import { ReplacedQuote } from './replaced-quote.tsx';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const AcceptQuote = lazyOverlay(() => import('./answer-quote.tsx').then((part) => ({ default: part.AcceptQuote })));
const DeclineQuote = lazyOverlay(() => import('./answer-quote.tsx').then((part) => ({ default: part.DeclineQuote })));

/** The open answer dialog, and the quote as it was when the dialog opened. */
export interface OpenAnswer {
  readonly answer: 'accept' | 'decline';
  readonly quote: PortalQuote;
  /** True if the server refused the answer. The quote's new status is loading. */
  readonly isRefused?: boolean;
}

interface AnswerState {
  readonly openAnswer: OpenAnswer | null;
  readonly onOpenAnswer: (openAnswer: OpenAnswer | null) => void;
  /** Reason for declining, as typed so far. It stays when the quote is replaced. */
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

interface PortalQuoteLetterProps {
  quote: PortalQuote;
  requestJobNumber?: string | null;
  /** State of the answer. Not set for an earlier quote, which can no longer be answered. */
  answering?: AnswerState;
}

const READ_ONLY: AnswerState = {
  openAnswer: null,
  onOpenAnswer: () => undefined,
  reason: '',
  onReason: () => undefined,
};

/** A quote as a letter: total, last day, lines and two answers (look, Customer's portal). */
export function PortalQuoteLetter({ quote, requestJobNumber = null, answering = READ_ONLY }: PortalQuoteLetterProps) {
  const { t } = useTranslation('portal');
  const { day, dayTime, number } = useFormat();
  const formatAmount = useQuoteAmounts(quote);
  const today = useToday();
  const dark = useIsDark();
  const { openAnswer, onOpenAnswer, reason, onReason } = answering;
  const letter = useRef<HTMLElement>(null);
  // The quote expires at midnight, also on an open page.
  const status = getEffectiveStatus(quote, today);
  const isAnswerable = status === 'SENT';
  const amount = `${formatAmount(quote.amount)} ${quote.currency}`;
  const lines = quote.lines.map((line, position) => ({ ...line, position }));
  const openDialog = (answer: OpenAnswer['answer']) => onOpenAnswer({ answer, quote });
  const replacedQuote = isAnswerable && openAnswer && openAnswer.quote.id !== quote.id ? openAnswer.quote : null;
  const outcome = useOutcome(quote, status);
  // An unsent reason stays visible, so that it can be copied. A sent reason is in the letter.
  const typedReason = openAnswer?.answer === 'decline' ? reason.trim() : '';
  const keepsDialog = isAnswerable || (typedReason !== '' && typedReason !== quote.reason);
  const dialog = keepsDialog && openAnswer?.quote.id === quote.id && !openAnswer.isRefused ? openAnswer.answer : null;
  const close = () => onOpenAnswer(null);
  const onRefused = () => onOpenAnswer(openAnswer && { ...openAnswer, isRefused: true });
  const onAnswered = () => {
    close();
    onReason('');
    letter.current?.focus();
  };
  // The focus of the closed dialog moves to the letter.
  useEffect(() => {
    if (replacedQuote && !getFocusedElement()) letter.current?.focus();
  }, [replacedQuote]);
  return (
    <section ref={letter} tabIndex={-1} className={styles.letter} data-status={status} aria-label={t('quote.title')}>
      <header className={styles.head}>
        <h3>{t('quote.title')}</h3>
        <Dot color={quoteStatusColor(status, dark)} label={t(`quote.status.${status as PortalQuote['status']}`)} />
      </header>
      <p className={styles.total}>{amount}</p>
      <p className="muted">
        {t('quote.pieces', { count: quote.quantity, n: number(quote.quantity) })} ·{' '}
        {t('quote.until', { day: day(quote.valid_until) })}
      </p>
      {replacedQuote && <ReplacedQuote before={replacedQuote} now={quote} isReasonKept={reason.trim() !== ''} />}
      {quote.note && <p className="user-text">{quote.note}</p>}
      <ul className={styles.lines} aria-label={t('quote.lines')}>
        {lines.map((line) => (
          <li key={line.position}>
            <span className="break-anywhere">
              {line.service_cat1} / {line.service_cat2}
              {line.note && <span className="muted block">{line.note}</span>}
            </span>
            <span className={styles.lineAmount}>
              <span className="muted">
                {number(line.quantity)} × {formatAmount(line.unit_price)}
              </span>
              <span>{formatAmount(line.amount)}</span>
            </span>
          </li>
        ))}
        <li className={styles.totalLine}>
          <span className="break-anywhere">{t('total')}</span>
          <span className={styles.lineAmount}>
            <span>{formatAmount(quote.amount)}</span>
          </span>
        </li>
      </ul>
      <Outcome quote={quote} outcome={outcome} />
      {isAnswerable && (
        <div className={styles.answerButtons}>
          <CallButton call={portalQuoteEndpoints.acceptQuote} type="primary" onClick={() => openDialog('accept')}>
            {t('quote.accept')}
          </CallButton>
          <CallButton call={portalQuoteEndpoints.declineQuote} type="text" onClick={() => openDialog('decline')}>
            {t('quote.decline')}
          </CallButton>
        </div>
      )}
      <p className="muted">{t('quote.sent', { when: dayTime(quote.sent_at) })}</p>
      {dialog === 'accept' && (
        <AcceptQuote
          quote={quote}
          requestJobNumber={requestJobNumber}
          amount={amount}
          onAnswered={onAnswered}
          onRefused={onRefused}
          onClose={close}
        />
      )}
      {dialog === 'decline' && (
        <DeclineQuote
          quote={quote}
          outcome={outcome}
          reason={reason}
          onReason={onReason}
          onAnswered={onAnswered}
          onClose={close}
        />
      )}
    </section>
  );
}

/** Returns a sentence for a quote that can no longer be answered, otherwise null. */
function useOutcome(quote: PortalQuote, status: ReturnType<typeof getEffectiveStatus>): string | null {
  const { t } = useTranslation('portal');
  const { day, dayTime } = useFormat();
  const when = dayTime(quote.decided_at);
  const who = quote.answered_by;
  switch (status) {
    case 'ACCEPTED':
      return who === null ? t('quote.after.ACCEPTED', { when }) : t('quote.after.acceptedBy', { who, when });
    case 'DECLINED':
      return who === null ? t('quote.after.DECLINED', { when }) : t('quote.after.declinedBy', { who, when });
    case 'WITHDRAWN':
      return t('quote.after.WITHDRAWN', { when });
    case 'EXPIRED':
      return t('quote.after.EXPIRED', { day: day(quote.valid_until) });
    case 'SENT':
    case 'DRAFT':
      return null;
    default: {
      const never: never = status;
      return never;
    }
  }
}

/** Outcome with the new job or the reason, or the next step of an open quote. */
function Outcome({ quote, outcome }: { quote: PortalQuote; outcome: string | null }) {
  const { t } = useTranslation('portal');
  if (outcome === null) return <p className="muted">{t('quote.after.SENT')}</p>;
  return (
    <div className="inset stack" role="status">
      <p>
        {outcome}
        {quote.status === 'ACCEPTED' && (
          <>
            {' '}
            {quote.prod_id ? (
              <Link to="/customer-portal/job" search={toJobSearch(quote.prod_id, quote.job_id)}>
                {t('quote.job', { job: quote.prod_id })}
              </Link>
            ) : (
              t('quote.jobGone')
            )}
          </>
        )}
      </p>
      {quote.reason && <blockquote className="quotation user-text">{quote.reason}</blockquote>}
    </div>
  );
}
