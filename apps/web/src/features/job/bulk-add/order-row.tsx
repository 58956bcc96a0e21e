import { amountOf } from '@darkroom/domain/money/money';
import { Button, Checkbox } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, type Format } from '../../../lib/format.ts';
import { CellEditor, type CellEditorProps } from './cell-editor.tsx';
import { longTrouble, shortTrouble, shownText, troublesOf, wholeText, type OrderColumn } from './order-columns.ts';
import styles from './order-grid.module.css';
import type { ShownRow } from './use-judgement.ts';

export const cellId = (row: number, column: number) => `order-${row}-${column}`;

export interface OrderRowProps {
  row: ShownRow;
  /** Place among the rows shown, from 0. */
  index: number;
  top: number;
  height: number;
  columns: readonly OrderColumn[];
  /** Column of the active cell when it is in this row, else -1. */
  active: number;
  editing: Pick<CellEditorProps, 'lists' | 'typed' | 'onMend' | 'onCancel'> | null;
  price: number | null | undefined;
  /** Details of this row's job: which one it is, and how many there are. */
  part: { k: number; of: number } | null;
  locked: boolean;
  onPoint: (row: number, column: number) => void;
  onLeaveOut: (row: number, out: boolean) => void;
  onKeep: (row: number) => void;
}

/** One row of the sheet: what it resolved to and its price, or every problem beside its cell. */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { row, index, top, height, columns, active, editing, onPoint } = props;
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const state = row.left_out ? styles.out : row.bad ? styles.bad : styles.good;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`${styles.row} ${state}`}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {columns.map((column, at) => {
        const troubles = troublesOf(row, column);
        const edited = at === active && editing !== null && column.edit !== null;
        const classes = [
          styles.cell,
          column.end && styles.end,
          column.stays && styles[column.stays],
          troubles.length > 0 && styles.troubled,
          at === active && styles.active,
          edited && styles.edited,
        ];
        return (
          <div
            key={column.key}
            id={cellId(row.sheet.row, at)}
            role="gridcell"
            aria-colindex={at + 1}
            aria-invalid={troubles.length > 0 || undefined}
            className={classes.filter(Boolean).join(' ')}
            title={edited ? undefined : titleOf(props, column, format, t)}
            onClick={() => !edited && onPoint(row.sheet.row, at)}
          >
            {edited && editing ? (
              <CellEditor
                {...editing}
                row={row}
                column={column}
                label={t('grid.cell', { field: t(`field.${column.key}`), row: row.sheet.row })}
              />
            ) : (
              <>
                <CellContent {...props} column={column} />
                {troubles.length > 0 && column.key !== 'result' && (
                  <span className={styles.trouble}>{troubles.map((one) => shortTrouble(one, t)).join(' · ')}</span>
                )}
              </>
            )}
          </div>
        );
      })}
    </div>
  );
});

type T = ReturnType<typeof useTranslation<'bulk'>>['t'];

/** What the pointer is told: the whole text of a cut cell, and what is wrong with it. */
function titleOf({ row }: OrderRowProps, column: OrderColumn, format: Format, t: T): string | undefined {
  const overruled = column.fields.some((field) => row.overruled.includes(field)) && t('grid.overruled');
  const troubles = troublesOf(row, column).map((one) => longTrouble(one, t, row));
  const lines = [wholeText(row, column, format, t), ...troubles, overruled].filter(Boolean);
  return lines.length > 0 ? lines.join('\n') : undefined;
}

function CellContent(props: OrderRowProps & { column: OrderColumn }) {
  const { row, column, price, locked, onLeaveOut } = props;
  const { t } = useTranslation('bulk');
  const format = useFormat();
  switch (column.key) {
    case 'pick':
      return (
        <Checkbox
          tabIndex={-1}
          checked={row.left_out}
          disabled={locked}
          aria-label={t('grid.leaveOut', { row: row.sheet.row })}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => onLeaveOut(row.sheet.row, event.target.checked)}
        />
      );
    case 'row':
      return row.sheet.row;
    case 'result':
      return <Result {...props} />;
    case 'unit_price':
      return price === null ? <span className={styles.quiet}>{t('grid.noPrice')}</span> : price === undefined ? '' : format.money(price);
    case 'amount': {
      const { quantity } = row.reading;
      return typeof price === 'number' && quantity !== null ? format.money(amountOf(quantity, price)) : '';
    }
    default: {
      const overruled = column.fields.some((field) => row.overruled.includes(field));
      return <span className={overruled ? styles.overruled : styles.text}>{shownText(row, column, format, t)}</span>;
    }
  }
}

/** What becomes of a row: its job, that it is left out, or how much is wrong with it. */
function Result({ row, part, locked, onKeep }: OrderRowProps) {
  const { t } = useTranslation('bulk');
  if (row.left_out) return <span className={styles.quiet}>{t('grid.leftOut')}</span>;
  if (!row.bad) {
    if (row.job === null) return null;
    return part && part.of > 1 ? t('grid.jobOf', { n: row.job + 1, ...part }) : t('grid.job', { n: row.job + 1 });
  }
  const troubles = [...row.problems, ...row.refused];
  const whole = troubles.find((one) => one.field === 'row');
  return (
    <>
      <span className={styles.count}>
        {whole && troubles.length === 1 ? shortTrouble(whole, t) : t('grid.problems', { count: troubles.length })}
      </span>
      {whole?.code === 'duplicate' && (
        <Button
          type="link"
          size="small"
          className={styles.keep}
          tabIndex={-1}
          disabled={locked}
          onClick={(event) => {
            event.stopPropagation();
            onKeep(row.sheet.row);
          }}
        >
          {t('grid.keepDuplicate')}
        </Button>
      )}
    </>
  );
}
