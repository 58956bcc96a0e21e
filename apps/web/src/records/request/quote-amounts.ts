import { useMemo } from 'react';
import { useAlike } from '../../lib/words/alike.ts';

/** Writes the amounts of a quote and their sum alike. */
export function useQuoteAmounts({
  amount,
  lines,
}: {
  amount: number;
  lines: readonly { amount: number }[];
}): (value: number) => string {
  const among = useMemo(() => [amount, ...lines.map((line) => line.amount)], [amount, lines]);
  return useAlike(among, true);
}
