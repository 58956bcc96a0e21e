import { PRICE } from '@darkroom/contract/field-tables/price';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../../../lib/words/fields.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { categoryOf, heldIn, valueText } from './shown-price.ts';
import styles from '../price.module.css';
import type { PriceDraft } from './use-price-draft.ts';

/**
 * Prices that somebody else has set meanwhile, beside mine, and the two ways on (quality 9): told while one still types, and when saving was
 * refused for them. Nothing typed is lost.
 */
export function StaleRows({ draft, onDecided }: { draft: PriceDraft; onDecided: () => void }) {
  const { t } = useTranslation(['price', 'record', 'field', 'common']);
  const label = useLabels(PRICE);
  const format = useFormat();
  const { contested, refused } = draft;
  const mine = new Map(draft.shown.map((price) => [price.row.service_cat2_id, price]));
  const lines = contested.flatMap(({ id, fields }) => {
    const price = mine.get(id);
    return price ? fields.map((field) => ({ price, field })) : [];
  });
  return (
    <Alert
      type="warning"
      role="alert"
      title={t(refused ? 'stale.title' : 'stale.news', {
        count: contested.length,
      })}
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
                {lines.map(({ price, field }) => (
                  <tr key={`${price.row.service_cat2_id} ${field}`}>
                    <th scope="row">{categoryOf(price)}</th>
                    <td>{label(field)}</td>
                    <td className="number">{valueText(field, price.row[field], format, t)}</td>
                    <td className="number">{valueText(field, heldIn(price, field), format, t)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={styles.choices}>
            <Button
              onClick={() => {
                onDecided();
                draft.takeTheirs();
              }}
            >
              {t('record:takeTheirs')}
            </Button>
            <Button
              type="primary"
              loading={draft.saving}
              onClick={() => {
                onDecided();
                draft.keepMine();
              }}
            >
              {t(refused ? 'record:reapply' : 'stale.keep')}
            </Button>
          </div>
        </>
      }
    />
  );
}
