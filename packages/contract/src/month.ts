import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { body, month } from './fields.ts';

const count = () => z.int().nullable();

/** Figures of a month. Each is the total of its own list, and null for callers without access to that list. */
const figures = z.object({
  orders: count().describe('Jobs with a job date in the month.'),
  delivered: count().describe('Jobs with a due date that were completed in the month.'),
  late: count().describe('Delivered jobs that were completed after their due date.'),
  quantity: count().describe('Pieces of tasks that were first completed in the month.'),
  amount: z.number().nullable().describe('Amount of these pieces in the bureau’s currency, without unpriced pieces.'),
  faults: count().describe('Checks that found a fault.'),
  rework: count().describe('Tasks that were sent to rework.'),
  complaints: count().describe('Complaints of customers.'),
});
export type MonthFigures = z.output<typeof figures>;

export const monthEndpoints = {
  summary: defineEndpoint({
    name: 'month.summary',
    method: 'POST',
    path: '/api/month/summary',
    summary: 'Get the figures of a month and of the month before',
    access: anyOf('npn_view_customer', 'npn_assign_task'),
    lock: null,
    kind: 'read',
    input: body({ month: month().describe('The month, `YYYY-MM`, in Vietnam time (UTC+7).') }),
    output: z.object({
      now: figures.describe('Figures of the month.'),
      before: figures.describe('Figures of the month before.'),
    }),
    errors: [],
    topics: ['job', 'task', 'request', 'price', 'forecast'],
    isPeriodReport: true,
  }),
};
