import { fromThousandths, toThousandths } from '../money/money.ts';
import { MAX_PRICE, PRICE_FIELDS, getDefaultTerms, type PartialTerms, type PriceField } from './price.ts';

/** A line of a customer's price list, with the fields that a change needs. */
export interface PriceLine extends PartialTerms {
  readonly service_cat2_id: number;
  readonly default_minutes: number;
}

export interface LineChange {
  readonly service_cat2_id: number;
  readonly after: Partial<{ -readonly [F in PriceField]: PartialTerms[F] }>;
}

/** Rounding steps of a changed price, in thousandths. */
export const ROUNDING_STEPS = [1, 10, 50, 100, 250, 500, 1000] as const;

export interface PercentChange {
  readonly fields: readonly ('retail_price' | 'wholesale_price')[];
  /** Per cent with up to 3 decimals: 5 raises by a twentieth, -100 results in 0. */
  readonly percent: number;
  /** In thousandths. */
  readonly step: number;
}

/**
 * Applies a change in per cent to a price, rounded to the nearest step (half up) in whole thousandths. The result is limited to 0 and the
 * largest price.
 */
export function applyPercent(price: number, percent: number, step: number): number {
  const hundredThousandths = BigInt(100_000 + toThousandths(percent));
  const exact = BigInt(toThousandths(price)) * hundredThousandths;
  if (exact <= 0n) return 0;
  const unit = 100_000n * BigInt(Math.max(1, Math.round(step)));
  const steps = (2n * exact + unit) / (2n * unit);
  const thousandths = Number(steps) * Math.max(1, Math.round(step));
  return fromThousandths(Math.min(thousandths, toThousandths(MAX_PRICE)));
}

/** Changes prices by a percentage. Lines without a price stay as they are. */
export function changePricesByPercent(
  lines: readonly PriceLine[],
  { fields, percent, step }: PercentChange,
): LineChange[] {
  return collectChanges(lines, (line) => {
    const after: LineChange['after'] = {};
    for (const field of fields) {
      const before = line[field];
      if (before !== null) after[field] = applyPercent(before, percent, step);
    }
    return after;
  });
}

/** A price that rounding moves in the wrong direction. */
export interface RoundingMiss {
  readonly service_cat2_id: number;
  readonly field: 'retail_price' | 'wholesale_price';
  /** Direction of the price: against the requested change, or no movement. */
  readonly miss: 'wrong_direction' | 'unchanged';
}

/** Finds prices that a change in per cent moves in the wrong direction or not at all, because the step is too coarse. */
export function findRoundingMisses(
  lines: readonly PriceLine[],
  { fields, percent, step }: PercentChange,
): RoundingMiss[] {
  return lines.flatMap((line) =>
    fields.flatMap((field): RoundingMiss[] => {
      const before = line[field];
      // A price of 0 stays 0, and the largest price cannot rise.
      if (before === null || before === 0 || percent === 0 || (percent > 0 && before === MAX_PRICE)) return [];
      const direction = Math.sign(applyPercent(before, percent, step) - before);
      if (direction === Math.sign(percent)) return [];
      return [
        { service_cat2_id: line.service_cat2_id, field, miss: direction === 0 ? 'unchanged' : 'wrong_direction' },
      ];
    }),
  );
}

export interface CopyOptions {
  readonly fields: readonly PriceField[];
  /** True if only lines without a price change. */
  readonly only_missing: boolean;
}

/**
 * Copies prices of another customer, for lines with a price there. In a new line, columns that are not copied start with the catalogue's
 * estimate, visible and enabled.
 */
export function copyPrices(
  lines: readonly PriceLine[],
  from: readonly PriceLine[],
  { fields, only_missing }: CopyOptions,
): LineChange[] {
  const sources = new Map(from.map((line) => [line.service_cat2_id, line]));
  return collectChanges(lines, (line) => {
    const source = sources.get(line.service_cat2_id);
    const missing = line.retail_price === null && line.wholesale_price === null;
    if (!source || source.retail_price === null || (only_missing && !missing)) return {};
    const copied = Object.fromEntries(fields.map((field) => [field, source[field]]));
    return missing ? { ...getDefaultTerms(line.default_minutes), ...copied } : copied;
  });
}

/** Collects the fields of each line that would change. */
function collectChanges(lines: readonly PriceLine[], change: (line: PriceLine) => LineChange['after']): LineChange[] {
  return lines.flatMap((line) => {
    const changed = change(line);
    const fields = PRICE_FIELDS.filter((field) => changed[field] !== undefined && changed[field] !== line[field]);
    if (fields.length === 0) return [];
    const after = Object.fromEntries(fields.map((field) => [field, changed[field]])) as LineChange['after'];
    return [{ service_cat2_id: line.service_cat2_id, after }];
  });
}
