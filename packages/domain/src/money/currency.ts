/** Names that Intl does not have. */
const EXTRA_NAMES: Readonly<Record<string, readonly string[]>> = { VND: ['đ', 'vnđ', 'đồng'] };
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const namesCache = new Map<string, readonly string[]>();

/** Returns code, sign and other names of a currency in lower case, longest first. */
export function getCurrencyNames(currency: string): readonly string[] {
  const cached = namesCache.get(currency);
  if (cached) return cached;
  const names = [...(EXTRA_NAMES[currency] ?? []), currency.toLowerCase(), getCurrencySign(currency)].sort(
    (a, b) => b.length - a.length,
  );
  namesCache.set(currency, names);
  return names;
}

function getCurrencySign(currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const parts = new Intl.NumberFormat('en', style).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value.toLowerCase() ?? currency.toLowerCase();
}

/** True if a word is a currency sign, a code in capitals, or another name of a currency. */
export const isCurrency = (word: string): boolean =>
  /^\p{Sc}$/u.test(word) ||
  CODES.has(word) ||
  Object.values(EXTRA_NAMES).some((names) => names.includes(word.toLowerCase()));

/** Finds the currencies in a text, by sign or by code in any case. */
export const findCurrencies = (text: string): string[] =>
  (text.match(/\p{Sc}|\p{L}+/gu) ?? []).filter((word) => isCurrency(word) || isCurrency(word.toUpperCase()));
