import { PRICE_FIELDS } from '@darkroom/domain/price/price';
import type { LineChange, RoundingMiss } from '@darkroom/domain/price/change';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import type { ShownPrice } from '../grid/shown-price.ts';
import { categoryOf, formatValue } from '../grid/shown-price.ts';
import styles from '../price.module.css';

interface ChangePreviewProps {
  shown: readonly ShownPrice[];
  changes: readonly LineChange[];
  /** Prices that rounding leaves unchanged or moves in the wrong direction. They are listed first. */
  misses?: readonly RoundingMiss[];
  /** Text if there are no changes. */
  nothing: string;
}

/** Preview: before → after, one line for each value. */
export function ChangePreview({ shown, changes, misses = [], nothing }: ChangePreviewProps) {
  const { t } = useTranslation(['price', 'field', 'common']);
  const format = useFormat();
  const byId = new Map(shown.map((price) => [price.row.service_cat2_id, price]));
  const missByCell = new Map(misses.map(({ service_cat2_id, field, miss }) => [`${service_cat2_id} ${field}`, miss]));
  const changed = changes.flatMap(({ service_cat2_id, after }) => {
    const price = byId.get(service_cat2_id);
    if (!price) return [];
    return PRICE_FIELDS.flatMap((field) => {
      const value = after[field];
      const miss = missByCell.get(`${service_cat2_id} ${field}`);
      return value === undefined ? [] : [{ price, field, value, miss }];
    });
  });
  const unmovedLines = misses.flatMap(({ service_cat2_id, field, miss }) => {
    const price = byId.get(service_cat2_id);
    const value = price?.terms[field];
    return miss === 'unchanged' && price && typeof value === 'number' ? [{ price, field, value, miss }] : [];
  });
  const lines = [
    ...changed.filter(({ miss }) => miss !== undefined),
    ...unmovedLines,
    ...changed.filter(({ miss }) => miss === undefined),
  ];
  if (lines.length === 0) return <p className={styles.empty}>{nothing}</p>;
  return (
    <div className={styles.preview} role="region" aria-label={t('preview.label')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('field:category')}</th>
            <th scope="col">{t('preview.field')}</th>
            <th scope="col" className="number">
              {t('preview.before')}
            </th>
            <th scope="col" className="number">
              {t('preview.after')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ price, field, value, miss }) => (
            <tr key={`${price.row.service_cat2_id} ${field}`}>
              <th scope="row">{categoryOf(price)}</th>
              <td>{t(`column.${field}`)}</td>
              <td className="number">{formatValue(field, price.terms[field], format, t) || '–'}</td>
              <td className="number semibold">
                {formatValue(field, value, format, t) || '–'}
                {miss && <div className="ink-danger">{t(`percent.${miss}`)}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Converts the grid with its unsaved changes to the price list of the domain, for bulk changes. */
export const toPriceLines = (shown: readonly ShownPrice[]) =>
  shown.map(({ row, terms }) => ({
    ...terms,
    service_cat2_id: row.service_cat2_id,
    default_minutes: row.default_minutes,
    service_type: row.service_type,
    cat1: row.cat1,
    cat2: row.cat2,
  }));
