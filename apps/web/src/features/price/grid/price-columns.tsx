import { PRICE } from '@darkroom/contract/field-tables/customer';
import { getDecimalMark } from '@darkroom/domain/number/parse';
import { FIELD_KIND, type PriceField } from '@darkroom/domain/price/price';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { getFieldMessage } from '../../../lib/errors/form-errors.tsx';
import { useFieldLabels } from '../../../lib/i18n/fields.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import type { Translate } from '../../../lib/i18n/i18n.ts';
import { isInvalidText, type CellEdit } from '../../../ui/grid/draft.ts';
import { joinClassNames, toGridStyle } from '../../../ui/grid/grid-row.tsx';
import { Money } from '../../../ui/money.tsx';
import { parseEntry } from './use-price-entry.tsx';
import { categoryOf, cellValueOf, toTypedText, formatValue, type PriceColumn, type ShownPrice } from './shown-price.ts';
import styles from './price-grid.module.css';

interface Shape {
  readonly key: 'category' | PriceField | 'warning' | 'history';
  readonly field: PriceField | null;
  /** Minimum width in pixels, and the share of the remaining width. */
  readonly width: number;
  readonly grow?: number;
  readonly isEnd?: true;
}

const SHAPES: readonly Shape[] = [
  { key: 'category', field: null, width: 150, grow: 2 },
  { key: 'retail_price', field: 'retail_price', width: 92, isEnd: true },
  { key: 'wholesale_price', field: 'wholesale_price', width: 116, isEnd: true },
  {
    key: 'estimate_minutes',
    field: 'estimate_minutes',
    width: 160,
    isEnd: true,
  },
  { key: 'visible', field: 'visible', width: 64 },
  { key: 'enabled', field: 'enabled', width: 68 },
  { key: 'warning', field: null, width: 134, grow: 2 },
  { key: 'history', field: null, width: 66 },
];

export const TRACKS = toGridStyle(SHAPES);

/** Finds the first cell with an error, row by row. */
export function findFirstError(prices: readonly ShownPrice[]) {
  for (const { row, errors } of prices) {
    const column = SHAPES.findIndex(({ field }) => field !== null && errors.has(field));
    if (column >= 0) return { id: row.service_cat2_id, column };
  }
  return null;
}

export const formatCellError = (code: string, t: Translate<'errors'>): string =>
  getFieldMessage({ field: '', code, message: '' }, t);

/** Returns the columns of a price list: category, price and warnings. */
export function usePriceColumns(
  currency: string,
  locked: boolean,
  onSet: (cells: readonly CellEdit[]) => void,
): readonly PriceColumn[] {
  const { t, i18n } = useTranslation(['price', 'errors', 'common']);
  const label = useFieldLabels(PRICE);
  const format = useFormat();
  const language = i18n.resolvedLanguage;
  return useMemo(() => {
    const mark = getDecimalMark(language);
    const set = (price: ShownPrice, field: PriceField, value: boolean) =>
      onSet([{ id: price.row.service_cat2_id, field, value }]);
    const nameOf = (price: ShownPrice, field: PriceField) =>
      t('cell', { field: label(field), name: categoryOf(price) });

    const drawCheckbox = (price: ShownPrice, field: PriceField): ReactNode => {
      const value = price.terms[field];
      if (value === null) return <span className="muted">–</span>;
      return (
        <label className={styles.switch}>
          <input
            type="checkbox"
            className="grid-checkbox"
            tabIndex={-1}
            checked={value === true}
            disabled={locked}
            aria-label={nameOf(price, field)}
            onChange={() => set(price, field, value !== true)}
          />
        </label>
      );
    };
    const drawFigure = (price: ShownPrice, field: PriceField): ReactNode => {
      const value = cellValueOf(price, field);
      const text = formatValue(field, value, format, t);
      return (
        <span className={styles.figure}>
          {text === '' && price.row.id === null && field === 'retail_price' ? (
            <span className="muted">{t('noPrice')}</span>
          ) : FIELD_KIND[field] === 'money' && typeof value === 'number' ? (
            <Money value={value}>{text}</Money>
          ) : (
            text
          )}
        </span>
      );
    };
    const cellColumn = (field: PriceField) => {
      const isCheckbox = FIELD_KIND[field] === 'switch';
      return {
        draw: (price: ShownPrice) => (isCheckbox ? drawCheckbox(price, field) : drawFigure(price, field)),
        text: (price: ShownPrice) =>
          isCheckbox ? formatValue(field, price.terms[field], format, t) : toTypedText(cellValueOf(price, field), mark),
        label: (price: ShownPrice) => nameOf(price, field),
        inputMode: 'decimal' as const,
        mark: (price: ShownPrice) => {
          const error = price.errors.get(field);
          return {
            isInvalid: error !== undefined,
            state: price.changed.has(field) ? 'changed' : undefined,
            title: error && formatCellError(error, t),
          };
        },
        ...(isCheckbox && {
          onType: (price: ShownPrice, typed: string | undefined) => {
            const value = typed === undefined || typed === ' ' ? null : parseEntry(field, typed, language, currency);
            if (value === null) set(price, field, price.terms[field] !== true);
            else if (!isInvalidText(value)) set(price, field, value === true);
            return true;
          },
        }),
      };
    };
    const otherColumns = {
      category: {
        isRowHead: true,
        draw: ({ row }: ShownPrice) => (
          <span className={styles.name}>
            {row.cat2} <span className="muted">{t('level', { n: row.level })}</span>
            {!row.cat2_enabled && <span className="muted"> · {t('notOffered')}</span>}
          </span>
        ),
        text: categoryOf,
      },
      warning: {
        draw: ({ row, warnings }: ShownPrice) => (
          <span className={styles.warnings}>
            {warnings.map((warning) => (
              <span key={warning} className={styles.warning}>
                {t(`warning.${warning}`, { count: row.sold_last_month })}
              </span>
            ))}
          </span>
        ),
        text: ({ warnings }: ShownPrice) => warnings.map((warning) => t(`warning.${warning}`)).join('; '),
      },
      history: {
        draw: (price: ShownPrice) =>
          price.row.id !== null && <RecordHistory entity="customer_price" id={price.row.id} name={categoryOf(price)} />,
      },
    };
    return SHAPES.map(({ key, field, isEnd }) => ({
      key,
      field,
      head: t(`column.${key}`),
      hint: key === 'visible' || key === 'enabled' ? t(`columnHint.${key}`) : undefined,
      className: joinClassNames(
        styles.cell,
        isEnd && styles.alignEnd,
        key === 'category' && styles.stickyColumn,
        // A column of buttons is not printed.
        key === 'history' && 'screen-only',
      ),
      ...(field ? cellColumn(field) : otherColumns[key as keyof typeof otherColumns]),
    }));
  }, [t, language, label, format, currency, locked, onSet]);
}
