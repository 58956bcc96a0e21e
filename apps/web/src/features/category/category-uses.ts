import type { CategoryUses } from '@darkroom/contract/category';
import type { Words } from '../../lib/words/i18n.ts';

const ORDER = [
  'cat1',
  'cat2',
  'job_details',
  'customer_prices',
  'customer_requests',
  'quotes',
] as const satisfies readonly (keyof CategoryUses)[];

/** What hangs on a category: `12 job details`, `3 customer prices`. */
export const usesInWords = (uses: CategoryUses, t: Words<'category'>): string[] =>
  ORDER.filter((what) => uses[what] > 0).map((what) =>
    t(`category:uses.${what}`, { count: uses[what], n: uses[what].toLocaleString() }),
  );
