import type { OutputOf } from '@darkroom/contract/endpoint';
import { METADATA_SHAPES, settingEndpoints } from '@darkroom/contract/setting';
import type { Day } from '@darkroom/domain/calendar/day';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../api/query.ts';
import { useCan } from './session.ts';

/** Returns the bureau's days off with their names in both languages, by day. Empty for users who cannot read the settings. */
export function useHolidays(): ReadonlyMap<Day, { readonly vi: string; readonly en: string }> {
  const enabled = useCan()(settingEndpoints.metadata.access);
  const { data } = useQuery({ ...query(settingEndpoints.metadata, { data_type: 'ALLOWANCE' }), enabled });
  return useMemo(() => new Map(readHolidays(data).map(({ date, vi, en }) => [date, { vi, en }])), [data]);
}

/** Reads the days off from the values of ALLOWANCE. */
export const readHolidays = (values: OutputOf<typeof settingEndpoints.metadata> | undefined) =>
  METADATA_SHAPES.ALLOWANCE.holidays.safeParse(values?.results.find(({ key }) => key === 'holidays')?.value).data ?? [];
