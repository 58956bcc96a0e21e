import { DECIDES_APPEALS } from '@darkroom/domain/appeal/access';
import { LOOK_SPANS } from '@darkroom/domain/calibration/calibration';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, figure } from '../endpoint.ts';
import { body, faultKinds, id, instant, notes, oneOf } from '../fields.ts';
import { taskRow } from '../task/task.ts';

const CHECKS = anyOf('npn_review_task');

/**
 * What a blind check shows: what was asked, where the pictures are, what was counted. No key of it says how the task stands, who had
 * a part in it, what was found or when (decision 134).
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

/** How far the second look agreed; a share and its interval only of enough of them. */
const agreement = {
  checked: z.int(),
  agreed: z.int(),
  share: z.number().nullable(),
  from: z.number().nullable(),
  to: z.number().nullable(),
};

export const calibrationEndpoints = {
  mine: defineEndpoint({
    name: 'calibration.mine',
    method: 'POST',
    path: '/api/blind-check/mine',
    summary: 'Get the blind check the caller has started, and how many more they can start',
    access: CHECKS,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ check: blindCheck.nullable(), waiting: z.int() }),
    errors: [],
    topics: ['calibration'],
    shows: { calibration: figure },
  }),
  take: defineEndpoint({
    name: 'calibration.take',
    method: 'POST',
    path: '/api/blind-check/take',
    summary: 'Start the next blind check, or return the one in progress; null when none is waiting',
    access: CHECKS,
    lock: 'task',
    kind: 'write',
    input: body({}),
    output: z.object({ check: blindCheck.nullable() }),
    errors: [],
  }),
  answer: defineEndpoint({
    name: 'calibration.answer',
    method: 'POST',
    path: '/api/blind-check/answer',
    summary: 'Submit the result of the caller’s blind check. The task does not change.',
    access: CHECKS,
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
    name: 'calibration.release',
    method: 'POST',
    path: '/api/blind-check/release',
    summary: 'Release the caller’s blind check',
    access: CHECKS,
    lock: 'task',
    kind: 'write',
    input: body({ id: id() }),
    output: z.object({ id: z.int() }),
    errors: ['not_found', 'check_over'],
  }),
  agreement: defineEndpoint({
    name: 'calibration.agreement',
    method: 'POST',
    path: '/api/blind-check/agreement',
    summary:
      'Get the agreement of blind checks: the caller’s own, or by pair and fault type for someone who leads a workstream',
    access: DECIDES_APPEALS,
    lock: null,
    kind: 'read',
    input: body({ span: oneOf(LOOK_SPANS).default('quarter') }),
    output: z.object({
      /** What one passed and others looked at again; what one looked at again oneself. */
      own: z.object({ passes: z.object(agreement), looks: z.object(agreement) }),
      /** Of the workstreams one leads; null: one leads none. */
      whole: z.object(agreement).nullable(),
      /** Whoever passed it (at QC 1 or QC 2) and whoever looked again. */
      pairs: z.array(z.object({ passed_by: z.int(), checked_by: z.int(), ...agreement })),
      /** In how many looks a kind was named, of all that are counted here: a leader's workstreams, or one's own passes. */
      kinds: z.array(z.object({ kind: z.string(), named: z.int(), checked: z.int() })),
      /** The newest looks that found something. People are named to who leads; a checker sees those of what they passed. */
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
    topics: ['calibration'],
    shows: { calibration: figure },
    addsUp: true,
  }),
};

export type BlindCheck = z.output<typeof blindCheck>;
export type BlindAgreement = z.output<typeof calibrationEndpoints.agreement.output>;
