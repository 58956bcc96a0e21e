import { QUALITY_FIGURES, type QualityGrouping, type QualityFigure } from '@darkroom/domain/quality/figures';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import type { FaultLine } from './quality-faults.ts';
import { useQualityTexts, type AnyFigure, type NamedLine } from './use-quality-texts.ts';
import styles from './quality.module.css';

const COLUMN_WIDTHS: Record<QualityFigure, number> = {
  qc1_yield: 130,
  qc2_yield: 130,
  faults: 150,
  rework: 150,
  complaints: 160,
};
const HIDE_ORDER: Partial<Record<QualityFigure, number>> = { complaints: 1, rework: 2 };

/** Returns the figures of the charts line by line. Each figure opens its tasks. */
export function useQualityColumns(
  by: QualityGrouping,
  onOpenTasks: (figure: AnyFigure, line: string) => void,
): readonly TableColumn<NamedLine>[] {
  const { t } = useTranslation('quality');
  const words = useQualityTexts();
  return useMemo(
    () => [
      { key: 'name', title: t(`groupedBy.${by}`), min: 170, render: ({ name }) => <Ellipsis>{name}</Ellipsis> },
      ...QUALITY_FIGURES.map((figure): TableColumn<NamedLine> => ({
        key: figure,
        title: t(`figure.${figure}`),
        width: COLUMN_WIDTHS[figure],
        align: 'end',
        ...(HIDE_ORDER[figure] === undefined ? {} : { hideOrder: HIDE_ORDER[figure] }),
        render: ({ key, name, now }) => (
          <button
            type="button"
            className={styles.link}
            title={t('openTasks')}
            aria-label={`${name}, ${t(`figure.${figure}`)} ${words.formatFigure(figure, now)}: ${t('openTasks')}`}
            onClick={() => onOpenTasks(figure, key)}
          >
            {words.formatFigure(figure, now)}
          </button>
        ),
      })),
    ],
    [t, by, words, onOpenTasks],
  );
}

export function useFaultColumns(onFaultType: (kind: string) => void): readonly TableColumn<FaultLine>[] {
  const { t } = useTranslation(['quality', 'status']);
  const { number } = useFormat();
  return useMemo(
    () => [
      { key: 'kind', title: t('kind'), min: 170, render: ({ name }) => <Ellipsis>{name}</Ellipsis> },
      {
        key: 'severity',
        title: t('severity'),
        width: 130,
        render: ({ severity }) => (severity ? t(`status:severity.${severity}`) : '–'),
      },
      {
        key: 'n',
        title: t('count'),
        width: 100,
        align: 'end',
        render: ({ kind, name, n }) => (
          <button
            type="button"
            className={styles.link}
            aria-label={`${name} ${number(n)}: ${t('openTasks')}`}
            onClick={() => onFaultType(kind)}
          >
            {number(n)}
          </button>
        ),
      },
      { key: 'before', title: t('formerCount'), width: 120, align: 'end', render: ({ before }) => number(before) },
    ],
    [t, number, onFaultType],
  );
}
