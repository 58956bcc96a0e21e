import type { OutputOf } from '@darkroom/contract/endpoint';
import { changesMetadata, settingEndpoints } from '@darkroom/contract/setting';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/session/session.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { useArticleColumns } from './article-columns.tsx';
import { ArticleFilters } from './article-filters.tsx';
import { articlesIn, shownArticles, type ArticleRow } from './article-record.ts';
import { articleList, type ArticleSearch } from './article-search.ts';
import css from './article.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const ArticleForms = lazyOverlay(() => import('./article-forms.tsx'));

/** The info hub's articles, drafts too, in the order customers see them (metadata INFO_HUB). */
export default function ArticleTab() {
  const { t } = useTranslation('setting');
  const may = useMay()(changesMetadata('INFO_HUB', ''));
  const list = useList(articleList, settingEndpoints.metadata, { input: ofArticles, rows: rowsOf, added: 'article' });
  const { search, setSearch, data } = list;
  const articles = useMemo(() => data && articlesIn(data.results), [data]);
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
        {...list.table}
        name={t('article.list')}
        columns={useArticleColumns()}
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

const ofArticles = () => ({ data_type: 'INFO_HUB' }) as const;
const rowsOf = ({ results }: OutputOf<typeof settingEndpoints.metadata>, search: ArticleSearch) =>
  shownArticles(articlesIn(results), articleList.input(search));

const keyOfRow = ({ key }: ArticleRow) => key;
const nameOfRow = ({ value }: ArticleRow) => value.title.en;
