import { findPriceJumps, type PartialTerms } from '@darkroom/domain/price/price';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useConfirm } from '../../ui/overlay/use-confirm.tsx';

/** A large change, with the texts of its values. */
interface Jump {
  readonly name: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Maximum number of named prices. Further prices are only counted. */
const MAX_NAMED = 5;

/** Asks before saving prices that change by a factor of ten (decision 145). Each is named with its old and new value. */
export function useConfirmJumps() {
  const { t } = useTranslation('price');
  const { ask, holder } = useConfirm();
  const confirmJumps = async (jumps: readonly Jump[]): Promise<boolean> => {
    if (jumps.length === 0) return true;
    const lines = jumps.slice(0, MAX_NAMED).map((jump) => t('jump.line', { ...jump }));
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

interface PriceChange {
  readonly name: string;
  readonly before: PartialTerms;
  readonly after: PartialTerms;
}

/** Finds the large changes of prices, and asks. */
export function useConfirmPriceJumps() {
  const { t } = useTranslation('price');
  const { money } = useFormat();
  const { confirmJumps, holder } = useConfirmJumps();
  const confirmPriceJumps = (changed: readonly PriceChange[]): Promise<boolean> =>
    confirmJumps(
      changed.flatMap(({ name, before, after }) =>
        findPriceJumps(before, after).map((field) => ({
          name,
          field: t(`column.${field}`),
          before: money(before[field] ?? 0),
          after: money(after[field] ?? 0),
        })),
      ),
    );
  return { confirmPriceJumps, holder };
}
