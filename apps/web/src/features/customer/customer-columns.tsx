import type { CustomerRow } from '@darkroom/contract/customer';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import type { Column } from '../../ui/data-table/data-table-row.tsx';
import { Contract, LoginInShort, Tier } from './customer-words.tsx';
import styles from './customer.module.css';

const place = ({ details }: CustomerRow) => [details.city, details.country].filter(Boolean).join(', ') || '–';
const namesBelow = ({ cus2_list }: CustomerRow) => cus2_list.map(({ name }) => name).join(', ') || '–';

/** The columns of the customer list, and a customer as one block for a phone. */
export function useCustomerColumns({ grouped }: { grouped: boolean }): {
  columns: readonly Column<CustomerRow>[];
  compact: (row: CustomerRow) => ReactNode;
} {
  const { t } = useTranslation(['customer', 'field']);
  const { day, number } = useFormat();
  return useMemo(() => {
    // Under a group's head its name would be said twice.
    const name = (row: CustomerRow) => (
      <span className={styles.two}>
        {!grouped && <span className={styles.above}>{row.cus0.name}</span>}
        <span className={styles.name}>
          <Ellipsis>{row.cus1_name}</Ellipsis>
        </span>
      </span>
    );
    const columns: Column<CustomerRow>[] = [
      { key: 'cus1', title: t('field:cus_id1'), min: 150, sort: 'name', render: name },
      {
        key: 'cus2',
        title: t('field:customer2_id'),
        kind: 'text',
        min: 160,
        grow: 2,
        render: (row) => <Ellipsis>{namesBelow(row)}</Ellipsis>,
      },
      {
        key: 'company_name',
        title: t('field:company_name'),
        min: 140,
        leaves: 4,
        empty: ({ details }) => !details.company_name,
        sort: 'company_name',
        render: ({ details }) => <Ellipsis>{details.company_name ?? '–'}</Ellipsis>,
      },
      {
        key: 'country',
        title: t('field:country'),
        kind: 'text',
        min: 100,
        leaves: 2,
        empty: ({ details }) => !details.city && !details.country,
        sort: 'country',
        render: (row) => <Ellipsis>{place(row)}</Ellipsis>,
      },
      {
        key: 'tier',
        title: t('field:tier'),
        width: 92,
        leaves: 5,
        empty: ({ details }) => !details.tier,
        sort: 'tier',
        render: ({ details }) => <Tier of={details.tier} />,
      },
      {
        key: 'contract_status',
        title: t('field:contract_status'),
        width: 122,
        leaves: 6,
        sort: 'contract_status',
        render: ({ details }) => <Contract status={details.contract_status} />,
      },
      {
        key: 'join_date',
        title: t('field:join_date'),
        width: 112,
        leaves: 3,
        empty: ({ details }) => !details.join_date,
        sort: 'join_date',
        render: ({ details }) => day(details.join_date),
      },
      {
        key: 'login',
        title: t('field:portal_login'),
        min: 170,
        leaves: 1,
        empty: ({ login }) => !login,
        render: ({ login }) => <LoginInShort login={login} />,
      },
      {
        key: 'jobs',
        title: t('field:job_count'),
        width: 76,
        align: 'end',
        render: ({ job_count }) => number(job_count),
      },
    ];
    const compact = (row: CustomerRow) => (
      <div className={styles.block}>
        {!grouped && <span className={styles.above}>{row.cus0.name}</span>}
        <span className={styles.blockLine}>
          <span className={styles.name}>{row.cus1_name}</span>
          <span className={styles.push}>
            <Tier of={row.details.tier} />
          </span>
        </span>
        <span className={styles.blockLine}>
          <span className="quiet">{row.details.company_name ?? place(row)}</span>
          <span className={styles.push}>
            <Contract status={row.details.contract_status} />
          </span>
        </span>
        <span className="quiet">
          {namesBelow(row)} · {t('jobs.count', { count: row.job_count, n: number(row.job_count) })}
        </span>
      </div>
    );
    return { columns, compact };
  }, [t, day, number, grouped]);
}
