import type { JobDetailRow } from '@darkroom/contract/job/many';
import type { RedoRow } from '@darkroom/contract/request/redo';
import type { TaskRow } from '@darkroom/contract/task/task';
import { categoryRows, type CategoryRow } from '@darkroom/domain/category/tree';
import { readCategories } from '../../category/category.service.ts';
import { readDetailRows, readJobs } from '../../job/job-read.service.ts';
import { detailListing, jobListing } from '../../job/job.service.ts';
import { withForecasts, type ForecastJob } from '../../forecast/promise-report.service.ts';
import { readRedoRows, redoListing } from '../../redo/redo.service.ts';
import { readTaskRows } from '../../task/task-move.service.ts';
import { taskListing } from '../../task/task.service.ts';
import { categoryLayout, categoryLines } from '../layouts/category-layout.ts';
import { detailPrint, detailSheet, jobPrint, jobSheet } from '../layouts/job-layout.ts';
import { paged, whole } from '../source.ts';
import { redoPrint, redoSheet, taskPrint, taskSheet } from '../layouts/task-layout.ts';
import type { Exported, FilterOf } from '../exported.ts';

/** The job list as a file. */
export const JOBS: Exported<FilterOf<'export.jobs'>, ForecastJob> = {
  name: 'jobs',
  title: 'job:title',
  source: paged(jobListing, async (db, ids, actor) => withForecasts(db, await readJobs(db, ids, actor))),
  xlsx: jobSheet,
  pdf: jobPrint,
};

/** The list of job details as a file. */
export const JOB_DETAILS: Exported<FilterOf<'export.jobDetails'>, JobDetailRow> = {
  name: 'jobDetails',
  title: 'job:byDetail.title',
  source: paged(detailListing, readDetailRows),
  xlsx: detailSheet,
  pdf: detailPrint,
};

/** The task list as a file: the tasks the actor may see (domain §2). */
export const TASKS: Exported<FilterOf<'export.tasks'>, TaskRow> = {
  name: 'tasks',
  title: 'task:title',
  source: paged(taskListing, readTaskRows),
  xlsx: taskSheet,
  pdf: taskPrint,
};

/** The rework list as a file. */
export const REDO: Exported<FilterOf<'export.redo'>, RedoRow> = {
  name: 'redo',
  title: 'redo:title',
  source: paged(redoListing, readRedoRows),
  xlsx: redoSheet,
  pdf: redoPrint,
};

/** The catalogue as a file. */
export const CATEGORIES: Exported<FilterOf<'export.categories'>, CategoryRow> = {
  name: 'categories',
  title: 'category:title',
  source: whole(async ({ db }, filter) => categoryLines(categoryRows(await readCategories(db), filter))),
  xlsx: categoryLayout,
  pdf: categoryLayout,
};
