import type { CustomerRow } from '@darkroom/contract';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Cut } from '../../ui/data-table-cut.tsx';
import type { Column } from '../../ui/data-table-row.tsx';
import { Contract, LoginInShort, Tier } from './customer-words.tsx';
import styles from './customer.module.css';

const place = ({ details }: CustomerRow) => [details.city, details.country].filter(Boolean).join(', ') || '–';
const namesBelow = ({ cus2_list }: CustomerRow) => cus2_list.map(({ name }) => name).join(', ') || '–';

/** What is left where there is little room; the rest is in the opened row. */
const TIGHT = ['cus1', 'cus2', 'tier', 'contract_status', 'jobs'];

/** The columns of the customer list, those for little room, and a customer as one block for a phone. */
export function useCustomerColumns({ grouped }: { grouped: boolean }): {
  columns: readonly Column<CustomerRow>[];
  tightColumns: readonly Column<CustomerRow>[];
  compact: (row: CustomerRow) => ReactNode;
} {
  const { t } = useTranslation('customer');
  const { day, number } = useFormat();
  return useMemo(() => {
    // Under a group's head its name would be said twice.
    const name = (row: CustomerRow) => (
      <span className={styles.two}>
        {!grouped && <span className={styles.above}>{row.cus0.name}</span>}
        <span className={styles.name}>
          <Cut>{row.cus1_name}</Cut>
        </span>
      </span>
    );
    const columns: Column<CustomerRow>[] = [
      { key: 'cus1', title: t('field.cus1'), width: 160, sort: 'name', render: name },
      { key: 'cus2', title: t('field.cus2'), min: 120, render: (row) => <Cut>{namesBelow(row)}</Cut> },
      {
        key: 'company_name',
        title: t('field.company_name'),
        width: 140,
        sort: 'company_name',
        render: ({ details }) => <Cut>{details.company_name ?? '–'}</Cut>,
      },
      {
        key: 'country',
        title: t('field.country'),
        width: 128,
        sort: 'country',
        render: (row) => <Cut>{place(row)}</Cut>,
      },
      {
        key: 'tier',
        title: t('field.tier'),
        width: 92,
        sort: 'tier',
        render: ({ details }) => <Tier of={details.tier} />,
      },
      {
        key: 'contract_status',
        title: t('field.contract_status'),
        width: 122,
        sort: 'contract_status',
        render: ({ details }) => <Contract status={details.contract_status} />,
      },
      {
        key: 'join_date',
        title: t('field.join_date'),
        width: 112,
        sort: 'join_date',
        render: ({ details }) => day(details.join_date),
      },
      { key: 'login', title: t('field.login'), width: 160, render: ({ login }) => <LoginInShort login={login} /> },
      { key: 'jobs', title: t('field.jobs'), width: 76, align: 'end', render: ({ job_count }) => number(job_count) },
    ];
    const tightColumns = columns.filter(({ key }) => TIGHT.includes(key));
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
    return { columns, tightColumns, compact };
  }, [t, day, number, grouped]);
}
