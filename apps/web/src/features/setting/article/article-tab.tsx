import { changesMetadata, settingEndpoints } from '@darkroom/contract/setting';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useMay } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useAddedRows } from '../../../ui/data-table/added.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { listed } from '../../../ui/data-table/listed.ts';
import { useArticleBlock, useArticleColumns } from './article-columns.tsx';
import { ArticleFilters } from './article-filters.tsx';
import { articlesIn, shownArticles, type ArticleRow } from './article-record.ts';
import { articleList } from './article-search.ts';
import css from './article.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const ArticleForms = lazyOverlay(() => import('./article-forms.tsx'));

/** The info hub's articles, drafts too, in the order customers see them (metadata INFO_HUB). */
export default function ArticleTab() {
  const { t } = useTranslation('setting');
  const may = useMay()(changesMetadata('INFO_HUB', ''));
  const [search, setSearch] = useScreenSearch(articleList.schema);
  const added = useAddedRows('article');
  const list = useQuery(query(settingEndpoints.metadata, { data_type: 'INFO_HUB' }));
  const articles = useMemo(() => list.data && articlesIn(list.data.results), [list.data]);
  const rows = useMemo(() => articles && shownArticles(articles, articleList.input(search)), [articles, search]);
  const add = may && (
    <Button type="primary" onClick={() => setSearch({ article: 'new' })}>
      {t('article.add')}
    </Button>
  );
  return (
    <div className={css.tab}>
      <p className="quiet">{t('article.hint')}</p>
      <div className={css.bar}>
        <ArticleFilters search={search} setSearch={setSearch} />
        {add}
      </div>
      <DataTable<ArticleRow>
        {...listed(articleList, { ...list, data: rows && { results: rows } }, search, setSearch)}
        added={added}
        name={t('article.list')}
        columns={useArticleColumns()}
        compact={useArticleBlock()}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t('article.empty.title'), hint: t('article.empty.hint'), action: add || undefined }}
        {...(may ? { onOpen: ({ key }: ArticleRow) => setSearch({ article: key }) } : {})}
      />
      {search.article !== undefined && articles && may && (
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

const keyOfRow = ({ key }: ArticleRow) => key;
const nameOfRow = ({ value }: ArticleRow) => value.title.en;
