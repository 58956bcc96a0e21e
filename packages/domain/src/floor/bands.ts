import type { Workstream } from '../customer/enums.ts';
import { TaskStatus } from '../task/status.ts';
import type { TaskState } from '../task/state.ts';

/** Bands of the floor from left to right, in the order of work (look, TV board). */
export const BANDS = ['waiting', 'editing', 'qc1', 'qc2', 'completing'] as const;
export type Band = (typeof BANDS)[number];

/** Condition that decides between two bands with the same status. */
export type BandCondition = 'fault_of_first' | 'fault_of_second' | 'no_recheck' | 'one_recheck' | 'rechecked';

interface BandRule {
  readonly band: Band;
  readonly statuses: readonly TaskStatus[];
  readonly condition?: BandCondition;
}

const Status = TaskStatus;

/**
 * Band of a task, by the person who works on it or whom it waits for (decision 128). Faults and rework wait for the editor, resolved work
 * for the check that found the fault, finished rework for the next recheck.
 */
export const BAND_RULES: readonly BandRule[] = [
  { band: 'waiting', statuses: [Status.TO_DO, Status.EDITOR_ASSIGNED] },
  { band: 'editing', statuses: [Status.PROCESSING, Status.QC1_FAULTS_FOUND, Status.QC2_FAULTS_FOUND, Status.REWORK] },
  { band: 'qc1', statuses: [Status.WAITING_TO_QC, Status.QC1_START] },
  { band: 'qc1', statuses: [Status.RESOLVED], condition: 'fault_of_first' },
  { band: 'qc1', statuses: [Status.DONE_REWORK], condition: 'no_recheck' },
  { band: 'qc2', statuses: [Status.QC1_DONE, Status.QC2_START] },
  { band: 'qc2', statuses: [Status.RESOLVED], condition: 'fault_of_second' },
  { band: 'qc2', statuses: [Status.DONE_REWORK], condition: 'one_recheck' },
  { band: 'completing', statuses: [Status.QC2_DONE] },
  { band: 'completing', statuses: [Status.DONE_REWORK], condition: 'rechecked' },
];

/** Returns the statuses of a band, as filter of its task list. */
export const getBandStatuses = (band: Band): readonly TaskStatus[] => [
  ...new Set(BAND_RULES.filter((rule) => rule.band === band).flatMap(({ statuses }) => statuses)),
];

export type BandTask = Pick<TaskState, 'status' | 'fault_stage' | 'rework_qc_1' | 'rework_qc_2'>;

function meetsCondition(condition: BandCondition, { fault_stage, rework_qc_1, rework_qc_2 }: BandTask): boolean {
  switch (condition) {
    case 'fault_of_first':
      return fault_stage !== 2;
    case 'fault_of_second':
      return fault_stage === 2;
    case 'no_recheck':
      return rework_qc_1 === null;
    case 'one_recheck':
      return rework_qc_1 !== null && rework_qc_2 === null;
    case 'rechecked':
      return rework_qc_1 !== null && rework_qc_2 !== null;
    default: {
      const never: never = condition;
      return never;
    }
  }
}

/** Finds the band of a task. Null if it is completed. */
export const findBand = (task: BandTask): Band | null =>
  BAND_RULES.find(
    ({ statuses, condition }) => statuses.includes(task.status) && (!condition || meetsCondition(condition, task)),
  )?.band ?? null;

/** Returns the requested workstreams that the user can see. Null requests all. */
export const getRequestedFloors = (
  visible: readonly Workstream[],
  requested: Workstream | null,
): readonly Workstream[] => (requested === null ? visible : visible.filter((item) => item === requested));
