import { quoteTotal } from './guard.ts';

/** What a line of a quote and the detail it became have in common. */
export interface Ordered {
  readonly service_cat2_id: number;
  readonly quantity: number;
  /** In the bureau's currency; null: none yet. */
  readonly unit_price: number | null;
}

/** Where a job differs from the quote it was made of. */
export interface DriftLine {
  /** The place of the quote's line, from 0; null: a detail that came later. */
  readonly place: number | null;
  /** What stands there now; null: its detail was deleted. */
  readonly now: Ordered | null;
}

/** A job that no longer is what its quote said: what it comes to now, and each difference. */
export interface Drift {
  readonly quantity: number;
  /** Of what has a price. */
  readonly amount: number;
  readonly lines: DriftLine[];
}

/**
 * How a job's details differ from the lines of the quote it was made of (decision 105), lines first and what came later after them;
 * null: not at all. Line n became the detail numbered n, whose number it keeps, and nobody else gets it once it is deleted.
 * @param lines the quote's lines in their order
 * @param details the job's details by number, from 1
 */
export function driftOf(
  lines: readonly Ordered[],
  details: readonly (Ordered & { readonly sub_number: number })[],
): Drift | null {
  const byNumber = new Map(details.map((detail) => [detail.sub_number, detail]));
  const differing = lines.flatMap((line, place): DriftLine[] => {
    const detail = byNumber.get(place + 1);
    return detail && isSame(line, detail) ? [] : [{ place, now: detail ? ordered(detail) : null }];
  });
  const later = details
    .filter(({ sub_number }) => sub_number > lines.length)
    .map((detail): DriftLine => ({ place: null, now: ordered(detail) }));
  if (differing.length + later.length === 0) return null;
  return {
    ...quoteTotal(details.map(({ quantity, unit_price }) => ({ quantity, unit_price: unit_price ?? 0 }))),
    lines: [...differing, ...later],
  };
}

const isSame = (line: Ordered, detail: Ordered) =>
  line.service_cat2_id === detail.service_cat2_id &&
  line.quantity === detail.quantity &&
  line.unit_price === detail.unit_price;

const ordered = ({ service_cat2_id, quantity, unit_price }: Ordered): Ordered => ({
  service_cat2_id,
  quantity,
  unit_price,
});
