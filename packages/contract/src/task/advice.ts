import { AGREEMENT_PERIODS } from '@darkroom/domain/blind-check/blind-check';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, showFigure } from '../endpoint.ts';
import { body, id, oneOf } from '../fields.ts';

const CAN_ASSIGN = anyOf('npn_assign_task', 'npn_do_any_task');

/** An editor in the order of the advice, with the facts behind it (domain/advice). */
const advisedEditor = z.object({
  user_id: z.int().describe('Account ID of the editor.'),
  rank: z.int().describe('Rank. 1 is the best.'),
  score: z.number().describe('Points behind the rank, to one decimal. 100 is a yield of 100 % without open work.'),
  first: z.int().describe('Tasks of the same categories in the last 12 weeks that reached their first QC 1 check.'),
  passed: z.int().describe('Tasks of `first` that passed their first QC 1 check.'),
  done: z.int().describe('Completed tasks of the same categories in the last 12 weeks.'),
  minutes: z.int().describe('Estimated minutes of the editor’s open tasks.'),
  open_tasks: z.int().describe('Number of the editor’s open tasks.'),
  working: z.boolean().describe('True if the editor took a step within the last hour.'),
  of_customer: z.int().describe('Completed tasks for the same customers in the last 52 weeks.'),
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
    input: body({
      tasks: z.array(id()).min(1, 'required').max(500, 'too_many_items').describe('IDs of the tasks to assign.'),
    }),
    output: z.object({
      results: z.array(advisedEditor),
      service_cat2_id: z.int().nullable().describe('Shared category 2. Null if the tasks have several.'),
    }),
    errors: [],
    topics: ['task', 'user', 'leave'],
    shows: { task: showFigure },
    isPeriodReport: true,
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
    input: body({
      span: oneOf(AGREEMENT_PERIODS)
        .default('quarter')
        .describe('Period up to now: 30 days (`month`), 91 days (`quarter`) or 365 days (`year`).'),
    }),
    output: z.object({
      results: z.array(
        z.object({
          choice: z
            .enum(ADVICE_RANKS)
            .describe('Rank of the assigned editor: first (`first`), second or third (`near`), or lower (`other`).'),
          tasks: z.int().describe('Tasks assigned to an editor of this rank.'),
          first: z.int().describe('Tasks that have reached their first QC 1 check since then.'),
          passed: z.int().describe('Tasks that passed their first QC 1 check.'),
        }),
      ),
    }),
    errors: [],
    topics: ['task'],
    shows: { task: showFigure },
    isPeriodReport: true,
  }),
};

export type Advice = z.output<typeof advisedEditor>;
