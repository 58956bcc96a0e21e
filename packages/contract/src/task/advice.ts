import { AGREEMENT_PERIODS } from '@darkroom/domain/blind-check/blind-check';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, showFigure } from '../endpoint.ts';
import { body, id, oneOf } from '../fields.ts';

const CAN_ASSIGN = anyOf('npn_assign_task', 'npn_do_any_task');

/** An editor in the order of the advice, with the facts behind it (domain/advice). */
const advisedEditor = z.object({
  user_id: z.int(),
  place: z.int(),
  score: z.number(),
  first: z.int(),
  passed: z.int(),
  done: z.int(),
  minutes: z.int(),
  open_tasks: z.int(),
  working: z.boolean(),
  of_customer: z.int(),
});

/** Rank of the selected editor in the advice: first, second or third, or lower and not advised. */
export const ADVICE_RANKS = ['first', 'near', 'other'] as const;

export const adviceEndpoints = {
  advice: defineEndpoint({
    name: 'task.advice',
    method: 'POST',
    path: '/api/task/advice',
    summary: 'Suggest editors for tasks, ranked with reasons',
    description: 'Nothing is assigned.',
    access: CAN_ASSIGN,
    lock: null,
    kind: 'read',
    input: body({ tasks: z.array(id()).min(1, 'required').max(500, 'too_many_items') }),
    output: z.object({
      results: z.array(advisedEditor),
      /** Shared category 2. Null if the tasks have several. */
      service_cat2_id: z.int().nullable(),
    }),
    errors: [],
    topics: ['task', 'user'],
    shows: { task: showFigure },
    addsUp: true,
  }),
  adviceReport: defineEndpoint({
    name: 'task.adviceReport',
    method: 'POST',
    path: '/api/task/advice-report',
    summary: 'Report how often suggested editors were assigned',
    description: 'Covers the workstreams the caller leads. Compares the results with and without the suggestion.',
    access: CAN_ASSIGN,
    lock: null,
    kind: 'read',
    input: body({ span: oneOf(AGREEMENT_PERIODS).default('quarter') }),
    output: z.object({
      results: z.array(
        z.object({
          choice: z.enum(ADVICE_RANKS),
          /** Tasks assigned this way, those that reached QC 1 since then, and those that passed it. */
          tasks: z.int(),
          first: z.int(),
          passed: z.int(),
        }),
      ),
    }),
    errors: [],
    topics: ['task'],
    shows: { task: showFigure },
    addsUp: true,
  }),
};

export type Advice = z.output<typeof advisedEditor>;
