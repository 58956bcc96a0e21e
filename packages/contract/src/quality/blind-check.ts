import { CAN_DECIDE_APPEALS } from '@darkroom/domain/appeal/access';
import { AGREEMENT_PERIODS } from '@darkroom/domain/blind-check/blind-check';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, showFigure } from '../endpoint.ts';
import { body, faultKinds, id, instant, notes, oneOf } from '../fields.ts';
import { taskRow } from '../task/task.ts';

const CAN_BLIND_CHECK = anyOf('npn_review_task');

/**
 * Fields of a blind check: the order, the link to the pictures and the quantities. It has no key for the task's status, people, faults or
 * times (decision 134).
 */
export const blindCheck = z
  .object({
    id: z.int().describe('ID of the blind check.'),
    held_until: instant().describe('Time until which the blind check is reserved for the caller.'),
  })
  .extend(
    taskRow.pick({
      workstream: true,
      sub_prod_id: true,
      job_name: true,
      job_link: true,
      job_notes: true,
      job_priority: true,
      customer2_id: true,
      service_cat2_id: true,
      quantity: true,
      detail_note: true,
      notes: true,
      x1: true,
      x2: true,
      x3: true,
    }).shape,
  );

/** Agreement of the blind checks. A share and its interval need enough checks. */
const agreement = {
  checked: z.int().describe('Number of blind checks.'),
  agreed: z.int().describe('Blind checks with the same result as QC.'),
  share: z.number().nullable().describe('`agreed` ÷ `checked` in percent. Null with too few checks.'),
  from: z
    .number()
    .nullable()
    .describe('Lower limit of the share with 95 % confidence, in percent. Null with too few checks.'),
  to: z
    .number()
    .nullable()
    .describe('Upper limit of the share with 95 % confidence, in percent. Null with too few checks.'),
};

export const blindCheckEndpoints = {
  mine: defineEndpoint({
    name: 'blindCheck.mine',
    method: 'POST',
    path: '/api/blind-check/mine',
    summary: 'Get the caller’s blind check in progress and the number they can still start',
    access: CAN_BLIND_CHECK,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      check: blindCheck.nullable().describe('Blind check in progress. Null if there is none.'),
      waiting: z.int().describe('Number of blind checks that the caller can start.'),
    }),
    errors: [],
    topics: ['blind_check'],
    shows: { blind_check: showFigure },
  }),
  take: defineEndpoint({
    name: 'blindCheck.take',
    method: 'POST',
    path: '/api/blind-check/take',
    summary: 'Start the next blind check, or return the one in progress',
    description: 'Returns null if none is waiting.',
    access: CAN_BLIND_CHECK,
    lock: 'task',
    kind: 'write',
    input: body({}),
    output: z.object({ check: blindCheck.nullable().describe('The started blind check. Null if none is waiting.') }),
    errors: [],
  }),
  submit: defineEndpoint({
    name: 'blindCheck.submit',
    method: 'POST',
    path: '/api/blind-check/submit',
    summary: 'Submit the result of the caller’s blind check',
    description: 'The task does not change.',
    access: CAN_BLIND_CHECK,
    lock: 'task',
    kind: 'write',
    input: body({
      id: id().describe('ID of the blind check.'),
      passed: z.boolean().describe('True if the work has no faults.'),
      fault_kinds: faultKinds().default([]).describe('Keys of the fault types found. Required if not passed.'),
      note: notes().default('').describe('Note of the result. Required if not passed.'),
    }),
    output: z.object({ id: z.int().describe('ID of the blind check.') }),
    errors: ['not_found', 'blind_check_closed', 'four_eyes', 'fault_required'],
  }),
  release: defineEndpoint({
    name: 'blindCheck.release',
    method: 'POST',
    path: '/api/blind-check/release',
    summary: 'Release the caller’s blind check',
    access: CAN_BLIND_CHECK,
    lock: 'task',
    kind: 'write',
    input: body({ id: id().describe('ID of the blind check.') }),
    output: z.object({ id: z.int().describe('ID of the blind check.') }),
    errors: ['not_found', 'blind_check_closed'],
  }),
  agreement: defineEndpoint({
    name: 'blindCheck.agreement',
    method: 'POST',
    path: '/api/blind-check/agreement',
    summary: 'Get the agreement between blind checks and QC results',
    description:
      'Leaders of a workstream get the agreement by pair and fault type. Other users get their own agreement.',
    access: CAN_DECIDE_APPEALS,
    lock: null,
    kind: 'read',
    input: body({
      span: oneOf(AGREEMENT_PERIODS)
        .default('quarter')
        .describe('Period up to now: 30 days (`month`), 91 days (`quarter`) or 365 days (`year`).'),
    }),
    output: z.object({
      own: z
        .object({
          passes: z.object(agreement).describe('Blind checks of tasks that the caller passed.'),
          checks_made: z.object(agreement).describe('Blind checks that the caller made.'),
        })
        .describe('Figures of the caller.'),
      led_workstreams: z
        .object(agreement)
        .nullable()
        .describe('Agreement in the workstreams that the caller leads. Null if they lead none.'),
      pairs: z
        .array(
          z.object({
            passed_by: z.int().describe('Account ID of the QC who passed the task.'),
            checked_by: z.int().describe('Account ID of the QC of the blind check.'),
            ...agreement,
          }),
        )
        .describe('Pairs of the QC who passed a task (at QC 1 or QC 2) and the QC of the blind check of that task.'),
      kinds: z
        .array(
          z.object({
            kind: z.string().describe('Key of the fault type.'),
            named: z.int().describe('Blind checks that found this fault type.'),
            checked: z.int().describe('Number of all these blind checks.'),
          }),
        )
        .describe(
          'Blind checks that found each fault type: in the workstreams of a leader, otherwise of the caller’s own passes.',
        ),
      found: z
        .array(
          z.object({
            id: z.int().describe('ID of the blind check.'),
            task_id: z.int(),
            sub_prod_id: z.string(),
            job_name: z.string(),
            checked_at: instant().describe('Time of the blind check.'),
            checked_by: z
              .int()
              .nullable()
              .describe('Account ID of the QC of the blind check. Null if the caller cannot view it.'),
            qc_1: z
              .int()
              .nullable()
              .describe('Account ID of the QC who passed the task at QC 1. Null if the caller cannot view it.'),
            qc_2: z
              .int()
              .nullable()
              .describe('Account ID of the QC who passed the task at QC 2. Null if the caller cannot view it.'),
            fault_kinds: z.array(z.string()).describe('Keys of the fault types found.'),
            note: z.string().describe('Note of the blind check.'),
          }),
        )
        .describe(
          'Newest blind checks that found a fault, with names for leaders. A QC receives those of tasks that they passed.',
        ),
    }),
    errors: [],
    topics: ['blind_check'],
    shows: { blind_check: showFigure },
    isPeriodReport: true,
  }),
};

export type BlindCheck = z.output<typeof blindCheck>;
export type BlindAgreement = z.output<typeof blindCheckEndpoints.agreement.output>;
