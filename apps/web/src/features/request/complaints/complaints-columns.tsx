import type { complaintEndpoints } from '@darkroom/contract/request/complaint';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFaultKinds } from '../../../lib/session/lookups.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import type { Column } from '../../../ui/data-table/data-table-row.tsx';
import type { ComplaintSearch } from './complaints-search.ts';

export type ComplaintList = OutputOf<typeof complaintEndpoints.complaints>;
type Line = ComplaintList['results'][number];

/** A row of the list: a group, or the total. */
export interface ComplaintRow extends Omit<Line, 'key'> {
  readonly key: string;
  /** Key of the group. The total has none. */
  readonly of: Line['key'];
  readonly whole: boolean;
}

/** The total, which stays visible at the top, then the groups with the most complaints first. */
export function complaintRows({ results, ...whole }: ComplaintList): ComplaintRow[] {
  if (results.length === 0) return [];
  return [
    { ...whole, key: 'whole', of: null, name: null, whole: true },
    ...results.map(({ key, ...line }) => ({ ...line, key: `of ${key}`, of: key, whole: false })),
  ];
}

/** Share of the delivered work in per cent, or a dash without deliveries. */
export function useShare(): (share: number | null) => string {
  const { number } = useFormat();
  return useCallback((share) => (share === null ? '–' : number(Math.round(share * 100_000) / 1000)), [number]);
}

/** Name of a row. Fault types have the names from the settings. */
export function useNameOfLine(): (row: Pick<ComplaintRow, 'of' | 'name' | 'whole'>) => string {
  const { t } = useTranslation('request');
  const { label } = useFaultKinds();
  return useCallback(
    ({ of, name, whole }) => {
      if (whole) return t('complaints.all');
      return (typeof of === 'string' ? label(of) : name) ?? t('complaints.unknown');
    },
    [t, label],
  );
}

const FIGURES = ['complaints', 'tasks', 'pieces', 'minutes', 'delivered'] as const;
/** Figures that are hidden first when space is limited. */
const LEAVES = { tasks: 1, minutes: 2 } as const;

/** Columns of the list: the group, then its figures. */
export function useComplaintColumns(by: ComplaintSearch['by']): readonly Column<ComplaintRow>[] {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const share = useShare();
  const nameOf = useNameOfLine();
  return useMemo(() => {
    const strong = (row: ComplaintRow, text: string) => (row.whole ? <strong>{text}</strong> : text);
    return [
      {
        key: 'name',
        title: t(`complaints.group.${by}`),
        min: 200,
        render: (row) => (row.whole ? <strong>{nameOf(row)}</strong> : <Ellipsis>{nameOf(row)}</Ellipsis>),
      },
      ...FIGURES.map((figure): Column<ComplaintRow> => ({
        key: figure,
        title: t(`complaints.${figure}`),
        width: 120,
        align: 'end',
        ...(figure in LEAVES ? { leaves: LEAVES[figure as keyof typeof LEAVES] } : {}),
        render: (row) => strong(row, number(row[figure])),
      })),
      {
        key: 'share',
        title: t('complaints.share'),
        width: 110,
        align: 'end',
        render: (row) => strong(row, share(row.share)),
      },
    ];
  }, [t, by, number, share, nameOf]);
}
