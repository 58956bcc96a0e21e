import { canViewWholesale } from '@darkroom/contract/portal/portal';
import { can } from '@darkroom/domain/permission/access';
import { canViewPrivate } from '@darkroom/domain/staff/staff';
import type { Handlers } from '../../http/handlers.ts';
import { exportList } from './export.service.ts';
import { AUDIT } from './lists/audit.ts';
import { ALLOWANCES } from './lists/allowance.ts';
import { COMPLAINTS, CUSTOMERS, REQUESTS } from './lists/customer.ts';
import { JOBS, JOB_DETAILS } from './lists/job.ts';
import { PORTAL_JOBS, PORTAL_PRICES, PORTAL_REPORT, PORTAL_REQUESTS, WHOLESALE_PRICES } from './lists/portal.ts';
import { CATEGORIES, PRICES, PRICE_REPORT } from './lists/price.ts';
import { DUE_DATES, QUALITY, WORK } from './lists/report.ts';
import { GROUPS, HELD_PERMISSIONS, MEMBERS, TEAMS, WHOLE_MEMBERS } from './lists/staff.ts';
import { REWORKS, TASKS } from './lists/task.ts';

/** List behind each export endpoint. */
export const exportFiles = {
  'export.jobs': (ctx, input) => exportList(ctx, input, JOBS),
  'export.jobDetails': (ctx, input) => exportList(ctx, input, JOB_DETAILS),
  'export.tasks': (ctx, input) => exportList(ctx, input, TASKS),
  'export.redo': (ctx, input) => exportList(ctx, input, REWORKS),
  'export.audit': (ctx, input) => exportList(ctx, input, AUDIT),
  'export.prices': (ctx, input) => exportList(ctx, input, PRICES),
  'export.priceReport': (ctx, input) => exportList(ctx, input, PRICE_REPORT),
  'export.categories': (ctx, input) => exportList(ctx, input, CATEGORIES),
  'export.requests': (ctx, input) => exportList(ctx, input, REQUESTS),
  'export.customers': (ctx, input) => exportList(ctx, input, CUSTOMERS),
  'export.permissions': (ctx, input) => exportList(ctx, input, HELD_PERMISSIONS),
  'export.groups': (ctx, input) => exportList(ctx, input, GROUPS),
  'export.complaints': (ctx, input) => exportList(ctx, input, COMPLAINTS),
  'export.dueDates': (ctx, input) => exportList(ctx, input, DUE_DATES),
  'export.staff': (ctx, input) =>
    canViewPrivate(ctx.actor) ? exportList(ctx, input, WHOLE_MEMBERS) : exportList(ctx, input, MEMBERS),
  'export.portalPrices': (ctx, input) =>
    exportList(ctx, input, can(ctx.actor, canViewWholesale) ? WHOLESALE_PRICES : PORTAL_PRICES),
  'export.portalReport': (ctx, input) => exportList(ctx, input, PORTAL_REPORT),
  'export.portalJobs': (ctx, input) => exportList(ctx, input, PORTAL_JOBS),
  'export.portalRequests': (ctx, input) => exportList(ctx, input, PORTAL_REQUESTS),
  'export.work': (ctx, input) => exportList(ctx, input, WORK),
  'export.quality': (ctx, input) => exportList(ctx, input, QUALITY),
  'export.teams': (ctx, input) => exportList(ctx, input, TEAMS),
  'export.allowances': (ctx, input) => exportList(ctx, input, ALLOWANCES),
} satisfies Partial<Handlers>;
