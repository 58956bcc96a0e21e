import type { Instant } from '../calendar/day.ts';
import type { Workstream } from '../customer/enums.ts';
import type { TaskStatus } from './status.ts';

/** Fields of a task that the rules need, in server rows and list rows. */
export interface TaskState {
  readonly status: TaskStatus;
  readonly workstream: Workstream;
  readonly editor: number | null;
  readonly first_qc: number | null;
  readonly second_qc: number | null;
  readonly supporters: readonly { readonly user_id: number }[];
  /** Users who edited it since it last left To Do: by starting, counting, submitting, resolving, reworking or supporting (four eyes). */
  readonly edited_by_ids: readonly number[];
  /** Users who passed or failed it at QC 1 and at QC 2 since then. */
  readonly qc1_by_ids: readonly number[];
  readonly qc2_by_ids: readonly number[];
  readonly x1: number;
  readonly x2: number;
  readonly x3: number;
  readonly start_time: Instant | null;
  readonly end_time: Instant | null;
  readonly rework_quantity: number | null;
  /** Quantity when it was last sent to rework, which the customer has since then (decision 102). */
  readonly quantity_before_rework: number | null;
  readonly rework_notes: string | null;
  readonly rework_qc_1: number | null;
  readonly rework_qc_2: number | null;
  /** Time and user of the last move to rework. */
  readonly rework_at: Instant | null;
  readonly rework_by: number | null;
  /** Check that found the last fault, to which a resolved task returns. */
  readonly fault_stage: 1 | 2 | null;
  /** Status before the running check, to which a released task returns. */
  readonly status_before_check: TaskStatus | null;
}

/** Columns that a move writes. */
export type TaskPatch = { -readonly [K in keyof Omit<TaskState, 'workstream' | 'supporters'>]?: TaskState[K] };
