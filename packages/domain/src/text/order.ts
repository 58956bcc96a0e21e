const collator = new Intl.Collator('vi', { numeric: true });

/**
 * Compares names as a Vietnamese dictionary does, without case, numbers by value (decision 080). The database's collation `vietnamese` has
 * the same order.
 */
export const compareText = (a: string, b: string): number => collator.compare(a, b);
