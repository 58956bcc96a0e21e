import type { Handlers } from '../../http/handlers.ts';
import { changeAllowanceMetadata, changeMonthLock } from '../allowance/month.service.ts';
import { findSetting, listLocks, listMetadata } from './setting.queries.ts';
import { changeLock, changeXToggle, updateMetadata } from './setting.service.ts';

export const settingRoutes = {
  'setting.xToggle': async ({ db }) => findSetting(db),
  'setting.changeXToggle': changeXToggle,
  'setting.metadata': async ({ db }, { data_type }) => ({ results: await listMetadata(db, data_type) }),
  // What allowances are worth changes the months that are not closed.
  'setting.updateMetadata': (ctx, input) =>
    input.data_type === 'ALLOWANCE' ? changeAllowanceMetadata(ctx, input) : updateMetadata(ctx, input),
  'setting.locks': async ({ db }, { screen_name }) => ({ results: (await listLocks(db, screen_name)).rows }),
  // Months are closed and reopened where their figures are kept.
  'setting.changeLock': (ctx, { month, ...input }) =>
    month === null ? changeLock(ctx, { month, ...input }) : changeMonthLock(ctx, { month, ...input }),
} satisfies Partial<Handlers>;
