import { stripInvisible } from '../text/fold.ts';
import { getCurrencyNames } from './currency.ts';

/** Removes the sign or code of the bureau's own currency before or after an amount: `$2.50`, `2,5 USD` (decision 154). */
export function removeCurrency<Cell>(cell: Cell, currency: string): Cell | string {
  if (typeof cell !== 'string') return cell;
  const text = stripInvisible(cell).trim();
  const lowerCase = text.toLowerCase();
  for (const name of getCurrencyNames(currency)) {
    if (lowerCase.startsWith(name)) return text.slice(name.length).trim();
    if (lowerCase.endsWith(name)) return text.slice(0, -name.length).trim();
  }
  return cell;
}

/** True if an amount has an unknown word or sign, such as another currency or a unit. */
export const hasUnknownSign = (amount: unknown): boolean =>
  typeof amount === 'string' &&
  /^[\p{Sc}\p{L}]{0,4}[\s+-]*[\d.,][\d.,\s]*[\p{Sc}\p{L}]{0,4}$/u.test(amount.trim()) &&
  /[\p{Sc}\p{L}]/u.test(amount);
