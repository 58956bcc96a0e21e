import { METADATA_SHAPES, settingEndpoints } from '@darkroom/contract/setting';
import { workCalendar, type WorkCalendar } from '@darkroom/domain/calendar/working-time';
import type { Turnaround } from '@darkroom/domain/promise/turnaround';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../lib/call/query.ts';
import { useMay } from '../../lib/session/session.ts';

interface PromiseRules {
  /** The bureau's hours with its holidays; null until they are known. */
  calendar: WorkCalendar | null;
  turnarounds: readonly Turnaround[] | null;
  /** They are on their way. Where they cannot be read they are not. */
  coming: boolean;
}

/** What promises are made and told by. */
export function usePromiseRules(): PromiseRules {
  const enabled = useMay()(settingEndpoints.metadata.access);
  const { data: work, isLoading: workComes } = useQuery({
    ...query(settingEndpoints.metadata, { data_type: 'JOB_TASK' }),
    enabled,
  });
  const { data: rest, isLoading: restComes } = useQuery({
    ...query(settingEndpoints.metadata, { data_type: 'ALLOWANCE' }),
    enabled,
  });
  return useMemo(() => {
    const value = (rows: typeof work, key: string) => rows?.results.find((row) => row.key === key)?.value;
    const hours = METADATA_SHAPES.JOB_TASK.calendar.safeParse(value(work, 'calendar'));
    const holidays = METADATA_SHAPES.ALLOWANCE.holidays.safeParse(value(rest, 'holidays'));
    const turnarounds = METADATA_SHAPES.JOB_TASK.turnarounds.safeParse(value(work, 'turnarounds'));
    return {
      calendar:
        hours.success && rest
          ? workCalendar(
              hours.data,
              (holidays.data ?? []).map(({ date }) => date),
            )
          : null,
      turnarounds: turnarounds.success ? turnarounds.data : null,
      coming: workComes || restComes,
    };
  }, [work, rest, workComes, restComes]);
}
