import type { TaskRow } from '@darkroom/contract/task/task';
import { taskQuantity } from '@darkroom/domain/task/quantities';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useQuantityFields } from '../../../entities/task/list/quantities.ts';
import { useSiblingQuantities } from '../../../entities/task/list/use-task-shares.ts';
import { OrderDifference } from '../../../entities/task/history/order-difference.tsx';
import css from './check-view.module.css';

/** Quantities of the editor next to the ordered quantities, and the editor. */
export function CheckedQuantities({ row }: { row: TaskRow }) {
  const { t } = useTranslation(['task', 'field']);
  const { number } = useFormat();
  const { name } = useUsers();
  const fields = useQuantityFields(row);
  const taskTotal = taskQuantity(row);
  const share = useSiblingQuantities([row.task_id]).get(row.task_id);
  const facts = [
    { key: 'ordered', label: t('field:task.quantity'), value: number(row.quantity) },
    ...fields.map((x) => ({ key: x, label: t(`field:${x}`), value: number(row[x]) })),
    ...(fields.length > 1 ? [{ key: 'counted', label: t('checkView.quantity'), value: number(taskTotal) }] : []),
    ...(share && share.tasks > 1
      ? [{ key: 'others', label: t('checkView.others', { count: share.tasks - 1 }), value: number(share.others) }]
      : []),
  ];
  const people = [
    { key: 'editor', label: t('field:editor'), value: name(row.editor) },
    { key: 'supporters', label: t('field:supporters'), value: row.supporters.map((s) => name(s.user_id)).join(', ') },
    { key: 'first_qc', label: t('field:first_qc'), value: name(row.first_qc) },
  ].filter(({ value }) => value !== '');
  return (
    <section aria-label={t('quantity')}>
      <dl className={css.facts}>
        {[...facts, ...people].map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <OrderDifference row={row} />
    </section>
  );
}
