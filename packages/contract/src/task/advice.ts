import { LOOK_SPANS } from '@darkroom/domain/blind-check/blind-check';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, figure } from '../endpoint.ts';
import { body, id, oneOf } from '../fields.ts';

const HANDS_OUT = anyOf('npn_assign_task', 'npn_do_any_task');

/** An editor in the order of the advice, with the facts behind it (domain/advice). */
const advised = z.object({
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
export const CHOICES = ['first', 'near', 'other'] as const;

export const adviceEndpoints = {
  advice: defineEndpoint({
    name: 'task.advice',
    method: 'POST',
    path: '/api/task/advice',
    summary: 'Suggest editors for tasks, ranked with reasons. Nothing is assigned.',
    access: HANDS_OUT,
    lock: null,
    kind: 'read',
    input: body({ tasks: z.array(id()).min(1, 'required').max(500, 'too_many_items') }),
    output: z.object({
      results: z.array(advised),
      /** Shared category 2. Null if the tasks have several. */
      service_cat2_id: z.int().nullable(),
    }),
    errors: [],
    topics: ['task', 'user'],
    shows: { task: figure },
    addsUp: true,
  }),
  adviceReport: defineEndpoint({
    name: 'task.adviceReport',
    method: 'POST',
    path: '/api/task/advice-report',
    summary:
      'Report how often suggestions were followed in the workstreams the caller leads, and the results either way',
    access: HANDS_OUT,
    lock: null,
    kind: 'read',
    input: body({ span: oneOf(LOOK_SPANS).default('quarter') }),
    output: z.object({
      results: z.array(
        z.object({
          choice: z.enum(CHOICES),
          /** Tasks assigned this way, those that reached QC 1 since then, and those that passed it. */
          tasks: z.int(),
          first: z.int(),
          passed: z.int(),
        }),
      ),
    }),
    errors: [],
    topics: ['task'],
    shows: { task: figure },
    addsUp: true,
  }),
};

export type Advice = z.output<typeof advised>;
