import { FIELD_KIND, type PriceField } from '@darkroom/domain/price/price';
import type { TFunction } from 'i18next';
import { memo, type ReactNode } from 'react';
import { fieldMessage } from '../../../lib/errors/form-errors.tsx';
import type { Format } from '../../../lib/words/format.ts';
import { Money } from '../../../ui/money.tsx';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import type { ShownPrice } from './draft.ts';
import { categoryOf, PRICE_COLUMNS, valueText, type PriceColumn } from './price-columns.ts';
import styles from './price-grid.module.css';
import type { Words } from '../../../lib/words/i18n.ts';

export const cellId = (id: number, column: number) => `price-${id}-${column}`;

/** The row and column a cell's id names. */
export const placeOfCell = (name: string): { id: number; column: number } | null => {
  const [, id, column] = /^price-(\d+)-(\d+)$/.exec(name) ?? [];
  return id === undefined ? null : { id: Number(id), column: Number(column) };
};

export interface PriceRowProps {
  price: ShownPrice;
  /** Place among the rows shown, from 0, group headings counted. */
  index: number;
  top: number;
  height: number;
  /** Columns of the range that are in this row: from, to; -1 when none is. */
  from: number;
  to: number;
  /** Column of the active cell when it is in this row, else -1. */
  active: number;
  editor: ReactNode;
  locked: boolean;
  // Translations and formats come as props: a screenful of rows with hooks of their own is too slow for scrolling by touch.
  t: TFunction<['price', 'errors', 'common']>;
  label: (field: PriceField) => string;
  format: Format;
  onSwitch: (price: ShownPrice, column: PriceColumn) => void;
}

/** One category with its price: what is changed is marked, what is wrong says why. */
export const PriceGridRow = memo(function PriceGridRow(props: PriceRowProps) {
  const { price, index, top, height, from, to, active, editor } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.row}
      data-off={price.terms.enabled === false || !price.row.cat2_enabled || undefined}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {PRICE_COLUMNS.map((column, at) => {
        const { field } = column;
        const trouble = field && price.troubles.get(field);
        const editing = at === active && editor !== null;
        return (
          <div
            key={column.key}
            id={cellId(price.row.service_cat2_id, at)}
            role={at === 0 ? 'rowheader' : 'gridcell'}
            aria-colindex={at + 1}
            aria-selected={at >= from && at <= to}
            aria-invalid={trouble ? true : undefined}
            className={[styles.cell, column.end && styles.end, at === 0 && styles.stays, column.onScreen && 'on-screen']
              .filter(Boolean)
              .join(' ')}
            data-active={at === active || undefined}
            data-range={(at >= from && at <= to) || undefined}
            data-changed={(field && price.changed.has(field)) || undefined}
            data-trouble={trouble ? true : undefined}
            data-editing={editing || undefined}
            title={trouble ? troubleText(trouble, props.t) : undefined}
          >
            {editing ? editor : contentOf(props, column)}
          </div>
        );
      })}
    </div>
  );
});

/** What is wrong with a cell, in words. */
export const troubleText = (code: string, t: Words<'errors'>): string =>
  fieldMessage({ field: '', code, message: '' }, t);

function contentOf({ price, locked, t, label, format, onSwitch }: PriceRowProps, column: PriceColumn): ReactNode {
  const { row, terms, entries } = price;
  if (column.key === 'category') {
    return (
      <span className={styles.name}>
        {row.cat2} <span className={styles.quiet}>{t('level', { n: row.level })}</span>
        {!row.cat2_enabled && <span className={styles.quiet}> · {t('notOffered')}</span>}
      </span>
    );
  }
  if (column.key === 'warning') {
    return (
      <span className={styles.warnings}>
        {price.warnings.map((one) => (
          <span key={one} className={styles.warning}>
            {t(`warning.${one}`, { count: row.sold_last_month })}
          </span>
        ))}
      </span>
    );
  }
  if (column.key === 'history') {
    return row.id === null ? null : <RecordHistory entity="customer_price" id={row.id} name={categoryOf(price)} />;
  }
  const { field } = column;
  if (!field) return null;
  if (FIELD_KIND[field] === 'switch') {
    const value = terms[field];
    if (value === null) return <span className={styles.quiet}>–</span>;
    return (
      <label className={styles.switch}>
        <input
          type="checkbox"
          className="tick"
          tabIndex={-1}
          checked={value === true}
          disabled={locked}
          aria-label={t('cell', { field: label(field), name: categoryOf(price) })}
          onChange={() => onSwitch(price, column)}
        />
      </label>
    );
  }
  const entry = entries[field];
  const value = typeof entry === 'object' && entry !== null ? entry : terms[field];
  const text = valueText(field, value, format, t);
  return (
    <span className={styles.figure}>
      {text === '' && row.id === null && field === 'retail_price' ? (
        <span className={styles.quiet}>{t('noPrice')}</span>
      ) : FIELD_KIND[field] === 'money' && typeof value === 'number' ? (
        <Money value={value}>{text}</Money>
      ) : (
        text
      )}
    </span>
  );
}
