import type { TaskRow } from '@darkroom/contract/task/task';
import { differs, taskQuantity } from '@darkroom/domain/task/counts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useShares } from '../list/use-shares.ts';
import css from './task-parts.module.css';

/**
 * That less or more was counted than was ordered, with what the other tasks of a split order have counted. Nothing is said while others are to
 * count yet and it is not too much.
 */
export function OrderDifference({ row }: { row: TaskRow }) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const share = useShares([row.task_id]).get(row.task_id);
  const difference = share ? differs(row.quantity, taskQuantity(row), share) : null;
  if (difference === null) return null;
  const [count, n] = [Math.abs(difference), number(Math.abs(difference))];
  return <p className={css.differs}>{t(difference < 0 ? 'cockpit.fewer' : 'cockpit.moreThanOrdered', { count, n })}</p>;
}
