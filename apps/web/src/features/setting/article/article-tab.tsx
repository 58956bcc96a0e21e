import type { OutputOf } from '@darkroom/contract/endpoint';
import { getMetadataAccess, settingEndpoints } from '@darkroom/contract/setting';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCan } from '../../../lib/session/session.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { useArticleColumns } from './article-columns.tsx';
import { parseArticles, filterArticles, type ArticleRow } from './article-record.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { text } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';
import { metadataSearch } from '../metadata/metadata-search.ts';

/** URL parameters of the articles, on their tab of the metadata screen. */
const articleList = listSearch(
  { text: text().optional(), published: z.boolean().optional() },
  {
    screenState: {
      tab: metadataSearch.shape.tab,
      article: z.string().max(60).optional(),
    },
  },
);

type ArticleSearch = SearchOf<typeof articleList>;
type SetArticleSearch = SetSearch<ArticleSearch>;

const ArticleForms = lazyOverlay(() => import('./article-forms.tsx'));

/** Articles of the info hub with drafts, in the customers' order (metadata INFO_HUB). */
export default function ArticleTab() {
  const { t } = useTranslation('setting');
  const canChange = useCan()(getMetadataAccess('INFO_HUB', ''));
  const list = useList(articleList, settingEndpoints.metadata, {
    input: articlesInput,
    rows: toRows,
    added: 'article',
  });
  const { search, setSearch, data } = list;
  const articles = useMemo(() => data && parseArticles(data.results), [data]);
  const add = canChange && (
    <Button type="primary" onClick={() => setSearch({ article: 'new' })}>
      {t('article.add')}
    </Button>
  );
  return (
    <div className="items">
      <p className="muted">{t('article.hint')}</p>
      <div className="title-row items-start">
        <ArticleFilters search={search} setSearch={setSearch} />
        {add}
      </div>
      <DataTable<ArticleRow>
        {...list.table}
        name={t('article.list')}
        columns={useArticleColumns()}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t('article.empty.title'), hint: t('article.empty.hint'), action: add || undefined }}
        {...(canChange ? { onOpen: ({ key }: ArticleRow) => setSearch({ article: key }) } : {})}
      />
      {search.article !== undefined && articles && canChange && (
        <ArticleForms
          key={search.article}
          name={search.article}
          articles={articles}
          onClose={() => setSearch({ article: undefined }, { replace: true })}
        />
      )}
    </div>
  );
}

const articlesInput = () => ({ data_type: 'INFO_HUB' }) as const;
const toRows = ({ results }: OutputOf<typeof settingEndpoints.metadata>, search: ArticleSearch) =>
  filterArticles(parseArticles(results), articleList.input(search));

const keyOfRow = ({ key }: ArticleRow) => key;
const nameOfRow = ({ value }: ArticleRow) => value.title.en;

function ArticleFilters({ search, setSearch }: { search: ArticleSearch; setSearch: SetArticleSearch }) {
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
