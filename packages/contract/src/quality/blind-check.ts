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
export const blindCheck = z.object({ id: z.int(), held_until: instant() }).extend(
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
  checked: z.int(),
  agreed: z.int(),
  share: z.number().nullable(),
  from: z.number().nullable(),
  to: z.number().nullable(),
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
    output: z.object({ check: blindCheck.nullable(), waiting: z.int() }),
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
    output: z.object({ check: blindCheck.nullable() }),
    errors: [],
  }),
  answer: defineEndpoint({
    name: 'blindCheck.answer',
    method: 'POST',
    path: '/api/blind-check/answer',
    summary: 'Submit the result of the caller’s blind check',
    description: 'The task does not change.',
    access: CAN_BLIND_CHECK,
    lock: 'task',
    kind: 'write',
    input: body({
      id: id(),
      passed: z.boolean(),
      fault_kinds: faultKinds().default([]),
      note: notes().default(''),
    }),
    output: z.object({ id: z.int() }),
    errors: ['not_found', 'check_over', 'four_eyes', 'fault_required'],
  }),
  release: defineEndpoint({
    name: 'blindCheck.release',
    method: 'POST',
    path: '/api/blind-check/release',
    summary: 'Release the caller’s blind check',
    access: CAN_BLIND_CHECK,
    lock: 'task',
    kind: 'write',
    input: body({ id: id() }),
    output: z.object({ id: z.int() }),
    errors: ['not_found', 'check_over'],
  }),
  agreement: defineEndpoint({
    name: 'blindCheck.agreement',
    method: 'POST',
    path: '/api/blind-check/agreement',
    summary: 'Get the agreement of blind checks',
    description: 'Leaders of a workstream get it by pair and fault type. Others get their own.',
    access: CAN_DECIDE_APPEALS,
    lock: null,
    kind: 'read',
    input: body({ span: oneOf(AGREEMENT_PERIODS).default('quarter') }),
    output: z.object({
      /** Blind checks of tasks that the caller passed, and blind checks that the caller made. */
      own: z.object({ passes: z.object(agreement), checks_made: z.object(agreement) }),
      /** Agreement in the workstreams that the caller leads. Null: none. */
      led_workstreams: z.object(agreement).nullable(),
      /** Pairs of the QC who passed a task (at QC 1 or QC 2) and the QC of its blind check. */
      pairs: z.array(z.object({ passed_by: z.int(), checked_by: z.int(), ...agreement })),
      /** Blind checks that named each fault type, out of all counted here: a leader's workstreams, or the caller's own passes. */
      kinds: z.array(z.object({ kind: z.string(), named: z.int(), checked: z.int() })),
      /** Newest blind checks that found a fault, with names for leaders. A QC sees those of tasks that they passed. */
      found: z.array(
        z.object({
          id: z.int(),
          task_id: z.int(),
          sub_prod_id: z.string(),
          job_name: z.string(),
          checked_at: instant(),
          checked_by: z.int().nullable(),
          qc_1: z.int().nullable(),
          qc_2: z.int().nullable(),
          fault_kinds: z.array(z.string()),
          note: z.string(),
        }),
      ),
    }),
    errors: [],
    topics: ['blind_check'],
    shows: { blind_check: showFigure },
    addsUp: true,
  }),
};

export type BlindCheck = z.output<typeof blindCheck>;
export type BlindAgreement = z.output<typeof blindCheckEndpoints.agreement.output>;
