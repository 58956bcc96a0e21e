import { priceEndpoints } from '@darkroom/contract/price/price';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { CallButton } from '../../ui/call-button.tsx';
import type { ShownPrice } from './grid/shown-price.ts';
import { categoryOf } from './grid/shown-price.ts';
import styles from './price-list.module.css';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const PriceForm = lazyOverlay(() => import('./price-form.tsx'));

/** Prices on a narrow screen: a list, with a form for each price. */
export function PriceList({ cus_id1, prices }: { cus_id1: number; prices: readonly ShownPrice[] }) {
  const { t } = useTranslation('price');
  const [editing, setEditing] = useState<ShownPrice | null>(null);
  const groups = new Map<string, ShownPrice[]>();
  for (const price of prices) {
    const name = `${price.row.service_type} › ${price.row.cat1}`;
    groups.set(name, [...(groups.get(name) ?? []), price]);
  }
  return (
    <div className={styles.list} role="region" aria-label={t('grid')} tabIndex={0}>
      {[...groups].map(([name, groupPrices]) => (
        <section key={name}>
          <h2>{name}</h2>
          <ul>
            {groupPrices.map((price) => (
              <PriceBlock key={price.row.service_cat2_id} price={price} onEdit={setEditing} />
            ))}
          </ul>
        </section>
      ))}
      {editing && <PriceForm cus_id1={cus_id1} row={editing.row} onClose={() => setEditing(null)} />}
    </div>
  );
}

function PriceBlock({ price, onEdit }: { price: ShownPrice; onEdit: (price: ShownPrice) => void }) {
  const { t } = useTranslation('price');
  const { money, number } = useFormat();
  const { row, terms, warnings } = price;
  const isUnavailable = terms.enabled === false || terms.visible === false;
  return (
    <li className={styles.block} data-changed={price.changed.size > 0 || undefined}>
      <div className={styles.details}>
        <strong>{row.cat2}</strong>
        {terms.retail_price === null ? (
          <span className="muted">{t('noPrice')}</span>
        ) : (
          <span className="tabular">
            <span className="muted">{t('column.retail_price')}</span> {money(terms.retail_price)}
            <span className="muted">
              {' · '}
              {t('column.wholesale_price')} {money(terms.wholesale_price)}
            </span>
            <span className="muted"> · {t('minutes', { n: number(terms.estimate_minutes) })}</span>
          </span>
        )}
        {isUnavailable && (
          <span className="muted">
            {[terms.visible === false && t('hidden'), terms.enabled === false && t('off')].filter(Boolean).join(' · ')}
          </span>
        )}
        {warnings.map((warning) => (
          <span key={warning} className={styles.warning}>
            {t(`warning.${warning}`)}
          </span>
        ))}
      </div>
      <CallButton
        call={priceEndpoints.update}
        aria-label={t('editOf', { name: categoryOf(price) })}
        onClick={() => onEdit(price)}
      >
        {t('edit')}
      </CallButton>
    </li>
  );
}
