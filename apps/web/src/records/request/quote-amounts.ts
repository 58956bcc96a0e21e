import { useTranslation } from 'react-i18next';

const decimalsOf = (value: number): number => {
  const { length } = String(Math.round(value * 1000) / 1000).split('.')[1] ?? '';
  return length === 0 ? 0 : Math.max(2, length);
};

/** Writes the amounts of a quote and their sum alike, with as many decimals as the one that has most, so that they end on one line. */
export function useQuoteAmounts({
  amount,
  lines,
}: {
  amount: number;
  lines: readonly { amount: number }[];
}): (value: number) => string {
  const { i18n } = useTranslation();
  const decimals = Math.max(...[amount, ...lines.map((line) => line.amount)].map(decimalsOf));
  const { format } = new Intl.NumberFormat(i18n.resolvedLanguage === 'vi' ? 'vi-VN' : 'en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format;
}
