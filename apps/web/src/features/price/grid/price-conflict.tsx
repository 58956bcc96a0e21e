import { PRICE } from '@darkroom/contract/field-tables/customer';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFieldLabels } from '../../../lib/i18n/fields.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import { categoryOf, cellValueOf, formatValue } from './shown-price.ts';
import type { PriceDraft } from './use-price-draft.ts';

/** Prices that another user has changed. Shown while the user types and after a refused save. */
export function PriceConflict({ draft, onDecided }: { draft: PriceDraft; onDecided: () => void }) {
  const { t } = useTranslation(['price', 'record', 'common']);
  const label = useFieldLabels(PRICE);
  const format = useFormat();
  const { contested, refused } = draft;
  const shownById = new Map(draft.shown.map((price) => [price.row.service_cat2_id, price]));
  const withDecided = (action: () => void) => () => {
    onDecided();
    action();
  };
  return (
    <ConflictNotice
      saveAttempts={refused ? 1 : 0}
      title={t(refused ? 'stale.title' : 'stale.news', { count: contested.length })}
      versions={contested.flatMap(({ id, fields }) => {
        const price = shownById.get(id);
        return fields.flatMap((field) =>
          price
            ? {
                name: `${categoryOf(price)}: ${label(field)}`,
                theirs: formatValue(field, price.row[field], format, t),
                mine: formatValue(field, cellValueOf(price, field), format, t),
              }
            : [],
        );
      })}
      theirs={{ words: t('record:takeTheirs'), go: withDecided(draft.takeTheirs) }}
      mine={{
        words: t(refused ? 'record:reapply' : 'stale.keep'),
        go: withDecided(draft.keepMine),
        busy: draft.saving,
      }}
    />
  );
}
