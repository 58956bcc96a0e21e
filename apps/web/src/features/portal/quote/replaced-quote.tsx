import type { PortalQuote } from '@darkroom/contract/portal/portal';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useQuoteAmounts } from '../../../entities/request/quote-amounts.ts';
import styles from './quote.module.css';

interface ReplacedQuoteProps {
  /** The quote that the user was about to answer. */
  before: PortalQuote;
  now: PortalQuote;
  /** True if the form still contains the typed reason. */
  isReasonKept: boolean;
}

/** Shows that the bureau has replaced the quote that the user was about to answer, and the differences. */
export function ReplacedQuote({ before, now, isReasonKept }: ReplacedQuoteProps) {
  const { t } = useTranslation('portal');
  const { day, number } = useFormat();
  const [formatBefore, formatNow] = [useQuoteAmounts(before), useQuoteAmounts(now)];
  const amountOf = (quote: PortalQuote) =>
    `${(quote === now ? formatNow : formatBefore)(quote.amount)} ${quote.currency}`;
  const inIt = ({ lines, note }: PortalQuote) => JSON.stringify([lines, note]);
  const values = (of: (quote: PortalQuote) => string) => ({ before: of(before), now: of(now) });
  const changes = [
    (before.amount !== now.amount || before.currency !== now.currency) && t('quote.changed.amount', values(amountOf)),
    before.quantity !== now.quantity &&
      t(
        'quote.changed.quantity',
        values(({ quantity }) => number(quantity)),
      ),
    before.valid_until !== now.valid_until &&
      t(
        'quote.changed.until',
        values((quote) => day(quote.valid_until)),
      ),
    inIt(before) !== inIt(now) && t('quote.changed.lines'),
  ].filter((change) => change !== false);
  return (
    <div className="inset stack" role="status">
      <p>
        <strong>{t('quote.replaced')}</strong>
      </p>
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {isReasonKept && <p>{t('quote.reasonKept')}</p>}
    </div>
  );
}
