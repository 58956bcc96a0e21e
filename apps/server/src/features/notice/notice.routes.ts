import type { Handlers } from '../../http/handlers.ts';
import { keepPreferences, listNotices, readPreferences, seeNotices } from './notice-read.service.ts';

export const noticeRoutes = {
  'notice.list': listNotices,
  'notice.seen': seeNotices,
  'notice.preferences': readPreferences,
  'notice.prefer': keepPreferences,
} satisfies Partial<Handlers>;
