import type { OutputOf } from '@darkroom/contract/endpoint';
import type { dueDateReportEndpoints, DueDateLine } from '@darkroom/contract/due-date/report';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useRoundedDuration } from '../../entities/due-date/use-forecast-format.ts';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { formatMonthLabel } from './months-filter.tsx';

export type OnTimeReport = OutputOf<typeof dueDateReportEndpoints.report>;

/** A row of the report: a group, or the total. */
export interface DueDateRow extends Omit<DueDateLine, 'key'> {
  readonly key: string;
  readonly isTotal: boolean;
}

/** Returns the total, which stays visible at the top, then the groups. */
export function toDueDateRows({
  results,
  reasons: _reasons,
  minutes: _minutes,
  worst: _worst,
  ...totals
}: OnTimeReport): DueDateRow[] {
  if (results.length === 0) return [];
  return [
    { ...totals, key: 'whole', name: null, isTotal: true },
    ...results.map(({ key, name, ...line }) => ({
      ...line,
      key: String(key),
      name: name ?? formatMonthLabel(String(key)),
      isTotal: false,
    })),
  ];
}

/** Returns a function that formats a percentage with one decimal, or a dash for an empty total. */
export function useFormatPercent(): (part: number, of: number) => string {
  const { number } = useFormat();
  return useCallback((part, of) => (of === 0 ? '–' : number(toPercent(part, of))), [number]);
}
export const toPercent = (part: number, of: number): number => (of === 0 ? 0 : Math.round((part / of) * 1000) / 10);

export function useDueDateColumns(heading: string): readonly TableColumn<DueDateRow>[] {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const formatPercent = useFormatPercent();
  const span = useRoundedDuration();
  return useMemo(() => {
    const figure = (
      key: 'completed' | 'on_time' | 'share' | 'first_on_time' | 'changed' | 'late' | 'late_minutes',
      value: (row: DueDateRow) => string,
      hideOrder?: number,
    ): TableColumn<DueDateRow> => ({
      key,
      title: t(key === 'late_minutes' ? 'late_by' : key),
      width: 130,
      align: 'end',
      ...(hideOrder ? { hideOrder } : {}),
      render: (row) => (row.isTotal ? <strong>{value(row)}</strong> : value(row)),
    });
    return [
      {
        key: 'name',
        title: heading,
        min: 180,
        render: (row) => (row.isTotal ? <strong>{t('all')}</strong> : <Ellipsis>{row.name ?? ''}</Ellipsis>),
      },
      figure('completed', (row) => number(row.completed)),
      figure('on_time', (row) => number(row.on_time), 3),
      figure('share', (row) => formatPercent(row.on_time, row.completed)),
      figure('first_on_time', (row) => number(row.first_on_time), 1),
      figure('changed', (row) => number(row.changed), 2),
      figure('late', (row) => number(row.completed - row.on_time)),
      figure('late_minutes', (row) => (row.late_minutes === 0 ? '–' : span(row.late_minutes)), 4),
    ];
  }, [t, heading, number, formatPercent, span]);
}
