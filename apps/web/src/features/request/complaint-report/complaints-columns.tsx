import type { complaintEndpoints } from '@darkroom/contract/request/complaint';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { useCallback, useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFaultKinds } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import type { ComplaintSearch } from './complaints-search.ts';

export type ComplaintList = OutputOf<typeof complaintEndpoints.complaints>;
type ComplaintLine = ComplaintList['results'][number];

/** A row of the list: a group, or the total. */
export interface ComplaintRow extends Omit<ComplaintLine, 'key'> {
  readonly key: string;
  /** Key of the group. The total has none. */
  readonly groupKey: ComplaintLine['key'];
  readonly isTotal: boolean;
}

/** Returns the total, which stays visible at the top, then the groups with the most complaints first. */
export function toComplaintRows({ results, ...total }: ComplaintList): ComplaintRow[] {
  if (results.length === 0) return [];
  return [
    { ...total, key: 'whole', groupKey: null, name: null, isTotal: true },
    ...results.map(({ key, ...line }) => ({ ...line, key: `of ${key}`, groupKey: key, isTotal: false })),
  ];
}

/** Returns a function that formats the share of the delivered work in per cent, or a dash without deliveries. */
export function useShareFormat(): (share: number | null) => string {
  const { number } = useFormat();
  return useCallback((share) => (share === null ? '–' : number(Math.round(share * 100_000) / 1000)), [number]);
}

/** Returns a function that finds the name of a row. Fault types have the names from the settings. */
export function useGroupName(): (row: Pick<ComplaintRow, 'groupKey' | 'name' | 'isTotal'>) => string {
  const { t } = useTranslation('request');
  const { label } = useFaultKinds();
  return useCallback(
    ({ groupKey, name, isTotal }) => {
      if (isTotal) return t('complaints.all');
      return (typeof groupKey === 'string' ? label(groupKey) : name) ?? t('complaints.unknown');
    },
    [t, label],
  );
}

const FIGURES = ['complaints', 'tasks', 'pieces', 'minutes', 'delivered'] as const;
/** Figures that are hidden first when space is limited. */
const HIDE_ORDER = { tasks: 1, minutes: 2 } as const;

/** Returns the columns of the list: the group, then its figures. */
export function useComplaintColumns(by: ComplaintSearch['by']): readonly TableColumn<ComplaintRow>[] {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const formatShare = useShareFormat();
  const getGroupName = useGroupName();
  return useMemo(() => {
    const emphasizeTotal = (row: ComplaintRow, text: string) => (row.isTotal ? <strong>{text}</strong> : text);
    return [
      {
        key: 'name',
        title: t(`complaints.group.${by}`),
        min: 200,
        render: (row) =>
          row.isTotal ? <strong>{getGroupName(row)}</strong> : <Ellipsis>{getGroupName(row)}</Ellipsis>,
      },
      ...FIGURES.map((figure): TableColumn<ComplaintRow> => ({
        key: figure,
        title: t(`complaints.${figure}`),
        width: 120,
        align: 'end',
        ...(figure in HIDE_ORDER ? { hideOrder: HIDE_ORDER[figure as keyof typeof HIDE_ORDER] } : {}),
        render: (row) => emphasizeTotal(row, number(row[figure])),
      })),
      {
        key: 'share',
        title: t('complaints.share'),
        width: 110,
        align: 'end',
        render: (row) => emphasizeTotal(row, formatShare(row.share)),
      },
    ];
  }, [t, by, number, formatShare, getGroupName]);
}
