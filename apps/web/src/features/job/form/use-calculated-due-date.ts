import type { Instant } from '@darkroom/domain/calendar/day';
import { isDay } from '@darkroom/domain/calendar/day';
import { calculateDueDate, getDueDateStart, type OrderedWork } from '@darkroom/domain/due-date/turnaround';
import { useCustomers } from '../../../lib/session/lookups.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { useDueDateRules } from '../../../entities/due-date/use-due-date-rules.ts';

interface DueDateInput {
  job_date: string | null | undefined;
  customer2_id: number | null | undefined;
  job_priority: OrderedWork['job_priority'];
  details: readonly { service_cat1_id: number | null }[];
}

/** Calculates the due date from the current turnarounds. Null while unknown. */
export function useCalculatedDueDate({ job_date, customer2_id, job_priority, details }: DueDateInput): Instant | null {
  const { calendar, turnarounds } = useDueDateRules();
  const { levels } = useCustomers();
  const now = useNow(60_000);
  const cus_id1 = levels(customer2_id).cus1?.id ?? null;
  if (!calendar || !turnarounds || !job_date || !isDay(job_date)) return null;
  const start = getDueDateStart(new Date(now).toISOString(), job_date);
  return calculateDueDate(calendar, turnarounds, details, { cus_id1, job_priority }, start);
}
