import type { TaskRow } from '@darkroom/contract/task/task';
import type { DescriptionsProps } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useCategories, useCustomers } from '../../../lib/session/lookups.ts';
import { useAccountName } from '../../person/use-account-name.ts';

const EMPTY = '–';

/** Returns other facts of a task (spec §3, "Other labels"), for every full view of a task. */
export function useTaskLabels(row: TaskRow): NonNullable<DescriptionsProps['items']> {
  const { t } = useTranslation(['task', 'field']);
  const { dayTime } = useFormat();
  const accountName = useAccountName();
  const { cus0, cus1, cus2 } = useCustomers().levels(row.customer2_id);
  const category = useCategories().cat2ById.get(row.service_cat2_id);
  const createItem = (label: string, children: string | number | undefined) => ({
    key: label,
    label,
    children: children || EMPTY,
  });
  return [
    createItem(t('field:level'), category?.level),
    createItem(t('field:cus_id0'), cus0?.name),
    createItem(t('field:cus_id1'), cus1?.name),
    createItem(t('field:customer2_id'), cus2?.name),
    createItem(t('field.has_support'), t(`hasSupport.${row.supporters.length > 0}`)),
    createItem(t('field.product_type_1'), category?.cat1.name),
    createItem(t('field.product_type_2'), category?.name),
    createItem(t('field:created_at'), dayTime(row.created_at)),
    createItem(t('field:created_by'), accountName(row.created_by)),
  ];
}
