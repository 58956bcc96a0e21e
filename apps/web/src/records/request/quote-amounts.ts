import { useMemo } from 'react';
import { useAlike } from '../../lib/words/alike.ts';

/** Writes the prices and amounts of a quote and their sum with one number of decimals. */
export function useQuoteAmounts({
  amount,
  lines,
}: {
  amount: number;
  lines: readonly { amount: number; unit_price: number }[];
}): (value: number) => string {
  const among = useMemo(() => [amount, ...lines.flatMap((line) => [line.amount, line.unit_price])], [amount, lines]);
  return useAlike(among, true);
}
