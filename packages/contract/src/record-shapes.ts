import type { z } from 'zod';
import { cat1Record, cat2Record, serviceTypeRecord } from './category.ts';
import { customerRow } from './customer.ts';
import { groupRow } from './group.ts';
import { job, jobDetail } from './job.ts';
import { permissionEndpoints } from './permission.ts';
import { priceRow, reportLine } from './price.ts';
import { quoteRow } from './quote.ts';
import { redoRow } from './redo.ts';
import { requestRow } from './request.ts';
import { settingEndpoints } from './setting.ts';
import { member } from './staff.ts';
import { taskRow } from './task.ts';
import { team } from './team.ts';
import { webhook } from './webhook.ts';
import { CAT1, CAT2, SERVICE_TYPE } from './records/category.ts';
import { CUSTOMER, CUSTOMER_DETAIL } from './records/customer.ts';
import type { Fields } from './records/field.ts';
import { GROUP, PERMISSION } from './records/group.ts';
import { JOB, JOB_DETAIL } from './records/job.ts';
import { PRICE, REPORT_LINE } from './records/price.ts';
import { QUOTE } from './records/quote.ts';
import { REDO } from './records/redo.ts';
import { REQUEST } from './records/request.ts';
import { LOCK, WEBHOOK, X_TOGGLE } from './records/setting.ts';
import { STAFF } from './records/staff.ts';
import { TASK } from './records/task.ts';
import { TEAM } from './records/team.ts';

const [wholeMember] = member.options;

/**
 * Each record's shape on the wire beside its table, for what describes the wire: the API's documentation and tests. The tables
 * themselves are data alone, and this is not for the web.
 */
export const SHAPES: readonly (readonly [noun: string, shape: z.ZodObject, fields: Fields])[] = [
  ['task', taskRow, TASK],
  ['rework', redoRow, REDO],
  ['job', job, JOB],
  ['job detail', jobDetail, JOB_DETAIL],
  ['service type', serviceTypeRecord, SERVICE_TYPE],
  ['category 1', cat1Record, CAT1],
  ['category 2', cat2Record, CAT2],
  ['customer', customerRow, CUSTOMER],
  ['detail record', customerRow.shape.details, CUSTOMER_DETAIL],
  ['price', priceRow, PRICE],
  ['line of the price report', reportLine, REPORT_LINE],
  ['request', requestRow, REQUEST],
  ['quote', quoteRow, QUOTE],
  ['member', wholeMember, STAFF],
  ['team', team, TEAM],
  ['group', groupRow, GROUP],
  ['permission', permissionEndpoints.list.output.shape.results.element, PERMISSION],
  ['webhook', webhook, WEBHOOK],
  ['x-toggle', settingEndpoints.xToggle.output, X_TOGGLE],
  ['lock', settingEndpoints.locks.output.shape.results.element, LOCK],
];
