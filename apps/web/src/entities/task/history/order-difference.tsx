import type { TaskRow } from '@darkroom/contract/task/task';
import { findDifference, taskQuantity } from '@darkroom/domain/task/quantities';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useSiblingQuantities } from '../list/use-task-shares.ts';
import css from './task-parts.module.css';

/**
 * Difference between the counted and the ordered quantity, including the other tasks of a split order. It is hidden while other tasks
 * have no quantity, unless the sum is too large.
 */
export function OrderDifference({ row }: { row: TaskRow }) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const taskShare = useSiblingQuantities([row.task_id]).get(row.task_id);
  const difference = taskShare ? findDifference(row.quantity, taskQuantity(row), taskShare) : null;
  if (difference === null) return null;
  const [count, n] = [Math.abs(difference), number(Math.abs(difference))];
  return (
    <p className={css.differenceNote}>
      {t(difference < 0 ? 'checkView.fewer' : 'checkView.moreThanOrdered', { count, n })}
    </p>
  );
}
