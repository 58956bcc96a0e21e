import { fromThousandths, toThousandths } from '../money/money.ts';
import { MOST_PRICE, PRICE_FIELDS, startingTerms, type OpenTerms, type PriceField } from './price.ts';

/** A customer's line of the price list, as far as changing it needs to know. */
export interface PriceLine extends OpenTerms {
  readonly service_cat2_id: number;
  readonly default_minutes: number;
}

/** What becomes of a line: only the fields that change. */
export interface LineChange {
  readonly service_cat2_id: number;
  readonly after: Partial<{ -readonly [F in PriceField]: OpenTerms[F] }>;
}

/** Steps a changed price is rounded to, in thousandths. */
export const ROUNDING_STEPS = [1, 10, 50, 100, 250, 500, 1000] as const;

export interface PercentChange {
  readonly fields: readonly ('retail_price' | 'wholesale_price')[];
  /** Per cent, up to 3 decimals: 5 raises by a twentieth, -100 makes it 0. */
  readonly percent: number;
  /** In thousandths. */
  readonly step: number;
}

/**
 * A price changed by so many per cent, to the nearest step (half up), in whole thousandths throughout; never below 0, and
 * never past the largest price there may be.
 */
export function changedByPercent(price: number, percent: number, step: number): number {
  const hundredThousandths = BigInt(100_000 + toThousandths(percent));
  const exact = BigInt(toThousandths(price)) * hundredThousandths;
  if (exact <= 0n) return 0;
  const unit = 100_000n * BigInt(Math.max(1, Math.round(step)));
  const steps = (2n * exact + unit) / (2n * unit);
  const thousandths = Number(steps) * Math.max(1, Math.round(step));
  return fromThousandths(Math.min(thousandths, toThousandths(MOST_PRICE)));
}

/** Changes prices by a percentage; lines without a price have nothing to change. */
export function changeByPercent(lines: readonly PriceLine[], { fields, percent, step }: PercentChange): LineChange[] {
  return changesOf(lines, (line) => {
    const after: LineChange['after'] = {};
    for (const field of fields) {
      const before = line[field];
      if (before !== null) after[field] = changedByPercent(before, percent, step);
    }
    return after;
  });
}

/** A price that rounding keeps from going the way it was told to. */
export interface RoundingMiss {
  readonly service_cat2_id: number;
  readonly field: 'retail_price' | 'wholesale_price';
  /** It goes the other way, or does not move at all. */
  readonly miss: 'against' | 'still';
}

/** The prices that a change by percent moves the wrong way or not at all, because the step is too coarse for them. */
export function roundingMisses(lines: readonly PriceLine[], { fields, percent, step }: PercentChange): RoundingMiss[] {
  return lines.flatMap((line) =>
    fields.flatMap((field): RoundingMiss[] => {
      const before = line[field];
      // Nothing of nothing stays nothing, and the largest price cannot go further.
      if (before === null || before === 0 || percent === 0 || (percent > 0 && before === MOST_PRICE)) return [];
      const way = Math.sign(changedByPercent(before, percent, step) - before);
      if (way === Math.sign(percent)) return [];
      return [{ service_cat2_id: line.service_cat2_id, field, miss: way === 0 ? 'still' : 'against' }];
    }),
  );
}

export interface CopyChoice {
  readonly fields: readonly PriceField[];
  /** Only where the customer has no price yet, or everywhere. */
  readonly only_missing: boolean;
}

/**
 * Takes another customer's prices over. A line that has none yet begins with the catalogue's estimate, shown and in use, where those
 * columns are not copied; what the other customer has no price for stays as it is.
 */
export function copyPrices(
  lines: readonly PriceLine[],
  from: readonly PriceLine[],
  { fields, only_missing }: CopyChoice,
): LineChange[] {
  const sources = new Map(from.map((line) => [line.service_cat2_id, line]));
  return changesOf(lines, (line) => {
    const source = sources.get(line.service_cat2_id);
    const missing = line.retail_price === null && line.wholesale_price === null;
    if (!source || source.retail_price === null || (only_missing && !missing)) return {};
    const copied = Object.fromEntries(fields.map((field) => [field, source[field]]));
    return missing ? { ...startingTerms(line.default_minutes), ...copied } : copied;
  });
}

/** Of every line the fields that would become something else. */
function changesOf(lines: readonly PriceLine[], change: (line: PriceLine) => LineChange['after']): LineChange[] {
  return lines.flatMap((line) => {
    const wanted = change(line);
    const fields = PRICE_FIELDS.filter((field) => wanted[field] !== undefined && wanted[field] !== line[field]);
    if (fields.length === 0) return [];
    const after = Object.fromEntries(fields.map((field) => [field, wanted[field]])) as LineChange['after'];
    return [{ service_cat2_id: line.service_cat2_id, after }];
  });
}
