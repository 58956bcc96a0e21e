import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { articleList, type ArticleSearch, type SetArticleSearch } from './article-search.ts';

/** Articles by their words, and by whether customers see them. */
export function ArticleFilters({ search, setSearch }: { search: ArticleSearch; setSearch: SetArticleSearch }) {
  const { t } = useTranslation(['setting', 'field']);
  const { text, one } = useFilters(articleList, search, setSearch);
  return (
    <FilterBar
      search={text(t('article.search'))}
      filters={[
        one(
          'published',
          {
            of: [true, false],
            label: t('field:published'),
            word: (value) => t(value ? 'article.state.true' : 'article.state.false'),
          },
          { inRow: true },
        ),
      ]}
      onClear={() => setSearch(articleList.cleared)}
    />
  );
}
