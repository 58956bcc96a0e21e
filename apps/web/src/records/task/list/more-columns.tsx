import type { TaskRow } from '@darkroom/contract/task';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useCategories, useCustomers, useUsers } from '../../../lib/session/lookups.ts';
import { useMaker } from '../../person/use-maker.ts';
import type { ColumnKind } from '../../../ui/data-table/columns/data-table-fit.ts';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import type { Column } from '../../../ui/data-table/data-table-row.tsx';

/** What else there is to say of a task (spec §3, "Other labels"): columns for whoever chooses them, in the list of tasks and in that of rework. */
export function useMoreTaskColumns(): readonly Column<TaskRow>[] {
  const { t } = useTranslation(['task', 'field']);
  const { dayTime } = useFormat();
  const { name } = useUsers();
  const maker = useMaker();
  const { levels } = useCustomers();
  const { cat2ById } = useCategories();
  return useMemo(() => {
    const words = (
      key: string,
      title: string,
      text: (row: TaskRow) => string | undefined,
      kind: ColumnKind = 'name',
    ): Column<TaskRow> => ({
      key,
      title,
      kind,
      min: 110,
      off: true,
      render: (row) => <Ellipsis>{text(row) || '–'}</Ellipsis>,
    });
    const moment = (key: 'start_time' | 'end_time' | 'created_at'): Column<TaskRow> => ({
      key,
      title: t(`field:${key}`),
      width: 136,
      off: true,
      render: (row) => dayTime(row[key]),
    });
    return [
      words('customer0', t('field:cus_id0'), (row) => levels(row.customer2_id).cus0?.name),
      words('customer1', t('field:cus_id1'), (row) => levels(row.customer2_id).cus1?.name),
      words('customer2', t('field:customer2_id'), (row) => levels(row.customer2_id).cus2?.name),
      words('product_type_1', t('field.product_type_1'), (row) => cat2ById.get(row.service_cat2_id)?.cat1.name),
      words('product_type_2', t('field.product_type_2'), (row) => cat2ById.get(row.service_cat2_id)?.name),
      {
        key: 'level',
        title: t('field:level'),
        width: 72,
        align: 'end',
        off: true,
        render: (row) => cat2ById.get(row.service_cat2_id)?.level ?? '–',
      },
      words('has_support', t('field.has_support'), (row) => t(`hasSupport.${row.supporters.length > 0}`)),
      words('supporters', t('field:supporters'), (row) =>
        row.supporters.map(({ user_id }) => name(user_id)).join(', '),
      ),
      words('notes', t('field:notes'), (row) => row.notes, 'text'),
      moment('start_time'),
      moment('end_time'),
      moment('created_at'),
      words('created_by', t('field:created_by'), (row) => maker(row.created_by)),
    ];
  }, [t, dayTime, name, maker, levels, cat2ById]);
}
