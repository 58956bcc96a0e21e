import { APPEAL_STATES } from '@darkroom/domain/appeal/appeal';
import { z } from 'zod';
import { instant } from '../fields.ts';
import { taskStatus } from './filter.ts';

/** What its editor answered to a fault, and what was decided (decision 133): as it stands beside the fault. */
export const faultAppeal = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(APPEAL_STATES),
  reason: z.string(),
  made_by: z.int(),
  made_at: instant(),
  decided_by: z.int().nullable(),
  decided_at: instant().nullable(),
  /** Why it was decided so. */
  decision: z.string().nullable(),
});
export type FaultAppeal = z.output<typeof faultAppeal>;

/** A step of a task, as its history tells it (spec §4). */
export const taskEvent = z.object({
  id: z.int(),
  action: z.string(),
  event: z.int().nullable(),
  from_status: taskStatus().nullable(),
  to_status: taskStatus(),
  user_id: z.int().nullable(),
  at: instant(),
  x1: z.int(),
  x2: z.int(),
  x3: z.int(),
  note: z.string().nullable(),
  fault_kinds: z.array(z.string()).nullable(),
  /** What was wrong, where `note` is the reason of an admin update that says so. */
  fault_note: z.string().nullable(),
  /** Where it is a fault that its editor answered: what was said and decided (decision 133). */
  appeal: faultAppeal.nullable(),
});

export type TaskEventRow = z.output<typeof taskEvent>;
