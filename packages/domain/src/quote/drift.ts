import { sumQuoteLines } from './guard.ts';

/** Common fields of a quote's line and the detail made from it. */
export interface OrderedLine {
  readonly service_cat2_id: number;
  readonly quantity: number;
  /** Unit price in the bureau's currency. Null if there is no price. */
  readonly unit_price: number | null;
}

/** A difference between a job and the quote it was made from. */
export interface DriftLine {
  /** Position of the quote's line, from 0. Null if the detail was added later. */
  readonly position: number | null;
  /** Current detail. Null if it was deleted. */
  readonly now: OrderedLine | null;
}

/** A job that differs from its quote: its current totals and all differences. */
export interface QuoteDrift {
  readonly quantity: number;
  readonly amount: number;
  readonly lines: DriftLine[];
}

/**
 * Finds the differences between a job's details and the lines of its quote (decision 105): lines first, then added details. Null if there
 * are none. Line n became the detail with number n, which is not used again.
 * @param lines lines of the quote in order
 * @param details details of the job by number, from 1
 */
export function findQuoteDrift(
  lines: readonly OrderedLine[],
  details: readonly (OrderedLine & { readonly sub_number: number })[],
): QuoteDrift | null {
  const byNumber = new Map(details.map((detail) => [detail.sub_number, detail]));
  const differing = lines.flatMap((line, position): DriftLine[] => {
    const detail = byNumber.get(position + 1);
    return detail && isSame(line, detail) ? [] : [{ position, now: detail ? toOrderedLine(detail) : null }];
  });
  const addedLater = details
    .filter(({ sub_number }) => sub_number > lines.length)
    .map((detail): DriftLine => ({ position: null, now: toOrderedLine(detail) }));
  if (differing.length + addedLater.length === 0) return null;
  return {
    ...sumQuoteLines(details.map(({ quantity, unit_price }) => ({ quantity, unit_price: unit_price ?? 0 }))),
    lines: [...differing, ...addedLater],
  };
}

const isSame = (line: OrderedLine, detail: OrderedLine) =>
  line.service_cat2_id === detail.service_cat2_id &&
  line.quantity === detail.quantity &&
  line.unit_price === detail.unit_price;

const toOrderedLine = ({ service_cat2_id, quantity, unit_price }: OrderedLine): OrderedLine => ({
  service_cat2_id,
  quantity,
  unit_price,
});
