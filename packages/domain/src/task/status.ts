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

/** All fourteen statuses in the order of their numbers. */
export const TASK_STATUSES = Object.values(TaskStatus) as readonly TaskStatus[];

const NAMES = Object.fromEntries(Object.entries(TaskStatus).map(([name, n]) => [n, name])) as Record<
  TaskStatus,
  TaskStatusName
>;
/** Returns the key of a status for translations and colours: 4 → 'WAITING_TO_QC'. */
export const statusName = (status: TaskStatus): TaskStatusName => NAMES[status];

/** Statuses in the order of the work, for legends, filters and funnels. */
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

/** Event of entering a status (spec §4). Other statuses have none. */
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

/** Statuses in which the task is with its editor and counts as their open load. */
export const WITH_EDITOR = [2, 3, 10, 11, 13] as const satisfies readonly TaskStatus[];
/** Statuses of work that returned to its editor: faults to resolve, and rework. This work is before new work. */
export const RETURNED_TO_EDITOR = [10, 11, 13] as const satisfies readonly TaskStatus[];
/** Statuses of work in progress. Supporting it then is a part in the task (four eyes). */
export const BEING_EDITED = [3, ...RETURNED_TO_EDITOR] as const satisfies readonly TaskStatus[];
/**
 * Statuses with a person at work now, for the "Now" card and the list of work in progress. Rework is not included,
 * because others send it and it waits for its editor.
 */
export const IN_PROGRESS = { editor: [3], first_qc: [5], second_qc: [7] } as const satisfies Record<
  string,
  readonly TaskStatus[]
>;
/** Statuses in production: started and not completed. Deleting such a task needs a further permission. */
export const IN_PRODUCTION = [3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14] as const satisfies readonly TaskStatus[];
/** Statuses in rework (spec §2 /job/redo-tasks). */
export const IN_REWORK = [13, 14] as const satisfies readonly TaskStatus[];

/** True if a status is in one of these lists. Accepts lists with narrow element types. */
export const isIn = (list: readonly TaskStatus[], status: TaskStatus): boolean => list.includes(status);

/** Returns the status of a detail: the lowest number of its tasks, or To Do without tasks (spec §4). */
export const getDetailStatus = (tasks: readonly TaskStatus[]): TaskStatus =>
  tasks.length === 0 ? TaskStatus.TO_DO : (Math.min(...tasks) as TaskStatus);

/**
 * True if a task has been taken. Supporters of a To Do task do not count. A taken task is not deleted (domain §2), neither alone nor with
 * its detail, job or import, and the category of its detail does not change.
 */
export const isTaken = ({ status }: { readonly status: TaskStatus }): boolean => status !== TaskStatus.TO_DO;
