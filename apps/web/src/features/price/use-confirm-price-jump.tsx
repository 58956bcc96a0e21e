import { priceJumps, type OpenTerms } from '@darkroom/domain/price/price';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { useAsk } from '../../ui/overlay/use-ask.tsx';

interface Changed {
  readonly name: string;
  readonly before: OpenTerms;
  readonly after: OpenTerms;
}

/** Maximum number of named prices. Further ones are only counted. */
const NAMED = 5;

/** Asks before saving prices that change by a factor of ten. Each is named with its old and new value. */
export function useConfirmPriceJump() {
  const { t } = useTranslation('price');
  const { money } = useFormat();
  const { ask, holder } = useAsk();
  const meant = async (changed: readonly Changed[]): Promise<boolean> => {
    const leaps = changed.flatMap(({ name, before, after }) =>
      priceJumps(before, after).map((field) => ({ name, field, before: before[field], after: after[field] })),
    );
    if (leaps.length === 0) return true;
    const lines = leaps
      .slice(0, NAMED)
      .map(({ name, field, before, after }) =>
        t('leap.line', { name, field: t(`column.${field}`), before: money(before ?? 0), after: money(after ?? 0) }),
      );
    const more = leaps.length - NAMED;
    return ask({
      title: t('leap.title', { count: leaps.length }),
      lines: more > 0 ? [...lines, t('leap.more', { count: more })] : lines,
      no: t('leap.no'),
      yes: t('leap.yes'),
      unlikely: true,
    });
  };
  return { meant, holder };
}
