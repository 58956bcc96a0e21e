import { quoteEndpoints, type QuoteRow } from '@darkroom/contract/request/quote';
import type { RequestRow } from '@darkroom/contract/request/request';
import { isOpenQuote, getQuoteOffers, findQuoteRefusal } from '@darkroom/domain/quote/decide';
import { defaultBoard } from '@darkroom/domain/request/status';
import type { QuoteAction } from '@darkroom/domain/quote/transitions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { LoadErrorMessage, SkeletonLines } from '../../../ui/data-table/data-table-states.tsx';
import { QuoteCard } from './quote-card.tsx';
import { SendQuote, WithdrawQuote } from './quote-dialogs.tsx';
import styles from './quote.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const QuoteForm = lazyOverlay(() => import('./quote-form.tsx').then((part) => ({ default: part.QuoteForm })));

/** Open dialog of a quote: create, edit, send or withdraw. */
type OpenDialog =
  | { kind: 'make' }
  | { kind: Extract<QuoteAction, 'save' | 'send' | 'withdraw'>; quote: QuoteRow }
  | null;

/** Quotes of a request (decision 105): the newest in full with its steps, earlier quotes collapsed. */
export default function QuoteSection({ request }: { request: RequestRow }) {
  const { t } = useTranslation(['request', 'status', 'errors']);
  const actor = useActor();
  const today = useToday();
  const canCreate = useCan()(quoteEndpoints.save.access);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { data, error, refetch } = useQuery(query(quoteEndpoints.list, { request_id: request.id }));
  const choices = useQuery({ ...query(quoteEndpoints.choices, { request_id: request.id }), enabled: canCreate });
  if (!data) {
    return (
      <section aria-label={t('quote.title')}>
        <h3>{t('quote.title')}</h3>
        {error ? <LoadErrorMessage error={error} onRetry={() => void refetch()} /> : <SkeletonLines count={3} />}
      </section>
    );
  }
  const [newest, ...earlier] = data.results;
  const hasOpenQuote = newest !== undefined && isOpenQuote(newest, today);
  const refusal = findQuoteRefusal(request);
  // The request is on a board without quotes. The text explains this and names the people who can move the request.
  const isOnOtherBoard = refusal === 'not_quotable' && request.status !== 'DONE';
  const moveTexts = { board: t(`status:board.${defaultBoard(request.type)}`), status: t('status:request.TODO') };
  const disabledReason = isOnOtherBoard
    ? [
        t('quote.notOnBoard', { board: t(`status:board.${request.board}`) }),
        t(canCreate ? 'quote.moveIt' : 'quote.whoCanMove', moveTexts),
      ].join(' ')
    : refusal && t(`errors:${refusal}`);
  const close = () => setDialog(null);
  const getPossibleSteps = (quote: QuoteRow) =>
    getQuoteOffers(quote, actor, today).flatMap(({ action, refusal: stepRefusal }) =>
      // Editing a draft needs the lists to choose from.
      stepRefusal === null && ((action === 'save' && choices.data) || action === 'send' || action === 'withdraw')
        ? [action]
        : [],
    );
  const editedQuote = dialog?.kind === 'make' ? null : dialog?.kind === 'save' ? dialog.quote : undefined;
  return (
    <section className={styles.section} aria-label={t('quote.title')} tabIndex={-1}>
      <h3>{t('quote.title')}</h3>
      {newest ? (
        <QuoteCard
          quote={newest}
          currency={data.currency}
          currentJob={request.prod_id}
          possibleSteps={getPossibleSteps(newest)}
          onStep={(kind) => setDialog({ kind, quote: newest })}
        />
      ) : (
        <p className="muted">{t(canCreate && refusal === null ? 'quote.noneYet' : 'quote.none')}</p>
      )}
      {canCreate && !hasOpenQuote && newest?.status !== 'ACCEPTED' && (
        <div className={styles.newQuote}>
          <CallButton
            call={quoteEndpoints.save}
            type={newest ? 'default' : 'primary'}
            disabled={refusal !== null || !choices.data}
            onClick={() => setDialog({ kind: 'make' })}
          >
            {t(newest ? 'quote.makeAnother' : 'quote.make')}
          </CallButton>
          {disabledReason !== null && <span className="muted">{disabledReason}</span>}
        </div>
      )}
      {!canCreate && isOnOtherBoard && <p>{disabledReason}</p>}
      {canCreate && choices.isError && !choices.data && (
        <LoadErrorMessage error={choices.error} onRetry={() => void choices.refetch()} />
      )}
      {earlier.length > 0 && (
        <details className={styles.earlierQuotes}>
          <summary>{t('quote.earlier', { count: earlier.length })}</summary>
          {earlier.map((quote) => (
            <QuoteCard key={quote.id} quote={quote} currency={data.currency} possibleSteps={[]} />
          ))}
        </details>
      )}
      {editedQuote !== undefined && choices.data && (
        <QuoteForm
          request={request}
          choices={choices.data}
          quote={editedQuote}
          currentQuotes={{
            quotes: data.results,
            currency: data.currency,
            onOpen: (quote) => setDialog({ kind: 'save', quote }),
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'send' && <SendQuote quote={dialog.quote} currency={data.currency} onClose={close} />}
      {dialog?.kind === 'withdraw' && <WithdrawQuote quote={dialog.quote} onClose={close} />}
    </section>
  );
}
