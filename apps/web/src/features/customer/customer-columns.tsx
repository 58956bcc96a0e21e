import { customerEndpoints, type CustomerRow } from '@darkroom/contract/customer/customer';
import { CUSTOMER, CUSTOMER_DETAIL } from '@darkroom/contract/field-tables/customer';
import { useMemo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import { useFieldColumns } from '../../ui/data-table/columns/field-columns.tsx';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { ContractStatusDot, LoginSummary, TierDot } from './customer-labels.tsx';
import styles from './customer.module.css';

const FIELDS = { ...CUSTOMER, ...CUSTOMER_DETAIL };

const formatPosition = ({ details }: CustomerRow) => [details.city, details.country].filter(Boolean).join(', ') || '–';
const formatCus2Names = ({ cus2_list }: CustomerRow) => cus2_list.map(({ name }) => name).join(', ') || '–';

export function useCustomerColumns({ grouped }: { grouped: boolean }): readonly TableColumn<CustomerRow>[] {
  const { t } = useTranslation(['customer', 'field']);
  const columnsOf = useFieldColumns(FIELDS, customerEndpoints.detailList);
  return useMemo(() => {
    // The group title already shows the name of customer 0.
    const name = (row: CustomerRow) => (
      <span className={styles.twoLines}>
        {!grouped && <span className="ellipsis muted">{row.cus0.name}</span>}
        <span className="min-w-0 medium break-anywhere">
          <Ellipsis>{row.cus1_name}</Ellipsis>
        </span>
      </span>
    );
    return columnsOf<CustomerRow>(
      {
        cus1: { title: t('field:cus_id1'), min: 150, sort: 'name', render: name },
        cus2: {
          title: t('field:customer2_id'),
          kind: 'text',
          min: 160,
          grow: 2,
          render: (row) => <Ellipsis>{formatCus2Names(row)}</Ellipsis>,
        },
        company_name: { min: 140, hideOrder: 4 },
        country: {
          kind: 'text',
          min: 100,
          hideOrder: 2,
          empty: ({ details }) => !details.city && !details.country,
          render: (row) => <Ellipsis>{formatPosition(row)}</Ellipsis>,
        },
        tier: { width: 92, hideOrder: 5, render: ({ details }) => <TierDot tier={details.tier} /> },
        contract_status: {
          hideOrder: 6,
          phone: 'state',
          render: ({ details }) => <ContractStatusDot status={details.contract_status} />,
        },
        join_date: { hideOrder: 3 },
        login: { min: 170, hideOrder: 1, render: ({ login }) => <LoginSummary login={login} /> },
        jobs: { field: 'job_count' },
      },
      (row) => ({ ...row, ...row.details }),
    );
  }, [t, columnsOf, grouped]);
}
