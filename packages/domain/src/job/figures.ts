import { amountOf, fromThousandths, toThousandths } from '../money/money.ts';

/** What a job adds up to: pieces ordered and done, its unit prices from lowest to highest, its amount where all are priced. */
export interface JobFigures {
  ordered: number;
  done: number;
  lowest: number | null;
  highest: number | null;
  /** null while any detail has no price. */
  amount: number | null;
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
  const allPriced = job_details.length > 0 && prices.length === job_details.length;
  const thousandths = job_details.reduce(
    (sum, { quantity, unit_price }) => sum + toThousandths(amountOf(quantity, unit_price ?? 0)),
    0,
  );
  return {
    ordered: job_details.reduce((sum, detail) => sum + detail.quantity, 0),
    done: job_details.reduce((sum, detail) => sum + detail.done_quantity, 0),
    lowest: prices.length > 0 ? Math.min(...prices) : null,
    highest: prices.length > 0 ? Math.max(...prices) : null,
    amount: allPriced ? fromThousandths(thousandths) : null,
  };
}
