import type { Instant } from '../calendar/day.ts';
import type { Workstream } from '../customer/enums.ts';
import type { TaskStatus } from './status.ts';

/** What the rules need to know of a task. Server rows and list rows both satisfy it. */
export interface TaskState {
  readonly status: TaskStatus;
  readonly workstream: Workstream;
  readonly editor: number | null;
  readonly first_qc: number | null;
  readonly second_qc: number | null;
  readonly supporters: readonly { readonly user_id: number }[];
  /** Who started, counted, finished, resolved, finished rework or supported it since it last left To Do (four eyes). */
  readonly edited_by: readonly number[];
  /** Who passed or refused it at QC 1, and at QC 2, since then. */
  readonly qc1_by: readonly number[];
  readonly qc2_by: readonly number[];
  readonly x1: number;
  readonly x2: number;
  readonly x3: number;
  readonly start_time: Instant | null;
  readonly end_time: Instant | null;
  readonly rework_quantity: number | null;
  /** What it counted when it was last sent to rework: its customer has that, whatever is counted meanwhile (decision 102). */
  readonly rework_of: number | null;
  readonly rework_notes: string | null;
  readonly rework_qc_1: number | null;
  readonly rework_qc_2: number | null;
  /** When it was last sent to rework, and by whom. */
  readonly rework_at: Instant | null;
  readonly rework_by: number | null;
  /** Which check found the last fault: decides which check a resolved task goes back to. */
  readonly fault_stage: 1 | 2 | null;
  /** The status the running check was started from: where releasing it returns to. */
  readonly qc_from: TaskStatus | null;
}

/** The columns a move writes. */
export type TaskPatch = { -readonly [K in keyof Omit<TaskState, 'workstream' | 'supporters'>]?: TaskState[K] };
