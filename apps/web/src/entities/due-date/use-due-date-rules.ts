import { METADATA_SHAPES, settingEndpoints } from '@darkroom/contract/setting';
import { createWorkCalendar, type WorkCalendar } from '@darkroom/domain/calendar/working-time';
import type { Turnaround } from '@darkroom/domain/due-date/turnaround';
import { useQuery } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import { query } from '../../lib/api/query.ts';
import { readHolidays } from '../../lib/session/holidays.ts';
import { useCan } from '../../lib/session/session.ts';

export interface DueDateRules {
  /** The bureau's hours with its holidays. Null until both are loaded. */
  calendar: WorkCalendar | null;
  turnarounds: readonly Turnaround[] | null;
  isPending: boolean;
}

/** Rules for due dates inside rows. Null until the first request is complete. */
export const DueDateRulesContext = createContext<DueDateRules | null>(null);

/** Returns the rules for due dates. Rows read them from a context, because one request per row would take longer than rendering. */
export function useDueDateRules(): DueDateRules {
  const enabled = useCan()(settingEndpoints.metadata.access);
  const jobTaskQuery = useQuery({ ...query(settingEndpoints.metadata, { data_type: 'JOB_TASK' }), enabled });
  const allowanceQuery = useQuery({ ...query(settingEndpoints.metadata, { data_type: 'ALLOWANCE' }), enabled });
  // A failed request is repeated for some seconds. The page does not wait that long.
  const isPending = [jobTaskQuery, allowanceQuery].some(
    ({ isLoading, failureCount }) => isLoading && failureCount === 0,
  );
  return useMemo(() => {
    const findValue = (rows: typeof jobTaskQuery.data, key: string) =>
      rows?.results.find((row) => row.key === key)?.value;
    const hours = METADATA_SHAPES.JOB_TASK.calendar.safeParse(findValue(jobTaskQuery.data, 'calendar'));
    const turnarounds = METADATA_SHAPES.JOB_TASK.turnarounds.safeParse(findValue(jobTaskQuery.data, 'turnarounds'));
    return {
      calendar:
        hours.success && allowanceQuery.data
          ? createWorkCalendar(
              hours.data,
              readHolidays(allowanceQuery.data).map(({ date }) => date),
            )
          : null,
      turnarounds: turnarounds.success ? turnarounds.data : null,
      isPending,
    };
  }, [jobTaskQuery.data, allowanceQuery.data, isPending]);
}
