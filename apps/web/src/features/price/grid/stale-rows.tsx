import { PRICE } from '@darkroom/contract/field-tables/price';
import type { PriceField } from '@darkroom/domain/price/price';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../../../lib/words/fields.ts';
import { useFormat } from '../../../lib/words/format.ts';
import type { ShownPrice } from './draft.ts';
import { categoryOf, valueText } from './price-columns.ts';
import styles from '../price.module.css';
import type { PriceDraft } from './use-price-draft.ts';

/**
 * Prices that somebody else has set meanwhile, beside mine, and the two ways on (quality 9): told while one still types, and when saving was
 * refused for them. Nothing typed is lost.
 */
export function StaleRows({ draft }: { draft: PriceDraft }) {
  const { t } = useTranslation(['price', 'record', 'field', 'common']);
  const label = useLabels(PRICE);
  const format = useFormat();
  const { contested, refused } = draft;
  const mine = new Map(draft.shown.map((price) => [price.row.service_cat2_id, price]));
  const lines = contested.flatMap(({ row, fields }) => {
    const price = mine.get(row.service_cat2_id);
    return price ? fields.map((field) => ({ price, now: row, field })) : [];
  });
  const mineText = ({ entries, terms }: ShownPrice, field: PriceField) => {
    const entry = entries[field];
    return typeof entry === 'object' && entry ? entry.text : valueText(field, terms[field], format, t);
  };
  return (
    <Alert
      type="warning"
      role="alert"
      title={t(refused ? 'stale.title' : 'stale.news', { count: contested.length })}
      description={
        <>
          <div className={styles.preview}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('field:category')}</th>
                  <th scope="col">{t('record:field')}</th>
                  <th scope="col" className="number">
                    {t('record:theirs')}
                  </th>
                  <th scope="col" className="number">
                    {t('record:mine')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {lines.map(({ price, now, field }) => (
                  <tr key={`${price.row.service_cat2_id} ${field}`}>
                    <th scope="row">{categoryOf(price)}</th>
                    <td>{label(field)}</td>
                    <td className="number">{valueText(field, now[field], format, t)}</td>
                    <td className="number">{mineText(price, field)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={styles.choices}>
            <Button onClick={draft.takeTheirs}>{t('record:takeTheirs')}</Button>
            <Button type="primary" loading={draft.saving} onClick={draft.keepMine}>
              {t(refused ? 'record:reapply' : 'stale.keep')}
            </Button>
          </div>
        </>
      }
    />
  );
}
