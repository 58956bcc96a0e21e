import { article, type Article, type settingEndpoints } from '@darkroom/contract/setting';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { Day } from '@darkroom/domain/calendar/day';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { compareText } from '@darkroom/domain/text/order';
import { z } from 'zod';
import { createKey } from '../metadata/metadata-values.ts';

/** An article as saved in metadata. */
export const articleRow = z.object({ id: z.int(), key: z.string(), value: article, version: z.int() });
export type ArticleRow = z.output<typeof articleRow>;

/** Form values of an article, one per field. If two users change different fields, both changes are saved. */
export interface ArticleValues {
  title_vi: string;
  title_en: string;
  body_vi: string;
  body_en: string;
  published: boolean;
  published_on: Day;
  pinned: boolean;
  display_order: number | null;
}

export const toArticleValues = ({ value: { title, body, ...rest } }: ArticleRow): ArticleValues => ({
  title_vi: title.vi,
  title_en: title.en,
  body_vi: body.vi,
  body_en: body.en,
  ...rest,
});

export const emptyArticle = (today: Day): ArticleValues => ({
  title_vi: '',
  title_en: '',
  body_vi: '',
  body_en: '',
  published: false,
  published_on: today,
  pinned: false,
  display_order: null,
});

export const toArticle = ({
  title_vi,
  title_en,
  body_vi,
  body_en,
  display_order,
  ...rest
}: ArticleValues): Article => ({
  ...rest,
  title: { vi: title_vi, en: title_en },
  body: { vi: body_vi, en: body_en },
  display_order: display_order ?? null,
});

/** Converts a server error's field to the form's field: `value.title.vi` → `title_vi`. */
export const toFormField = (field: string): string => field.split('.').slice(1).join('_') || field;

/** URL parameter of the form for a new article, instead of an article's key. */
const NEW_ARTICLE = 'new';

/** Creates the key of a new article from its English title. It differs from all existing keys. */
export const createArticleKey = (title: string, rows: readonly ArticleRow[]): string =>
  createKey(title, new Set([NEW_ARTICLE, ...rows.map(({ key }) => key.replaceAll('-', '_'))])).replaceAll('_', '-');

/** Parses the articles in the metadata. Rows with a wrong shape are left out. */
export const parseArticles = (results: OutputOf<typeof settingEndpoints.metadata>['results']): ArticleRow[] =>
  results.flatMap((row) => articleRow.safeParse(row).data ?? []);

/**
 * Compares articles in display order for customers: pinned articles, then articles with a display order, then the newest (decision 103).
 */
function compareArticles(a: ArticleRow, b: ArticleRow): number {
  return (
    Number(b.value.pinned) - Number(a.value.pinned) ||
    (a.value.display_order ?? Infinity) - (b.value.display_order ?? Infinity) ||
    compareText(b.value.published_on, a.value.published_on) ||
    compareText(a.key, b.key)
  );
}

/** Returns the articles that match the filter. The search covers title and text in both languages. */
export function filterArticles(
  rows: readonly ArticleRow[],
  { text = '', published }: { text?: string | undefined; published?: boolean | undefined },
): ArticleRow[] {
  return rows
    .filter(({ value }) => published === undefined || value.published === published)
    .filter(({ value: { title, body } }) => foldedMatch([title.vi, title.en, body.vi, body.en].join(' '), text))
    .toSorted(compareArticles);
}
