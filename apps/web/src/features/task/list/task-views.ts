import type { Day } from '@darkroom/domain/calendar/day';
import { dayRange } from '@darkroom/domain/calendar/day-range';
import { TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import type { ReadyView } from '../../../ui/saved-views/saved-views.tsx';
import type { TaskTab } from './task-search.ts';

/** What stands in a check, or before one, for longer than this is late. */
const LATE_IN_QC_HOURS = 4;
const IN_QC = [TaskStatus.WAITING_TO_QC, TaskStatus.QC1_START, TaskStatus.QC1_DONE, TaskStatus.QC2_START];
const OPEN = TASK_STATUSES.filter((status) => status !== TaskStatus.COMPLETED);

/** The views nobody has to make, as they stand on a day: of the whole floor, or of what one could take. */
export function readyTaskViews(today: Day, tab: TaskTab): ReadyView[] {
  const week = dayRange('this_week', today);
  const days: ReadyView[] = [
    { name: 'today', search: { tab, job_date_from: today, job_date_to: today } },
    { name: 'this_week', search: { tab, job_date_from: week.from, job_date_to: week.to } },
  ];
  if (tab !== 'all') return [...days, { name: 'urgent', search: { tab, job_priority: 'Urgent' } }];
  return [
    ...days,
    { name: 'urgent', search: { tab, job_priority: 'Urgent', status: OPEN } },
    { name: 'late', search: { tab, due: 'late', sort: 'due_at' } },
    { name: 'unassigned', search: { tab, status: [TaskStatus.TO_DO] } },
    { name: 'late_in_qc', search: { tab, status: IN_QC, waits_hours: LATE_IN_QC_HOURS, sort: 'status_since' } },
  ];
}
