import { WORK_FIGURES, type WorkFigure, type WorkSpan } from '@darkroom/domain/work/work';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFaultKinds } from '../../lib/session/lookups.ts';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { useWorkFormat, type WorkRow } from './use-work-format.ts';

const WIDTHS: Record<WorkFigure, number> = {
  tasks: 90,
  pieces: 90,
  working: 130,
  waiting: 150,
  first_pass: 130,
  faults: 90,
  rework: 90,
};

/** Returns the figures of the chart by period. */
export function useWorkColumns(by: WorkSpan): readonly TableColumn<WorkRow>[] {
  const { t } = useTranslation('work');
  const { label } = useFaultKinds();
  const format = useWorkFormat();
  return useMemo(
    () => [
      { key: 'period', title: t(`groupedBy.${by}`), min: 150, render: (row) => format.period(by, row) },
      ...WORK_FIGURES.map((figure): TableColumn<WorkRow> => ({
        key: figure,
        title: t(`figure.${figure}`),
        width: WIDTHS[figure],
        align: 'end',
        render: (row) => (
          <span
            className="tabular"
            title={
              figure === 'faults' && row.faults.length > 0
                ? row.faults.map(({ kind, count }) => `${label(kind)} ${count}`).join(' · ')
                : undefined
            }
          >
            {format.figure(figure, row)}
          </span>
        ),
      })),
    ],
    [t, by, label, format],
  );
}
