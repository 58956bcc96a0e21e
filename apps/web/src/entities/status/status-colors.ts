import type { JobStatus } from '@darkroom/domain/job/status';
import { statusName, type TaskStatus, type TaskStatusName } from '@darkroom/domain/task/status';

/**
 * Colours of statuses everywhere: the stage gives the hue, the progress within it the saturation. Dark mode has lighter colours with a
 * contrast of at least 3:1.
 */
const COLORS: Readonly<Record<TaskStatusName, readonly [light: string, dark: string]>> = {
  TO_DO: ['#8C8C8C', '#8C8C8C'],
  EDITOR_ASSIGNED: ['#85A5FF', '#ADC6FF'],
  PROCESSING: ['#2F54EB', '#7C93F5'],
  WAITING_TO_QC: ['#B38600', '#D8A81C'],
  QC1_START: ['#36CFC9', '#5CDBD3'],
  QC1_DONE: ['#08979C', '#13A8A8'],
  QC1_FAULTS_FOUND: ['#CF1322', '#FF8580'],
  QC2_START: ['#B37FEB', '#D3ADF7'],
  QC2_DONE: ['#722ED1', '#9E6BE8'],
  QC2_FAULTS_FOUND: ['#A8071A', '#E5383B'],
  RESOLVED: ['#1677FF', '#4096FF'],
  REWORK: ['#EB2F96', '#FF8CC8'],
  DONE_REWORK: ['#9E1068', '#CF3892'],
  COMPLETED: ['#389E0D', '#5BBF32'],
};

const TASK_STATUS_BY_JOB_STATUS = {
  TO_DO: 'TO_DO',
  PENDING: 'PROCESSING',
  COMPLETED: 'COMPLETED',
} as const satisfies Record<JobStatus, TaskStatusName>;

export const statusColor = (status: TaskStatus, isDark: boolean): string => COLORS[statusName(status)][isDark ? 1 : 0];

/** Returns the colour of a job in the three-state display. */
export const jobStatusColor = (status: JobStatus, isDark: boolean): string =>
  COLORS[TASK_STATUS_BY_JOB_STATUS[status]][isDark ? 1 : 0];
