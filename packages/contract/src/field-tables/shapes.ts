import type { z } from 'zod';
import { cat1Record, cat2Record, serviceTypeRecord } from '../category.ts';
import { customerRow } from '../customer/customer.ts';
import { job, jobDetail } from '../job/job.ts';
import { priceRow, reportLine } from '../price/price.ts';
import { quoteRow } from '../request/quote.ts';
import { redoRow } from '../request/redo.ts';
import { requestRow } from '../request/request.ts';
import { settingEndpoints } from '../setting.ts';
import { member } from '../staff/staff.ts';
import { leave } from '../staff/leave.ts';
import { team } from '../staff/team.ts';
import { taskRow } from '../task/task.ts';
import { groupRow, permissionEndpoints } from '../user/group.ts';
import { webhook } from '../webhook/webhook.ts';
import { CAT1, CAT2, SERVICE_TYPE, LOCK, WEBHOOK, X_TOGGLE } from './setting.ts';
import { CUSTOMER, CUSTOMER_DETAIL, PRICE, REPORT_LINE, QUOTE, REQUEST } from './customer.ts';
import type { Fields } from './field.ts';
import { GROUP, LEAVE, PERMISSION, STAFF, TEAM } from './staff.ts';
import { JOB, JOB_DETAIL, REDO, TASK } from './job.ts';

const [wholeMember] = member.options;

/** Each record's wire shape with its field table, for the API documentation and tests. The web uses the tables without these shapes. */
export const RECORD_SHAPES: readonly (readonly [noun: string, shape: z.ZodObject, fields: Fields])[] = [
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
  ['leave', leave, LEAVE],
  ['group', groupRow, GROUP],
  ['permission', permissionEndpoints.list.output.shape.results.element, PERMISSION],
  ['webhook', webhook, WEBHOOK],
  ['x-toggle', settingEndpoints.xToggle.output, X_TOGGLE],
  ['lock', settingEndpoints.locks.output.shape.results.element, LOCK],
];
