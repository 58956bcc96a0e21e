import type { TaskRow } from '@darkroom/contract/task';
import type { DescriptionsProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { useCategories, useCustomers, useUsers } from '../../../lib/session/lookups.ts';
import type { KeyUnder } from '../../../lib/words/i18n.ts';

const NOBODY = '–';

/** What a task in full says beside who does it and how far it is (spec §3, "Other labels"), wherever it stands. */
export function useTaskLabels(row: TaskRow): NonNullable<DescriptionsProps['items']> {
  const { t } = useTranslation('task');
  const { dayTime } = useFormat();
  const { name } = useUsers();
  const { cus0, cus1, cus2 } = useCustomers().levels(row.customer2_id);
  const category = useCategories().cat2ById.get(row.service_cat2_id);
  const label = (key: KeyUnder<'task', 'field'>, children: string | number | undefined) => ({
    key,
    label: t(`field.${key}`),
    children: children || NOBODY,
  });
  return [
    label('level', category?.level),
    label('customer0', cus0?.name),
    label('customer1', cus1?.name),
    label('customer2', cus2?.name),
    label('has_support', t(`hasSupport.${row.supporters.length > 0}`)),
    label('product_type_1', category?.cat1.name),
    label('product_type_2', category?.name),
    label('created_at', dayTime(row.created_at)),
    label('created_by', name(row.created_by)),
  ];
}
