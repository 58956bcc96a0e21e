import { readPriceReport } from '../../price/price-report.service.ts';
import { readPromises } from '../../forecast/promise-report.service.ts';
import { readQuality } from '../../quality/quality.service.ts';
import { isReportTotal, reportLayout, reportLines, type ReportFileLine } from '../layouts/price-layout.ts';
import {
  isOfAll as isPromiseTotal,
  promiseLines,
  promisePrint,
  promiseSheet,
  promisesBeside,
  type PromiseFileLine,
} from '../layouts/promise-layout.ts';
import { readNames } from '../words/names.ts';
import {
  isOfAll as isQualityTotal,
  qualityLayout,
  qualityLines,
  type QualityFileLine,
} from '../layouts/quality-layout.ts';
import { dayOf } from '@darkroom/domain/calendar/day';
import { readWork } from '../../work/work.service.ts';
import { isOfAll as isWorkTotal, workLayout, workLines, type WorkFileLine } from '../layouts/work-layout.ts';
import { whole } from '../source.ts';
import { fromTo, fromToCounted, type Exported, type FilterOf } from '../exported.ts';

/** The price report as a file. */
export const PRICE_REPORT: Exported<FilterOf<'export.priceReport'>, ReportFileLine> = {
  name: 'priceReport',
  title: 'price:report.title',
  period: fromToCounted,
  source: whole(async (ctx, filter) => reportLines(await readPriceReport(ctx, filter)), isReportTotal),
  xlsx: reportLayout,
  pdf: reportLayout,
};

/** The report of kept promises as a file (decision 127). */
export const PROMISES: Exported<FilterOf<'export.promises'>, PromiseFileLine> = {
  name: 'promises',
  title: 'promises:title',
  period: ({ month_from, month_to }) => `${month_from}_${month_to}`,
  source: whole(async (ctx, filter) => promiseLines(await readPromises(ctx, filter)), isPromiseTotal),
  xlsx: promiseSheet,
  pdf: promisePrint,
  beside: promisesBeside,
};

/** The quality report as a file. */
export const QUALITY: Exported<FilterOf<'export.quality'>, QualityFileLine> = {
  name: 'quality',
  title: 'quality:title',
  period: fromTo,
  source: whole(
    async (ctx, filter) => qualityLines(filter.by, await readQuality(ctx, filter), await readNames(ctx.db, 'vi')),
    isQualityTotal,
  ),
  xlsx: qualityLayout,
  pdf: qualityLayout,
};

/** A person's work as a file. */
export const WORK: Exported<FilterOf<'export.work'>, WorkFileLine> = {
  name: 'work',
  title: 'work:title',
  source: whole(
    async (ctx, filter) => workLines(filter.staff_id ?? ctx.actor.user_id, await readWork(ctx, filter), dayOf(ctx.now)),
    isWorkTotal,
  ),
  xlsx: workLayout,
  pdf: workLayout,
};
