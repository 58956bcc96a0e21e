import { fail } from '../../http/answer/fail.ts';
import type { Handlers } from '../../http/handlers.ts';
import { keepPreference, listPreferences } from './view.queries.ts';
import { readViews, removeView, saveView } from './view.service.ts';

export const viewRoutes = {
  'view.list': readViews,
  'view.save': saveView,
  'view.delete': removeView,
  'view.preferences': async ({ db, actor }) =>
    Object.fromEntries((await listPreferences(db, actor.user_id)).map(({ key, value }) => [key, value])),
  'view.prefer': async ({ db, actor }, { key, value }) => {
    if (!(await keepPreference(db, actor.user_id, key, value))) throw fail('too_many_kept');
    return {};
  },
} satisfies Partial<Handlers>;
