import { monthOf, type Day } from '../calendar/day.ts';
import { calculateAmount, fromThousandths, toThousandths } from '../money/money.ts';
import { calculateLineAmount } from '../price/report.ts';
import type { JobStatus } from './status.ts';

/** Figures of a job: pieces ordered and done, lowest and highest unit price, and the amount of the priced details. */
export interface JobFigures extends PricedPart {
  ordered: number;
  done: number;
  lowest: number | null;
  highest: number | null;
}

export interface PricedPart {
  /** Sum of the details with a price. Null if none has one. */
  amount: number | null;
  /** Ordered pieces without a price, which are in no amount. */
  unpriced: number;
}

/** Fields of a detail that the figures need. */
interface Detail {
  readonly quantity: number;
  readonly done_quantity: number;
  readonly unit_price: number | null;
}

/** Calculates the figures of a job, for the screen and for print. */
export function calculateJobFigures({ job_details }: { readonly job_details: readonly Detail[] }): JobFigures {
  const prices = job_details.flatMap(({ unit_price }) => (unit_price === null ? [] : [unit_price]));
  return {
    ordered: job_details.reduce((sum, detail) => sum + detail.quantity, 0),
    done: job_details.reduce((sum, detail) => sum + detail.done_quantity, 0),
    lowest: prices.length > 0 ? Math.min(...prices) : null,
    highest: prices.length > 0 ? Math.max(...prices) : null,
    ...sumPricedPart(job_details),
  };
}

/** Sums the amount of the details with a price, and the pieces of those without. */
export function sumPricedPart(details: readonly Pick<Detail, 'quantity' | 'unit_price'>[]): PricedPart {
  return {
    amount: details.some(({ unit_price }) => unit_price !== null) ? sumPricedAmount(details) : null,
    unpriced: details.reduce((sum, detail) => sum + countUnpricedPieces(detail), 0),
  };
}

/** Counts the pieces of a detail that are in no amount. */
export const countUnpricedPieces = ({ quantity, unit_price }: Pick<Detail, 'quantity' | 'unit_price'>): number =>
  unit_price === null ? quantity : 0;

/**
 * Returns the amount in the price report if it differs from the ordered amount, because the report counts delivered pieces (decision 057).
 * Null if both are equal, if nothing is delivered yet, or if there is no price.
 */
export const getDifferingAmount = (
  { quantity, done_quantity, unit_price }: Detail,
  pieces_in_rework = 0,
): number | null =>
  done_quantity + pieces_in_rework === 0 || done_quantity === quantity
    ? null
    : calculateLineAmount({ unit_price, quantity: done_quantity });

/** Effect of other prices on a job: the changed details, those that then have no price, and the amounts of all priced details. */
export interface Repricing {
  changed: number;
  unpriced: number;
  before: number;
  after: number;
}

/** Calculates the effect of another customer's prices on a job's details (decision 009). */
export function calculateRepricing(
  details: readonly { readonly job_detail_id: number; readonly quantity: number; readonly unit_price: number | null }[],
  prices: readonly { readonly job_detail_id: number; readonly unit_price: number | null }[],
): Repricing {
  const next = new Map(prices.map(({ job_detail_id, unit_price }) => [job_detail_id, unit_price]));
  const after = details.map((detail) => ({ ...detail, unit_price: next.get(detail.job_detail_id) ?? null }));
  return {
    changed: details.filter(({ unit_price }, i) => unit_price !== after[i]?.unit_price).length,
    unpriced: after.filter(({ unit_price }) => unit_price === null).length,
    before: sumPricedAmount(details),
    after: sumPricedAmount(after),
  };
}

/** Sums the details with a price. */
const sumPricedAmount = (
  details: readonly { readonly quantity: number; readonly unit_price: number | null }[],
): number =>
  fromThousandths(
    details.reduce(
      (sum, { quantity, unit_price }) => sum + toThousandths(calculateAmount(quantity, unit_price ?? 0)),
      0,
    ),
  );

/** True if another date moves completed work to the bill of another month. */
export const movesToOtherBill = (
  job: { readonly job_date: Day; readonly job_status: string },
  job_date: Day,
): boolean => job.job_status === ('COMPLETED' satisfies JobStatus) && monthOf(job_date) !== monthOf(job.job_date);
