import { quoteEndpoints, type QuoteRow } from '@darkroom/contract/request/quote';
import type { RequestRow } from '@darkroom/contract/request/request';
import { isOpenQuote, quoteOffers, refusesQuote } from '@darkroom/domain/quote/decide';
import { defaultBoard } from '@darkroom/domain/request/status';
import type { QuoteAction } from '@darkroom/domain/quote/transitions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { CouldNotLoad, Lines } from '../../../ui/data-table/data-table-states.tsx';
import { QuoteCard } from './quote-card.tsx';
import { SendQuote, WithdrawQuote } from './quote-moves.tsx';
import styles from './quote.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const QuoteForm = lazyOverlay(() => import('./quote-form.tsx').then((part) => ({ default: part.QuoteForm })));

/** Open dialog of a quote: create, edit, send or withdraw. */
type Doing = { what: 'make' } | { what: Extract<QuoteAction, 'save' | 'send' | 'withdraw'>; quote: QuoteRow } | null;

/** Quotes of a request (decision 105): the newest in full with its steps, earlier ones collapsed. */
export default function QuoteSection({ request }: { request: RequestRow }) {
  const { t } = useTranslation(['request', 'status', 'errors']);
  const actor = useActor();
  const today = useToday();
  const makes = useCan()(quoteEndpoints.save.access);
  const [doing, setDoing] = useState<Doing>(null);
  const { data, error, refetch } = useQuery(query(quoteEndpoints.list, { request_id: request.id }));
  const choices = useQuery({ ...query(quoteEndpoints.choices, { request_id: request.id }), enabled: makes });
  if (!data) {
    return (
      <section aria-label={t('quote.title')}>
        <h3>{t('quote.title')}</h3>
        {error ? <CouldNotLoad error={error} onRetry={() => void refetch()} /> : <Lines count={3} />}
      </section>
    );
  }
  const [newest, ...earlier] = data.results;
  const open = newest !== undefined && isOpenQuote(newest, today);
  const refusal = refusesQuote(request);
  // The request is on a board without quotes. The text says why, and who can move it.
  const elsewhere = refusal === 'not_quotable' && request.status !== 'DONE';
  const ways = { board: t(`status:board.${defaultBoard(request.type)}`), status: t('status:request.TODO') };
  const why = elsewhere
    ? [
        t('quote.notOnBoard', { board: t(`status:board.${request.board}`) }),
        t(makes ? 'quote.moveIt' : 'quote.whoMovesIt', ways),
      ].join(' ')
    : refusal && t(`errors:${refusal}`);
  const close = () => setDoing(null);
  const offersOf = (quote: QuoteRow) =>
    quoteOffers(quote, actor, today).flatMap(({ action, refusal: no }) =>
      // Editing a draft needs the lists to choose from.
      no === null && ((action === 'save' && choices.data) || action === 'send' || action === 'withdraw')
        ? [action]
        : [],
    );
  const draft = doing?.what === 'make' ? null : doing?.what === 'save' ? doing.quote : undefined;
  return (
    <section className={styles.section} aria-label={t('quote.title')} tabIndex={-1}>
      <h3>{t('quote.title')}</h3>
      {newest ? (
        <QuoteCard
          quote={newest}
          currency={data.currency}
          named={request.prod_id}
          offers={offersOf(newest)}
          onDo={(what) => setDoing({ what, quote: newest })}
        />
      ) : (
        <p className="muted">{t(makes && refusal === null ? 'quote.noneYet' : 'quote.none')}</p>
      )}
      {makes && !open && newest?.status !== 'ACCEPTED' && (
        <div className={styles.make}>
          <CallButton
            call={quoteEndpoints.save}
            type={newest ? 'default' : 'primary'}
            disabled={refusal !== null || !choices.data}
            onClick={() => setDoing({ what: 'make' })}
          >
            {t(newest ? 'quote.makeAnother' : 'quote.make')}
          </CallButton>
          {why !== null && <span className="muted">{why}</span>}
        </div>
      )}
      {!makes && elsewhere && <p>{why}</p>}
      {makes && choices.isError && !choices.data && (
        <CouldNotLoad error={choices.error} onRetry={() => void choices.refetch()} />
      )}
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{t('quote.earlier', { count: earlier.length })}</summary>
          {earlier.map((quote) => (
            <QuoteCard key={quote.id} quote={quote} currency={data.currency} offers={[]} />
          ))}
        </details>
      )}
      {draft !== undefined && choices.data && (
        <QuoteForm
          request={request}
          choices={choices.data}
          quote={draft}
          now={{
            quotes: data.results,
            currency: data.currency,
            onOpen: (quote) => setDoing({ what: 'save', quote }),
          }}
          onClose={close}
        />
      )}
      {doing?.what === 'send' && <SendQuote quote={doing.quote} currency={data.currency} onClose={close} />}
      {doing?.what === 'withdraw' && <WithdrawQuote quote={doing.quote} onClose={close} />}
    </section>
  );
}
