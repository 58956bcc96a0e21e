/** Task status numbers (spec §4). */
export const TaskStatus = {
  TO_DO: 1,
  EDITOR_ASSIGNED: 2,
  PROCESSING: 3,
  WAITING_TO_QC: 4,
  QC1_START: 5,
  QC1_DONE: 6,
  QC2_START: 7,
  QC2_DONE: 8,
  COMPLETED: 9,
  QC1_FAULTS_FOUND: 10,
  QC2_FAULTS_FOUND: 11,
  RESOLVED: 12,
  REWORK: 13,
  DONE_REWORK: 14,
} as const;
export type TaskStatus = (typeof TaskStatus)[keyof typeof TaskStatus];
export type TaskStatusName = keyof typeof TaskStatus;

/** All fourteen, in number order. */
export const TASK_STATUSES = Object.values(TaskStatus) as readonly TaskStatus[];

const NAMES = Object.fromEntries(Object.entries(TaskStatus).map(([name, n]) => [n, name])) as Record<
  TaskStatus,
  TaskStatusName
>;
/** 4 → 'WAITING_TO_QC': the key a status is translated and coloured by. */
export const statusName = (status: TaskStatus): TaskStatusName => NAMES[status];

/** The order in which the work passes through the statuses: how people read a legend, a filter, a funnel. */
export const PIPELINE = [1, 2, 3, 4, 5, 10, 6, 7, 11, 12, 8, 13, 14, 9] as const satisfies readonly TaskStatus[];

/** Task event types (spec §4). */
export const TaskEvent = {
  STARTED: 1,
  DONE: 2,
  UPDATED_QUANTITY: 3,
  QC1_STARTED: 4,
  QC1_COMPLETED: 5,
  QC2_STARTED: 6,
  QC2_COMPLETED: 7,
  QC1_FAULT_FOUND: 8,
  QC2_FAULT_FOUND: 9,
  RESOLVE: 10,
  COMPLETED: 11,
  REWORK: 12,
} as const;
export type TaskEvent = (typeof TaskEvent)[keyof typeof TaskEvent];

/** Which event entering a status is (spec §4); other statuses give none. */
export const EVENT_OF_STATUS: Partial<Record<TaskStatus, TaskEvent>> = {
  3: 1,
  4: 2,
  5: 4,
  6: 5,
  7: 6,
  8: 7,
  9: 11,
  10: 8,
  11: 9,
  12: 10,
  13: 12,
};

/** Statuses in which the editor has the task in hand: what a leader counts as an editor's open load. */
export const IN_EDITORS_HAND = [2, 3, 10, 11, 13] as const satisfies readonly TaskStatus[];
/** Statuses in which work has come back to its editor: faults to mend, rework. It is taken before anything new. */
export const CAME_BACK = [10, 11, 13] as const satisfies readonly TaskStatus[];
/** Statuses in which a task is worked on: who supports it then has a part in it (four eyes). */
export const BEING_EDITED = [3, ...CAME_BACK] as const satisfies readonly TaskStatus[];
/**
 * Statuses of which somebody is working right now: the "Now" card, and the list of what one has in hand. Rework is not among
 * them: others send it, and it waits for its editor.
 */
export const UNDER_WAY = { editor: [3], first_qc: [5], second_qc: [7] } as const satisfies Record<
  string,
  readonly TaskStatus[]
>;
/** Statuses that are in production: started and not yet completed. Deleting such a task takes more than deleting an idle one. */
export const IN_PRODUCTION = [3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14] as const satisfies readonly TaskStatus[];
/** Rework as it stands now (spec §2 /job/redo-tasks). */
export const IN_REWORK = [13, 14] as const satisfies readonly TaskStatus[];

/** Membership in one of the lists above, with the narrow element types out of the way. */
export const isIn = (list: readonly TaskStatus[], status: TaskStatus): boolean => list.includes(status);

/** A detail's status: the lowest task status number among its tasks, To Do when it has none (spec §4). */
export const detailStatus = (tasks: readonly TaskStatus[]): TaskStatus =>
  tasks.length === 0 ? TaskStatus.TO_DO : (Math.min(...tasks) as TaskStatus);

/**
 * Whether somebody has taken a task up. One that was is not deleted (domain §2), neither by itself nor with its detail, its job or
 * the import they came with; a detail of such tasks keeps its category. Who is to support a task that is still To Do has had no
 * part in it yet (`withdrawn` goes by the same), and does not keep it from being deleted.
 */
export const isTakenUp = ({ status }: { readonly status: TaskStatus }): boolean => status !== TaskStatus.TO_DO;
