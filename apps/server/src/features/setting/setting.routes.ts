import type { Handlers } from '../../http/handlers.ts';
import { findSetting, listLocks, listMetadata } from './setting.queries.ts';
import { changeLock, changeXToggle, updateMetadata } from './setting.service.ts';

export const settingRoutes = {
  'setting.xToggle': async ({ db }) => findSetting(db),
  'setting.changeXToggle': changeXToggle,
  'setting.metadata': async ({ db }, { data_type }) => ({ results: await listMetadata(db, data_type) }),
  'setting.updateMetadata': updateMetadata,
  'setting.locks': async ({ db }, { screen_name }) => ({ results: (await listLocks(db, screen_name)).rows }),
  'setting.changeLock': changeLock,
} satisfies Partial<Handlers>;
