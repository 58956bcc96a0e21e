import { TASK } from '@darkroom/contract/field-tables/job';
import type { TaskRow } from '@darkroom/contract/task/task';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCategories, useCustomers, useUsers } from '../../../lib/session/lookups.ts';
import { useAccountName } from '../../person/use-account-name.ts';
import { useFieldColumns } from '../../../ui/data-table/columns/field-columns.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';

/** Returns the optional columns of a task (spec §3, "Other labels"), for the lists of tasks and of rework. */
export function useMoreTaskColumns(): readonly TableColumn<TaskRow>[] {
  const { t } = useTranslation(['task', 'field']);
  const { name } = useUsers();
  const accountName = useAccountName();
  const { levels } = useCustomers();
  const { cat2ById } = useCategories();
  const columnsOf = useFieldColumns(TASK);
  return useMemo(() => {
    const createTextColumn = (title: string, text: (row: TaskRow) => string | undefined) => ({
      title,
      kind: 'name' as const,
      min: 110,
      off: true,
      empty: undefined,
      render: (row: TaskRow) => <Ellipsis>{text(row) || '–'}</Ellipsis>,
    });
    const hiddenColumn = { off: true, empty: undefined };
    return columnsOf<TaskRow>({
      customer0: createTextColumn(t('field:cus_id0'), (row) => levels(row.customer2_id).cus0?.name),
      customer1: createTextColumn(t('field:cus_id1'), (row) => levels(row.customer2_id).cus1?.name),
      customer2: createTextColumn(t('field:customer2_id'), (row) => levels(row.customer2_id).cus2?.name),
      product_type_1: createTextColumn(
        t('field.product_type_1'),
        (row) => cat2ById.get(row.service_cat2_id)?.cat1.name,
      ),
      product_type_2: createTextColumn(t('field.product_type_2'), (row) => cat2ById.get(row.service_cat2_id)?.name),
      level: {
        title: t('field:level'),
        width: 72,
        align: 'end',
        off: true,
        render: (row) => cat2ById.get(row.service_cat2_id)?.level ?? '–',
      },
      has_support: createTextColumn(t('field.has_support'), (row) => t(`hasSupport.${row.supporters.length > 0}`)),
      supporters: createTextColumn(t('field:supporters'), (row) =>
        row.supporters.map(({ user_id }) => name(user_id)).join(', '),
      ),
      notes: hiddenColumn,
      start_time: hiddenColumn,
      end_time: hiddenColumn,
      created_at: hiddenColumn,
      created_by: createTextColumn(t('field:created_by'), (row) => accountName(row.created_by)),
    });
  }, [t, columnsOf, name, accountName, levels, cat2ById]);
}
