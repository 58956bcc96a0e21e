import { addDays, dayOf, type Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { ARTICLES } from './tables/articles-table.ts';

/** The info hub of the demo's customers: eight articles, published over the months before. */
export async function seedArticles(db: Database, now: Instant): Promise<void> {
  const rows = ARTICLES.map(({ key, daysAgo, ...article }) => ({
    data_type: 'INFO_HUB',
    key,
    value: sql<never>`${JSON.stringify({ ...article, published: true, published_on: addDays(dayOf(now), -daysAgo) })}::jsonb`,
  }));
  await db.insertInto('metadata').values(rows).execute();
}
