import { monthOf, type Day } from '../calendar/day.ts';
import { amountOf, fromThousandths, toThousandths } from '../money/money.ts';
import { lineAmount } from '../price/report.ts';
import type { JobStatus } from './status.ts';

/** What a job adds up to: pieces ordered and done, its unit prices from lowest to highest, and the amount of what has a price. */
export interface JobFigures extends PricedPart {
  ordered: number;
  done: number;
  lowest: number | null;
  highest: number | null;
}

export interface PricedPart {
  /** Of the details that have a price; null where none has. */
  amount: number | null;
  /** Pieces ordered without a price: they are in no amount. */
  unpriced: number;
}

/** What a detail brings to its job. */
interface Detail {
  readonly quantity: number;
  readonly done_quantity: number;
  readonly unit_price: number | null;
}

/** A job's figures, for its row on the screen and on paper. */
export function jobFigures({ job_details }: { readonly job_details: readonly Detail[] }): JobFigures {
  const prices = job_details.flatMap(({ unit_price }) => (unit_price === null ? [] : [unit_price]));
  return {
    ordered: job_details.reduce((sum, detail) => sum + detail.quantity, 0),
    done: job_details.reduce((sum, detail) => sum + detail.done_quantity, 0),
    lowest: prices.length > 0 ? Math.min(...prices) : null,
    highest: prices.length > 0 ? Math.max(...prices) : null,
    ...pricedPart(job_details),
  };
}

/** What some details come to: the amount of those that have a price, and the pieces of those that have none. */
export function pricedPart(details: readonly Pick<Detail, 'quantity' | 'unit_price'>[]): PricedPart {
  return {
    amount: details.some(({ unit_price }) => unit_price !== null) ? amountPriced(details) : null,
    unpriced: details.reduce((sum, detail) => sum + unpricedPieces(detail), 0),
  };
}

/** How many pieces a detail has in no amount. */
export const unpricedPieces = ({ quantity, unit_price }: Pick<Detail, 'quantity' | 'unit_price'>): number =>
  unit_price === null ? quantity : 0;

/**
 * What the price report charges of a detail, where that is not what was ordered: it counts what was delivered (decision 057).
 * null where both are the same, where nothing was delivered yet, and without a price.
 */
export const chargedOtherwise = ({ quantity, done_quantity, unit_price }: Detail, redoing = 0): number | null =>
  done_quantity + redoing === 0 || done_quantity === quantity
    ? null
    : lineAmount({ unit_price, quantity: done_quantity });

/** What other prices do to a job: how many details are priced anew, how many then have no price, and the amounts of all that are priced. */
export interface Repricing {
  changed: number;
  unpriced: number;
  before: number;
  after: number;
}

/** A job's details at the prices another customer brings (decision 009). */
export function repricing(
  details: readonly { readonly job_detail_id: number; readonly quantity: number; readonly unit_price: number | null }[],
  prices: readonly { readonly job_detail_id: number; readonly unit_price: number | null }[],
): Repricing {
  const next = new Map(prices.map(({ job_detail_id, unit_price }) => [job_detail_id, unit_price]));
  const after = details.map((detail) => ({ ...detail, unit_price: next.get(detail.job_detail_id) ?? null }));
  return {
    changed: details.filter(({ unit_price }, i) => unit_price !== after[i]?.unit_price).length,
    unpriced: after.filter(({ unit_price }) => unit_price === null).length,
    before: amountPriced(details),
    after: amountPriced(after),
  };
}

/** What details that have a price come to. */
const amountPriced = (details: readonly { readonly quantity: number; readonly unit_price: number | null }[]): number =>
  fromThousandths(
    details.reduce((sum, { quantity, unit_price }) => sum + toThousandths(amountOf(quantity, unit_price ?? 0)), 0),
  );

/** Does another date bring what is completed onto another month's bill? */
export const movesBill = (job: { readonly job_date: Day; readonly job_status: string }, job_date: Day): boolean =>
  job.job_status === ('COMPLETED' satisfies JobStatus) && monthOf(job_date) !== monthOf(job.job_date);
