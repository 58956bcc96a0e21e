import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';

/** Formats the prices and amounts of a quote and their sum with one number of decimals. */
export function useQuoteAmounts({
  amount,
  lines,
}: {
  amount: number;
  lines: readonly { amount: number; unit_price: number }[];
}): (value: number) => string {
  const values = useMemo(() => [amount, ...lines.flatMap((line) => [line.amount, line.unit_price])], [amount, lines]);
  return useAlignedFormat(values, true);
}

const countDecimals = (value: number): number => (String(Math.round(value * 1000) / 1000).split('.')[1] ?? '').length;

/**
 * Creates a format that shows all figures with the largest number of their decimals, so that they align. Amounts have no decimals, or at
 * least two.
 */
export function createAlignedFormat(
  language: string,
  values: readonly number[],
  areAmounts: boolean,
): (value: number) => string {
  const maxDecimals = Math.max(0, ...values.map(countDecimals));
  const decimals = areAmounts && maxDecimals > 0 ? Math.max(2, maxDecimals) : maxDecimals;
  return new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format;
}

/** Returns the aligned format in the page's language. */
export function useAlignedFormat(values: readonly number[], areAmounts: boolean): (value: number) => string {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? 'en';
  return useMemo(() => createAlignedFormat(language, values, areAmounts), [values, areAmounts, language]);
}
