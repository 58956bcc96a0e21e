const collator = new Intl.Collator('vi', { numeric: true });

/**
 * How names stand in order: as in a Vietnamese dictionary, small and capital letters together, numbers by their size
 * (decision 080). The database's collation `vietnamese` is the same order.
 */
export const compareText = (a: string, b: string): number => collator.compare(a, b);
