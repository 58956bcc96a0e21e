import type { PriceRow } from '@darkroom/contract/price';
import { PRICE } from '@darkroom/contract/records/price';
import { PRICE_FIELDS } from '@darkroom/domain/price/price';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../../../lib/words/fields.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { categoryOf, valueText } from './price-columns.ts';
import styles from '../price.module.css';
import type { PriceDraft } from './use-price-draft.ts';

/** Somebody else saved first: their prices beside mine, and the two ways on (quality 9). Nothing typed is lost. */
export function StaleRows({ draft, stale }: { draft: PriceDraft; stale: readonly PriceRow[] }) {
  const { t } = useTranslation(['price', 'record', 'field', 'common']);
  const label = useLabels(PRICE);
  const format = useFormat();
  const theirs = new Map(stale.map((row) => [row.service_cat2_id, row]));
  const lines = draft.shown.flatMap((price) => {
    const now = theirs.get(price.row.service_cat2_id);
    if (!now) return [];
    return PRICE_FIELDS.filter((field) => price.changed.has(field)).map((field) => ({ price, now, field }));
  });
  return (
    <Alert
      type="warning"
      role="alert"
      title={t('stale.title', { count: stale.length })}
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
                    <td className="number">{valueText(field, price.terms[field], format, t)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={styles.choices}>
            <Button onClick={draft.takeTheirs}>{t('record:takeTheirs')}</Button>
            <Button type="primary" loading={draft.saving} onClick={draft.reapply}>
              {t('record:reapply')}
            </Button>
          </div>
        </>
      }
    />
  );
}
