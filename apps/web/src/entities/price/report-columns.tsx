import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { Money } from '../../ui/money.tsx';
import type { ReportRow } from './report-rows.ts';
import styles from './report-columns.module.css';

/** Element next to the pieces without a price, which lets the user add one. */
type RenderUnpriced = (row: ReportRow) => ReactNode;

interface ReportColumnOptions {
  /** True for the bureau's report. False for a customer's. */
  isBureau?: boolean;
  renderUnpriced?: RenderUnpriced | undefined;
}

/**
 * Returns the columns of the report. A narrow screen hides estimate and wholesale price first. A customer's own report never has these two.
 */
export function useReportColumns({
  isBureau = true,
  renderUnpriced,
}: ReportColumnOptions = {}): readonly TableColumn<ReportRow>[] {
  const { t } = useTranslation(['price', 'field']);
  const { money, number } = useFormat();
  return useMemo(() => {
    const renderFigure = (row: ReportRow, text: ReactNode) => (
      <span className={row.kind === 'line' ? styles.figure : styles.totalFigure}>{text}</span>
    );
    const renderMoney = (value: number | null | undefined) => <Money value={value}>{money(value)}</Money>;
    const renderLineCell = (row: ReportRow, getContent: (line: NonNullable<ReportRow['line']>) => ReactNode) =>
      row.line ? renderFigure(row, getContent(row.line)) : null;
    const bureauColumns: readonly TableColumn<ReportRow>[] = [
      {
        key: 'wholesale',
        title: t('column.wholesale_price'),
        hideOrder: 2,
        empty: ({ line }) => (line?.wholesale_price ?? null) === null,
        width: 110,
        align: 'end',
        render: (row) => renderLineCell(row, (line) => renderMoney(line.wholesale_price)),
      },
      {
        key: 'estimate',
        title: t('column.estimate_minutes'),
        hideOrder: 1,
        empty: ({ line }) => (line?.estimate_minutes ?? null) === null,
        width: 110,
        align: 'end',
        render: (row) => renderLineCell(row, (line) => number(line.estimate_minutes)),
      },
    ];
    return [
      {
        key: 'name',
        title: t('report.name'),
        min: 220,
        render: (row) => <RowName row={row} renderUnpriced={renderUnpriced} />,
      },
      {
        key: 'retail',
        title: t('column.retail_price'),
        width: 110,
        align: 'end',
        render: (row) => renderLineCell(row, (line) => renderMoney(line.unit_price)),
      },
      ...(isBureau ? bureauColumns : []),
      {
        key: 'quantity',
        title: t('field:report.quantity'),
        width: 140,
        align: 'end',
        render: (row) => (
          <>
            {renderFigure(row, number(row.quantity))}
            <ReworkNote row={row} />
          </>
        ),
      },
      {
        key: 'amount',
        title: t('field:report.amount'),
        width: 140,
        align: 'end',
        render: (row) => renderFigure(row, renderMoney(row.amount)),
      },
    ];
  }, [t, money, number, isBureau, renderUnpriced]);
}

function RowName({ row, renderUnpriced }: { row: ReportRow; renderUnpriced: RenderUnpriced | undefined }) {
  const { t } = useTranslation('price');
  const { number } = useFormat();
  if (row.kind === 'line') {
    return (
      <span className={styles.line}>
        {row.name}
        {row.amount === null && <span className="muted"> · {t('noPrice')}</span>}
      </span>
    );
  }
  return (
    <strong className={styles.total}>
      {row.name || t('report.all')}
      {row.unpriced > 0 && (
        <span className="muted regular">
          {' '}
          · {t('report.unpricedOf', { count: row.unpriced, n: number(row.unpriced) })}
          {renderUnpriced?.(row)}
        </span>
      )}
    </strong>
  );
}

/** Completed pieces in rework, shown under the quantity that leaves them out. */
function ReworkNote({ row }: { row: ReportRow }) {
  const { t } = useTranslation('price');
  const { number } = useFormat();
  return (
    row.pieces_in_rework > 0 && (
      <div className="muted regular">{t('report.inRework', { n: number(row.pieces_in_rework) })}</div>
    )
  );
}

/** Returns the row as a block, for phones. */
export function useReportBlock(renderUnpriced?: RenderUnpriced) {
  const { t } = useTranslation('price');
  const { money, number } = useFormat();
  return useMemo(
    () => (row: ReportRow) => (
      <div className={styles.block} data-kind={row.kind}>
        <RowName row={row} renderUnpriced={renderUnpriced} />
        <span className={row.kind === 'line' ? styles.figure : styles.totalFigure}>
          <Money value={row.amount}>{money(row.amount)}</Money>
        </span>
        <span className="muted">
          {row.line
            ? `${t('report.pieces', { count: row.quantity, n: number(row.quantity) })} × ${money(row.line.unit_price)}`
            : t('report.pieces', { count: row.quantity, n: number(row.quantity) })}
          <ReworkNote row={row} />
        </span>
      </div>
    ),
    [t, money, number, renderUnpriced],
  );
}
