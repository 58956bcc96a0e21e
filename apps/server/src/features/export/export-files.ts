import { seesWholesale } from '@darkroom/contract/portal/portal';
import { can } from '@darkroom/domain/permission/access';
import { seesPrivate } from '@darkroom/domain/staff/staff';
import type { Handlers } from '../../http/handlers.ts';
import { exportList } from './export.service.ts';
import { ALLOWANCES } from './lists/allowance.ts';
import { COMPLAINTS, CUSTOMERS, REQUESTS } from './lists/customer.ts';
import { JOBS, JOB_DETAILS } from './lists/job.ts';
import { OWN_JOBS, OWN_PRICES, OWN_REPORT, OWN_REQUESTS, WHOLESALE_PRICES } from './lists/own.ts';
import { CATEGORIES, PRICES, PRICE_REPORT } from './lists/price.ts';
import { PROMISES, QUALITY, WORK } from './lists/report.ts';
import { GROUPS, HELD_PERMISSIONS, MEMBERS, TEAMS, WHOLE_MEMBERS } from './lists/staff.ts';
import { REWORKS, TASKS } from './lists/task.ts';

/** The list of each call that answers a file. */
export const exportFiles = {
  'export.jobs': (ctx, input) => exportList(ctx, input, JOBS),
  'export.jobDetails': (ctx, input) => exportList(ctx, input, JOB_DETAILS),
  'export.tasks': (ctx, input) => exportList(ctx, input, TASKS),
  'export.redo': (ctx, input) => exportList(ctx, input, REWORKS),
  'export.prices': (ctx, input) => exportList(ctx, input, PRICES),
  'export.priceReport': (ctx, input) => exportList(ctx, input, PRICE_REPORT),
  'export.categories': (ctx, input) => exportList(ctx, input, CATEGORIES),
  'export.requests': (ctx, input) => exportList(ctx, input, REQUESTS),
  'export.customers': (ctx, input) => exportList(ctx, input, CUSTOMERS),
  'export.permissions': (ctx, input) => exportList(ctx, input, HELD_PERMISSIONS),
  'export.groups': (ctx, input) => exportList(ctx, input, GROUPS),
  'export.complaints': (ctx, input) => exportList(ctx, input, COMPLAINTS),
  'export.promises': (ctx, input) => exportList(ctx, input, PROMISES),
  'export.staff': (ctx, input) =>
    seesPrivate(ctx.actor) ? exportList(ctx, input, WHOLE_MEMBERS) : exportList(ctx, input, MEMBERS),
  'export.ownPrices': (ctx, input) =>
    exportList(ctx, input, can(ctx.actor, seesWholesale) ? WHOLESALE_PRICES : OWN_PRICES),
  'export.ownReport': (ctx, input) => exportList(ctx, input, OWN_REPORT),
  'export.ownJobs': (ctx, input) => exportList(ctx, input, OWN_JOBS),
  'export.ownRequests': (ctx, input) => exportList(ctx, input, OWN_REQUESTS),
  'export.work': (ctx, input) => exportList(ctx, input, WORK),
  'export.quality': (ctx, input) => exportList(ctx, input, QUALITY),
  'export.teams': (ctx, input) => exportList(ctx, input, TEAMS),
  'export.allowances': (ctx, input) => exportList(ctx, input, ALLOWANCES),
} satisfies Partial<Handlers>;
