import { ARTICLE_COLUMNS } from '@darkroom/contract/field-tables/setting';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useIsDark } from '../../../lib/device.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { Dot } from '../../../entities/status/status-dot.tsx';
import { TwoLines } from '../../../ui/data-table/columns/two-lines.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import { useFieldColumns } from '../../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import type { ArticleRow } from './article-record.ts';

const GREEN = { light: '#389E0D', dark: '#6ABE39' };
const GREY = '#8C8C8C';

/** State of an article with a dot: published, scheduled or draft. */
function ArticleState({ published, published_on }: ArticleRow['value']) {
  const { t } = useTranslation('setting');
  const green = GREEN[useIsDark() ? 'dark' : 'light'];
  const isScheduled = useToday() < published_on;
  if (!published) return <Dot color={GREY} label={t('article.state.false')} />;
  return (
    <Dot color={isScheduled ? GREY : green} label={t(isScheduled ? 'article.state.scheduled' : 'article.state.true')} />
  );
}

const useArticleTitles = () => {
  const vietnamese = useTranslation().i18n.resolvedLanguage === 'vi';
  return vietnamese
    ? ({ value }: ArticleRow) => [value.title.vi, value.title.en] as const
    : ({ value }: ArticleRow) => [value.title.en, value.title.vi] as const;
};

export function useArticleColumns(): readonly TableColumn<ArticleRow>[] {
  const { t } = useTranslation('setting');
  const getTitles = useArticleTitles();
  const columnsOf = useFieldColumns(ARTICLE_COLUMNS);
  return useMemo(
    () =>
      columnsOf<ArticleRow>(
        {
          title: {
            title: t('article.title'),
            min: 240,
            grow: 2,
            render: (row) => {
              const [mainTitle, otherTitle] = getTitles(row);
              return <TwoLines first={<Ellipsis>{mainTitle}</Ellipsis>} second={<Ellipsis>{otherTitle}</Ellipsis>} />;
            },
          },
          state: { field: 'published', width: 120, phone: 'state', render: ({ value }) => <ArticleState {...value} /> },
          published_on: {},
          pinned: {
            empty: ({ value }) => !value.pinned,
            render: ({ value }) => (value.pinned ? t('article.pinned') : '–'),
          },
          display_order: {},
        },
        ({ value }) => value,
      ),
    [t, columnsOf, getTitles],
  );
}
