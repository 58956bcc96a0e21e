import { article, type Article, type settingEndpoints } from '@darkroom/contract/setting';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { Day } from '@darkroom/domain/calendar/day';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { compareText } from '@darkroom/domain/text/order';
import { z } from 'zod';
import { keyFor } from '../metadata/metadata-values.ts';

/** An article as metadata holds it. */
export const articleRow = z.object({ id: z.int(), key: z.string(), value: article, version: z.int() });
export type ArticleRow = z.output<typeof articleRow>;

/** An article as its form holds it: field by field, so that two people who changed different ones keep both. */
export interface ArticleValues {
  title_vi: string;
  title_en: string;
  body_vi: string;
  body_en: string;
  published: boolean;
  published_on: Day;
  pinned: boolean;
  place: number | null;
}

export const valuesOf = ({ value: { title, body, ...rest } }: ArticleRow): ArticleValues => ({
  title_vi: title.vi,
  title_en: title.en,
  body_vi: body.vi,
  body_en: body.en,
  ...rest,
});

/** What is written in an article that is new. */
export const emptyArticle = (today: Day): ArticleValues => ({
  title_vi: '',
  title_en: '',
  body_vi: '',
  body_en: '',
  published: false,
  published_on: today,
  pinned: false,
  place: null,
});

export const articleOf = ({ title_vi, title_en, body_vi, body_en, place, ...rest }: ArticleValues): Article => ({
  ...rest,
  title: { vi: title_vi, en: title_en },
  body: { vi: body_vi, en: body_en },
  place: place ?? null,
});

/** Where a refused part of an article stands in its form: `value.title.vi` → `title_vi`. */
export const placeOf = (field: string): string => field.split('.').slice(1).join('_') || field;

/** What stands in the address in an article's place while a new one is written. */
const FORM = 'new';

/** The key of a new article, made from its English title; never one that is taken. */
export const articleKey = (title: string, rows: readonly ArticleRow[]): string =>
  keyFor(title, new Set([FORM, ...rows.map(({ key }) => key.replaceAll('-', '_'))])).replaceAll('_', '-');

/** What of the metadata are articles: all of it but what somebody broke by hand. */
export const articlesIn = (results: OutputOf<typeof settingEndpoints.metadata>['results']): ArticleRow[] =>
  results.flatMap((row) => articleRow.safeParse(row).data ?? []);

/** In the order customers see them: pinned, then those with a place by it, then the newest (decision 103). */
function before(a: ArticleRow, b: ArticleRow): number {
  return (
    Number(b.value.pinned) - Number(a.value.pinned) ||
    (a.value.place ?? Infinity) - (b.value.place ?? Infinity) ||
    compareText(b.value.published_on, a.value.published_on) ||
    compareText(a.key, b.key)
  );
}

/** The articles of a filter; a text is looked for in titles and words of both languages. */
export function shownArticles(
  rows: readonly ArticleRow[],
  { text = '', published }: { text?: string | undefined; published?: boolean | undefined },
): ArticleRow[] {
  return rows
    .filter(({ value }) => published === undefined || value.published === published)
    .filter(({ value: { title, body } }) => foldedMatch([title.vi, title.en, body.vi, body.en].join(' '), text))
    .toSorted(before);
}
