import { ARTICLE_KEY, article } from '@darkroom/contract/setting';
import { expect, it } from 'vitest';
import { ARTICLES } from './tables/articles-table.ts';

it.each(ARTICLES.map((entry) => [entry.key, entry] as const))('the article %s is valid for the product', (_, entry) => {
  const { key, daysAgo: _daysAgo, ...rest } = entry;
  expect(key).toMatch(ARTICLE_KEY);
  const written = { ...rest, published: true, published_on: '2026-11-20' };
  expect(article.safeParse(written)).toMatchObject({ success: true, data: written });
});
