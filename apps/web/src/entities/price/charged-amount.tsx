import { getDifferingAmount } from '@darkroom/domain/job/figures';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import styles from './charged-amount.module.css';

interface ChargedAmountProps {
  /** Pieces of the detail that are in rework. */
  readonly reworkQuantity?: number;
  readonly line: { readonly quantity: number; readonly done_quantity: number; readonly unit_price: number | null };
}

/** Charged amount of the price report, shown below the ordered amount when they differ. */
export function ChargedAmount({ line, reworkQuantity }: ChargedAmountProps) {
  const { t } = useTranslation('common');
  const { number, money } = useFormat();
  const amount = getDifferingAmount(line, reworkQuantity);
  if (amount === null) return null;
  return (
    <span className={styles.chargedAmount}>
      {t('charged', { n: number(line.done_quantity), amount: money(amount) })}
    </span>
  );
}
