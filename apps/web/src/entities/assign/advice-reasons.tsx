import type { Advice } from '@darkroom/contract/task/advice';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCategories } from '../../lib/session/lookups.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import styles from './assign.module.css';

/** Reasons for an editor: first-pass yield with its count, at work now, earlier work for this customer. */
export function AdviceReasons({ advice, cat2 }: { advice: Advice; cat2: number | null }) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const categories = useCategories();
  const { first, passed, done, working, of_customer } = advice;
  const categoryText = cat2 === null ? t('advice.thisKind') : categories.label(cat2);
  const reasons = [
    first > 0
      ? t('advice.yield', { percent: number(Math.round((passed * 100) / first)), n: number(first), kind: categoryText })
      : t('advice.noYield', { kind: categoryText }),
    done > 0 && t('advice.done', { count: done, n: number(done) }),
    working && t('advice.working'),
    of_customer > 0 && t('advice.customer', { count: of_customer, n: number(of_customer) }),
  ];
  return <span className={styles.reasons}>{reasons.filter(Boolean).join(' · ')}</span>;
}

/** Explanation above the list: the order is advice, and its rules. */
export function AdviceExplanation() {
  const { t } = useTranslation('task');
  return (
    <p className="m-0 text-12">
      <FigureTooltip words={() => t('advice.how')}>{t('advice.title')}</FigureTooltip>
    </p>
  );
}
