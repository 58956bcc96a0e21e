import { METADATA_SHAPES, settingEndpoints } from '@darkroom/contract/setting';
import { workCalendar, type WorkCalendar } from '@darkroom/domain/calendar/working-time';
import type { Turnaround } from '@darkroom/domain/due-date/turnaround';
import { useQuery } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import { query } from '../../lib/call/query.ts';
import { holidaysIn } from '../../lib/session/holidays.ts';
import { useCan } from '../../lib/session/session.ts';

export interface DueDateRules {
  /** The bureau's hours with its holidays. Null until they are loaded. */
  calendar: WorkCalendar | null;
  turnarounds: readonly Turnaround[] | null;
  /** The first request is in progress. */
  coming: boolean;
}

/** Rules for due dates inside rows. Null before any request. */
export const RulesOfRows = createContext<DueDateRules | null>(null);

/** Rules for due dates. Rows get them from a context, because one request per row would take longer than rendering. */
export function useDueDateRules(): DueDateRules {
  const enabled = useCan()(settingEndpoints.metadata.access);
  const work = useQuery({ ...query(settingEndpoints.metadata, { data_type: 'JOB_TASK' }), enabled });
  const rest = useQuery({ ...query(settingEndpoints.metadata, { data_type: 'ALLOWANCE' }), enabled });
  // A failed request is repeated for some seconds. The page does not wait that long.
  const coming = [work, rest].some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
  return useMemo(() => {
    const value = (rows: typeof work.data, key: string) => rows?.results.find((row) => row.key === key)?.value;
    const hours = METADATA_SHAPES.JOB_TASK.calendar.safeParse(value(work.data, 'calendar'));
    const turnarounds = METADATA_SHAPES.JOB_TASK.turnarounds.safeParse(value(work.data, 'turnarounds'));
    return {
      calendar:
        hours.success && rest.data
          ? workCalendar(
              hours.data,
              holidaysIn(rest.data).map(({ date }) => date),
            )
          : null,
      turnarounds: turnarounds.success ? turnarounds.data : null,
      coming,
    };
  }, [work.data, rest.data, coming]);
}
