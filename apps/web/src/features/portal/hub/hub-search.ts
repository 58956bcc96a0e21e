import { articleEndpoints } from '@darkroom/contract/article';
import { z } from 'zod';
import { listSearch } from '../../../lib/list-search.ts';

/** The articles, and the one that is read. */
export const hubList = listSearch(articleEndpoints.list.input.shape, {
  beside: { article: z.string().max(60).optional() },
});
