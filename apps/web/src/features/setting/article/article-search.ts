import { text } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';
import { metadataSearch } from '../metadata/metadata-search.ts';

/** The bureau's articles, on their tab of the metadata screen. */
export const articleList = listSearch(
  { text: text().optional(), published: z.boolean().optional() },
  {
    beside: {
      tab: metadataSearch.shape.tab,
      /** The article that is edited, or `new` one. */
      article: z.string().max(60).optional(),
    },
  },
);

export type ArticleSearch = SearchOf<typeof articleList>;
export type SetArticleSearch = SetSearch<ArticleSearch>;
