import { articleEndpoints } from '@darkroom/contract/setting';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useFormat, useLanguage } from '../../../lib/i18n/format.ts';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import {
  LoadErrorMessage,
  Empty,
  SkeletonLines,
  NoMatches,
  RefreshErrorMessage,
} from '../../../ui/data-table/data-table-states.tsx';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { PortalPage } from '../portal-page.tsx';
import panes from '../panes.module.css';
import styles from './infohub.module.css';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { z } from 'zod';
import { listSearch } from '../../../lib/list-search.ts';

/** URL parameters: filters and the open article. */
export const hubList = listSearch(articleEndpoints.list.input.shape, {
  screenState: { article: z.string().max(60).optional() },
});

// Lazy, because the Markdown reader is larger than the list of articles.
const Markdown = lazyPart(() => import('../../../entities/article/markdown.tsx'), <SkeletonLines count={10} />);

/** The info hub (spec §2, /customer-portal/infohub): articles of the bureau for its customers. */
export default function InfohubPage() {
  const { t } = useTranslation('portal');
  const { day } = useFormat();
  const language = useLanguage();
  const [search, setSearch] = useScreenSearch(hubList.schema);
  const list = useQuery({ ...query(articleEndpoints.list, hubList.input(search)), placeholderData: keepPreviousData });
  const { text } = useFilters(hubList, search, setSearch);
  const { data, error } = list;
  const retry = () => void list.refetch();
  // On a phone, the article replaces the list.
  const showsArticleOnly = useIsNarrow() && search.article !== undefined;
  const [first] = data?.results ?? [];
  const openKey = search.article;
  return (
    <PortalPage title={t('hub.title')}>
      {!showsArticleOnly && (
        <FilterBar search={text(t('hub.search'))} filters={[]} onClear={() => setSearch(hubList.cleared)} />
      )}
      <div className={panes.panes}>
        {!showsArticleOnly && (
          <section className={panes.list} aria-label={t('hub.list')} aria-busy={!data && !error}>
            {!data && (error ? <LoadErrorMessage error={error} onRetry={retry} /> : <SkeletonLines count={8} />)}
            {data && error && <RefreshErrorMessage onRetry={retry} />}
            {data &&
              !first &&
              (hubList.isFiltered(search) ? (
                <NoMatches onClear={() => setSearch(hubList.cleared)} />
              ) : (
                <Empty
                  title={t('hub.empty.title')}
                  hint={t('hub.empty.hint')}
                  action={<Link to="/customer-portal/contact-us">{t('request.title')}</Link>}
                />
              ))}
            <ul>
              {data?.results.map((article) => (
                <li key={article.key}>
                  <Link
                    to="."
                    search={(before: object) => ({ ...before, article: article.key })}
                    aria-current={article.key === openKey ? 'true' : undefined}
                  >
                    <span className="medium break-anywhere">{article.title[language]}</span>
                    <span className="muted">
                      {article.pinned && <b>{t('hub.pinned')} · </b>}
                      {day(article.published_on)}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        {openKey !== undefined && (
          <Article key={openKey} name={openKey} onClose={() => setSearch({ article: undefined })} />
        )}
      </div>
    </PortalPage>
  );
}

function Article({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation('portal');
  const { day } = useFormat();
  const language = useLanguage();
  const { data, error, refetch, isPending } = useQuery(query(articleEndpoints.read, { key: name }));
  // An article that was unpublished is hidden, even if it is already loaded.
  const isGone = error?.status === 404;
  const heading = useRef<HTMLElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article
      ref={heading}
      tabIndex={-1}
      className={`${panes.detailPane} ${styles.article}`}
      aria-label={data?.title[language] ?? t('hub.one')}
    >
      <div className={panes.backLink}>
        <Button type="link" onClick={onClose}>
          ‹ {t('hub.back')}
        </Button>
      </div>
      {isGone ? (
        <Empty
          title={t('hub.gone.title')}
          hint={t('hub.gone.hint')}
          action={<Button onClick={onClose}>{t('hub.back')}</Button>}
        />
      ) : data ? (
        <>
          <h2>{data.title[language]}</h2>
          <p className="muted">{day(data.published_on)}</p>
          <Markdown text={data.body[language]} />
        </>
      ) : isPending ? (
        <SkeletonLines count={10} />
      ) : (
        <LoadErrorMessage error={error} onRetry={() => void refetch()} />
      )}
    </article>
  );
}
