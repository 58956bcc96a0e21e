import { jobEndpoints } from '@darkroom/contract/job/job';
import { quoteEndpoints, type QuoteRow } from '@darkroom/contract/request/quote';
import { isOpenQuote, getEffectiveStatus } from '@darkroom/domain/quote/decide';
import type { QuoteAction } from '@darkroom/domain/quote/transitions';
import { Link } from '@tanstack/react-router';
import { Tooltip } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCategories, useCustomers, useUsers } from '../../../lib/session/lookups.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { useQuoteAmounts } from '../../../entities/request/quote-amounts.ts';
import { QuoteStatusDot } from '../../../entities/request/quote-status-dot.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import styles from './quote.module.css';

type QuoteStep = Extract<QuoteAction, 'save' | 'send' | 'withdraw'>;

interface QuoteCardProps {
  quote: QuoteRow;
  currency: string;
  /** The request's current job. Accepting the quote adds another job and links it. */
  currentJob?: string | null;
  possibleSteps: readonly QuoteStep[];
  onStep?: (step: QuoteStep) => void;
}

/** A quote for staff: total, lines with warnings of the price guard, state and steps. */
export function QuoteCard({ quote, currency, currentJob, possibleSteps, onStep }: QuoteCardProps) {
  const { t } = useTranslation(['request', 'common', 'errors']);
  const { day, number } = useFormat();
  const formatAmount = useQuoteAmounts(quote);
  const { label } = useCategories();
  const customers = useCustomers();
  const today = useToday();
  const state = getEffectiveStatus(quote, today);
  const lines = quote.lines.map((line, position) => ({ ...line, position }));
  return (
    <article className={styles.quote} data-quote={quote.id} aria-label={t('quote.numbered', { id: quote.id })}>
      <header className={styles.head}>
        <QuoteStatusDot status={state} />
        <strong className="tabular">{t('quote.amount', { amount: formatAmount(quote.amount), currency })}</strong>
        <RecordHistory entity="quote" id={quote.id} name={t('quote.numbered', { id: quote.id })} />
      </header>
      <p className="muted">
        {t('quote.pieces', { count: quote.quantity, n: number(quote.quantity) })} ·{' '}
        {t('quote.until', { day: day(quote.valid_until) })} ·{' '}
        {quote.customer2_id === null
          ? t('quote.customerChooses')
          : (customers.cus2ById.get(quote.customer2_id)?.name ?? `#${quote.customer2_id}`)}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('quote.column.category')}</th>
            <th scope="col">{t('quote.column.quantity')}</th>
            <th scope="col">{t('quote.column.price')}</th>
            <th scope="col">{t('quote.column.minutes')}</th>
            <th scope="col">{t('quote.column.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.position}>
              <td>
                {label(line.service_cat2_id)}
                {line.note && <span className="muted block">{line.note}</span>}
              </td>
              <td>{number(line.quantity)}</td>
              <td>
                {formatAmount(line.unit_price)}
                {line.warnings.map((warning) => (
                  <Tooltip key={warning} title={t(`errors:field.${warning}`)}>
                    <span className="block ink-danger text-12">{t(`quote.mark.${warning}`)}</span>
                  </Tooltip>
                ))}
              </td>
              <td>{number(line.estimate_minutes)}</td>
              <td>{formatAmount(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {quote.note && <p className="user-text">{quote.note}</p>}
      {currentJob && isOpenQuote(quote, today) && <p className="muted">{t('quote.instead', { job: currentJob })}</p>}
      <QuoteOutcome quote={quote} isExpired={state === 'EXPIRED'} />
      <JobDifferences quote={quote} currency={currency} />
      {possibleSteps.length > 0 && (
        <div className="cluster">
          {possibleSteps.includes('send') && (
            <CallButton call={quoteEndpoints.send} type="primary" onClick={() => onStep?.('send')}>
              {t('quote.send')}
            </CallButton>
          )}
          {possibleSteps.includes('save') && (
            <CallButton call={quoteEndpoints.save} onClick={() => onStep?.('save')}>
              {t('common:edit')}
            </CallButton>
          )}
          {possibleSteps.includes('withdraw') && (
            <CallButton call={quoteEndpoints.withdraw} type="text" onClick={() => onStep?.('withdraw')}>
              {t(quote.status === 'DRAFT' ? 'quote.discard' : 'quote.withdraw')}
            </CallButton>
          )}
        </div>
      )}
    </article>
  );
}

/** Sender and outcome of the quote, with the reason and the new job. */
function QuoteOutcome({ quote, isExpired }: { quote: QuoteRow; isExpired: boolean }) {
  const { t } = useTranslation('request');
  const { dayTime } = useFormat();
  const users = useUsers();
  const can = useCan();
  const sentText =
    quote.sent_at && t('quote.sentBy', { user: users.name(quote.sent_by) || '–', when: dayTime(quote.sent_at) });
  const decidedText =
    quote.decided_at && quote.status !== 'DRAFT' && quote.status !== 'SENT' && quote.status !== 'EXPIRED'
      ? t(`quote.decided.${quote.status}`, { user: quote.decided_by_name ?? '–', when: dayTime(quote.decided_at) })
      : null;
  return (
    <div className={styles.outcome}>
      {sentText && (
        <p className="muted">
          {sentText}
          {quote.low_price_confirmed && <span className="block ink-danger text-12">{t('quote.sentBelow')}</span>}
        </p>
      )}
      {isExpired && <p>{t('quote.expired')}</p>}
      {decidedText && <p>{decidedText}</p>}
      {quote.reason && <blockquote className="quotation user-text">{quote.reason}</blockquote>}
      {quote.status === 'ACCEPTED' && quote.job_id === null && <p>{t('quote.jobGone')}</p>}
      {quote.job_id !== null && (
        <p>
          {t('quote.job')}{' '}
          {can(jobEndpoints.list.access) ? (
            <Link to="/job" search={{ job_id: quote.job_id }}>
              {quote.prod_id ?? `#${quote.job_id}`}
            </Link>
          ) : (
            (quote.prod_id ?? `#${quote.job_id}`)
          )}
        </p>
      )}
    </div>
  );
}

/** Differences between the quote and the job that was made from it. */
function JobDifferences({ quote: { drift, lines }, currency }: { quote: QuoteRow; currency: string }) {
  const { t } = useTranslation('request');
  const { money, number } = useFormat();
  const { label } = useCategories();
  if (!drift) return null;
  const formatLine = (line: { service_cat2_id: number; quantity: number; unit_price: number | null }) =>
    line.unit_price === null
      ? t('quote.drift.unpriced', { category: label(line.service_cat2_id), n: number(line.quantity) })
      : t('quote.drift.priced', {
          category: label(line.service_cat2_id),
          n: number(line.quantity),
          price: money(line.unit_price),
        });
  return (
    <section className={styles.priceChanges} aria-label={t('quote.drift.title')}>
      <p>
        <strong>{t('quote.drift.title')}</strong>{' '}
        {t('quote.drift.now', {
          count: drift.quantity,
          n: number(drift.quantity),
          amount: money(drift.amount),
          currency,
        })}
      </p>
      <ul>
        {drift.lines.map(({ position, now }, index) => {
          const quotedLine = position === null ? undefined : lines[position];
          return (
            <li key={position ?? `later-${index}`}>
              {quotedLine ? (
                <>
                  {t('quote.line', { n: position! + 1 })}: <del>{formatLine(quotedLine)}</del>{' '}
                  {now ? <ins>{formatLine(now)}</ins> : t('quote.drift.deleted')}
                </>
              ) : (
                now && (
                  <>
                    {t('quote.drift.added')}: <ins>{formatLine(now)}</ins>
                  </>
                )
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
