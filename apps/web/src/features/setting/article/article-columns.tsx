import { ARTICLE_WRITTEN } from '@darkroom/contract/field-tables/setting';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDark } from '../../../lib/device.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { Dot } from '../../../entities/status/status-dot.tsx';
import { Two } from '../../../ui/data-table/columns/data-table-two.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { useColumnsOf } from '../../../ui/data-table/columns/columns-of.tsx';
import type { Column } from '../../../ui/data-table/data-table-row.tsx';
import type { ArticleRow } from './article-record.ts';

const GREEN = { light: '#389E0D', dark: '#6ABE39' };
const GREY = '#8C8C8C';

/** State of an article with a dot: published, scheduled or draft. */
function State({ published, published_on }: ArticleRow['value']) {
  const { t } = useTranslation('setting');
  const green = GREEN[useDark() ? 'dark' : 'light'];
  const comes = useToday() < published_on;
  if (!published) return <Dot color={GREY} word={t('article.state.false')} />;
  return <Dot color={comes ? GREY : green} word={t(comes ? 'article.state.scheduled' : 'article.state.true')} />;
}

const useTitle = () => {
  const vietnamese = useTranslation().i18n.resolvedLanguage === 'vi';
  return vietnamese
    ? ({ value }: ArticleRow) => [value.title.vi, value.title.en] as const
    : ({ value }: ArticleRow) => [value.title.en, value.title.vi] as const;
};

export function useArticleColumns(): readonly Column<ArticleRow>[] {
  const { t } = useTranslation('setting');
  const titleOf = useTitle();
  const columnsOf = useColumnsOf(ARTICLE_WRITTEN);
  return useMemo(
    () =>
      columnsOf<ArticleRow>(
        {
          title: {
            title: t('article.title'),
            min: 240,
            grow: 2,
            render: (row) => {
              const [own, other] = titleOf(row);
              return <Two first={<Ellipsis>{own}</Ellipsis>} second={<Ellipsis>{other}</Ellipsis>} />;
            },
          },
          state: { field: 'published', width: 120, phone: 'state', render: ({ value }) => <State {...value} /> },
          published_on: {},
          pinned: {
            empty: ({ value }) => !value.pinned,
            render: ({ value }) => (value.pinned ? t('article.pinned') : '–'),
          },
          place: {},
        },
        ({ value }) => value,
      ),
    [t, columnsOf, titleOf],
  );
}
