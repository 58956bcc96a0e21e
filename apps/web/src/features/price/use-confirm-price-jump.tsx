import { findPriceJumps, type PartialTerms } from '@darkroom/domain/price/price';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useConfirm } from '../../ui/overlay/use-confirm.tsx';

interface PriceChange {
  readonly name: string;
  readonly before: PartialTerms;
  readonly after: PartialTerms;
}

/** Maximum number of named prices. Further prices are only counted. */
const MAX_NAMED = 5;

/** Asks before saving prices that change by a factor of ten. Each is named with its old and new value. */
export function useConfirmPriceJump() {
  const { t } = useTranslation('price');
  const { money } = useFormat();
  const { ask, holder } = useConfirm();
  const confirmJumps = async (changed: readonly PriceChange[]): Promise<boolean> => {
    const jumps = changed.flatMap(({ name, before, after }) =>
      findPriceJumps(before, after).map((field) => ({ name, field, before: before[field], after: after[field] })),
    );
    if (jumps.length === 0) return true;
    const lines = jumps
      .slice(0, MAX_NAMED)
      .map(({ name, field, before, after }) =>
        t('jump.line', { name, field: t(`column.${field}`), before: money(before ?? 0), after: money(after ?? 0) }),
      );
    const moreCount = jumps.length - MAX_NAMED;
    return ask({
      title: t('jump.title', { count: jumps.length }),
      lines: moreCount > 0 ? [...lines, t('jump.more', { count: moreCount })] : lines,
      no: t('jump.no'),
      yes: t('jump.yes'),
      defaultsToNo: true,
    });
  };
  return { confirmJumps, holder };
}
