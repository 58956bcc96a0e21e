import type { Day } from '@darkroom/domain/calendar/day';
import { dayRange } from '@darkroom/domain/calendar/day-range';
import { TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import type { ReadyView } from '../../../ui/saved-views/saved-views.tsx';

const OPEN = TASK_STATUSES.filter((status) => status !== TaskStatus.COMPLETED);

/** The job page's views that nobody has to make, as they stand on a day: by job, or by detail. */
export function readyJobViews(today: Day, ofDetails: boolean): ReadyView[] {
  const by: ReadyView['search'] = ofDetails ? { by: 'detail' } : {};
  const week = dayRange('this_week', today);
  return [
    { name: 'today', search: { ...by, job_date_from: today, job_date_to: today } },
    { name: 'this_week', search: { ...by, job_date_from: week.from, job_date_to: week.to } },
    { name: 'urgent', search: { ...by, job_priority: 'Urgent', task_status: OPEN } },
    { name: 'late', search: { ...by, due: 'late', sort: 'due_at' } },
    { name: 'unassigned', search: { ...by, task_status: [TaskStatus.TO_DO] } },
    { name: 'unpriced', search: { ...by, unpriced: true } },
  ];
}
