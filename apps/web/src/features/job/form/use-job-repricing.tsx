import type { Job } from '@darkroom/contract/job/job';
import { jobQuoteEndpoints } from '@darkroom/contract/job/bulk';
import { calculateJobFigures, movesToOtherBill, calculateRepricing } from '@darkroom/domain/job/figures';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { query } from '../../../lib/api/query.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useConfirm } from '../../../ui/overlay/use-confirm.tsx';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { JobValues } from './job-fields.tsx';

/**
 * Calculates the effects of a new customer or date on prices and bills. The form shows them when a customer is selected, and needs a second
 * confirmation before it saves a completed job.
 */
export function useJobRepricing(job: Job, customer2_id: number | null | undefined) {
  const { t } = useTranslation(['job', 'errors']);
  const { number, money, day } = useFormat();
  const client = useQueryClient();
  const { ask, holder } = useConfirm();
  const getQuoteQuery = (to: number) =>
    query(jobQuoteEndpoints.previewMovePrices, { job_id: job.job_id, customer2_id: to });
  const confirmedPrices = useRef<OutputOf<typeof jobQuoteEndpoints.previewMovePrices>['results']>(undefined);
  const changesCustomer = typeof customer2_id === 'number' && customer2_id !== job.customer2_id;
  const { data, error } = useQuery({ ...getQuoteQuery(customer2_id ?? 0), enabled: changesCustomer });

  const toPriceLines = ({ results, currency }: OutputOf<typeof jobQuoteEndpoints.previewMovePrices>): string[] => {
    const { changed, unpriced, before, after } = calculateRepricing(job.job_details, results);
    if (changed === 0) return [];
    return [
      t('ask.reprices', { count: changed, n: number(changed), before: money(before), after: money(after), currency }),
      ...(unpriced > 0 ? [t('ask.unpriced', { count: unpriced, n: number(unpriced) })] : []),
    ];
  };
  const shownLines = changesCustomer && data ? toPriceLines(data) : null;

  const formatBillLine = (job_date: string): string => {
    const { amount } = calculateJobFigures(job);
    const words = { from: day(job.job_date), to: day(job_date) };
    return amount === null ? t('ask.movesBill', words) : t('ask.movesAmount', { ...words, amount: money(amount) });
  };
  const confirmChange = async ({ customer2_id: to, job_date }: Partial<JobValues>): Promise<boolean> => {
    // If the job cannot move to this customer, saving shows the error at the field.
    const quoteRequest = typeof to === 'number' && client.fetchQuery({ ...getQuoteQuery(to), staleTime: 0 });
    const quote = quoteRequest ? await quoteRequest.catch(() => undefined) : undefined;
    confirmedPrices.current = quote?.results;
    const priceLines = quote ? toPriceLines(quote) : [];
    const bill = job_date && movesToOtherBill(job, job_date) ? [formatBillLine(job_date)] : [];
    const completed = job.job_status === 'COMPLETED';
    // If the user saves before the form shows the prices, the form asks for confirmation, in every status of the job.
    const wasShown = to === customer2_id && shownLines?.join() === priceLines.join();
    const mustShowPrices = priceLines.length > 0 && (completed || !wasShown);
    const lines = [...(mustShowPrices ? priceLines : []), ...bill];
    if (lines.length === 0) return true;
    const completedNote = completed && bill.length === 0 ? [t('ask.completed')] : [];
    return ask({ title: t('ask.title', { name: job.prod_id }), lines: [...completedNote, ...lines], no: t('ask.no') });
  };
  const words = shownLines && (shownLines.length > 0 ? shownLines.join(' ') : t('ask.keepsPrices'));
  const customerError =
    changesCustomer && error instanceof ApiError && error.status === 409 ? getErrorMessage(error, t) : null;
  /** Returns the prices that the user saw. If they have changed, the server refuses the change and the form shows the question again. */
  const getConfirmedPrices = () => (confirmedPrices.current ? { prices_seen: confirmedPrices.current } : {});
  return { words, customerError, confirmChange, getConfirmedPrices, holder };
}
