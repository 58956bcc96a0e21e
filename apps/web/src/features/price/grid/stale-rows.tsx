import { PRICE } from '@darkroom/contract/field-tables/customer';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../../../lib/words/fields.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { categoryOf, heldIn, valueText } from './shown-price.ts';
import type { PriceDraft } from './use-price-draft.ts';

/** Prices that another user has changed. Shown while the user types and after a refused save. */
export function StaleRows({ draft, onDecided }: { draft: PriceDraft; onDecided: () => void }) {
  const { t } = useTranslation(['price', 'record', 'common']);
  const label = useLabels(PRICE);
  const format = useFormat();
  const { contested, refused } = draft;
  const shown = new Map(draft.shown.map((price) => [price.row.service_cat2_id, price]));
  const decide = (how: () => void) => () => {
    onDecided();
    how();
  };
  return (
    <ConflictNotice
      presses={refused ? 1 : 0}
      title={t(refused ? 'stale.title' : 'stale.news', { count: contested.length })}
      versions={contested.flatMap(({ id, fields }) => {
        const price = shown.get(id);
        return fields.flatMap((field) =>
          price
            ? {
                name: `${categoryOf(price)}: ${label(field)}`,
                theirs: valueText(field, price.row[field], format, t),
                mine: valueText(field, heldIn(price, field), format, t),
              }
            : [],
        );
      })}
      theirs={{ words: t('record:takeTheirs'), go: decide(draft.takeTheirs) }}
      mine={{ words: t(refused ? 'record:reapply' : 'stale.keep'), go: decide(draft.keepMine), busy: draft.saving }}
    />
  );
}
