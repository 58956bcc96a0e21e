import { customerEndpoints, type CustomerRow } from '@darkroom/contract/customer/customer';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { z } from 'zod';
import { getErrorMessage, getReadErrorMessage } from '../../../lib/errors/error-message.ts';
import { query, useApiMutation } from '../../../lib/api/query.ts';
import { useToast } from '../../../lib/toast.ts';
import styles from './customer-form.module.css';
import { DeleteDialog } from '../../../ui/overlay/delete-dialog.tsx';

const counted = z.object({ job_count: z.int() });

/** Lists the dependent records that are deleted with a customer. Delete is disabled if the customer has jobs. */
export function DeleteCustomer({ row, onClose }: { row: CustomerRow; onClose: () => void }) {
  const { t } = useTranslation(['customer', 'errors']);
  const toast = useToast();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { cus_id1, cus1_name } = row;
  const check = useQuery({ ...query(customerEndpoints.detailList, { cus_id1 }), staleTime: 0 });
  const now = check.isFetchedAfterMount ? (check.data?.results[0] ?? null) : null;
  const jobs = now?.job_count ?? 0;
  const remove = useApiMutation(customerEndpoints.delete, {
    invalidates: ['customer', 'price', 'request'],
    onSuccess: () => {
      toast.success(t('delete.done', { name: cus1_name }));
      onClose();
    },
    onError: (error) => {
      const below = error.problem.code === 'in_use' ? counted.safeParse(error.problem.current).data : undefined;
      setRefusal(below ? t('delete.jobs', { count: below.job_count }) : getErrorMessage(error, t));
      if (error.problem.code === 'stale') void check.refetch();
      return true;
    },
  });
  return (
    <DeleteDialog
      title={t('delete.question', { name: cus1_name })}
      deleteLabel={t('delete.do')}
      isForbidden={!now || jobs > 0}
      busy={remove.isPending}
      rejection={refusal}
      onDelete={() => now && remove.mutate({ cus_id1, version: now.version })}
      onClose={onClose}
    >
      {check.isPending || !check.isFetchedAfterMount ? (
        <p role="status">{t('delete.looking')}</p>
      ) : now ? (
        <DeletedRecords row={now} />
      ) : (
        <p role="alert">{check.error ? getReadErrorMessage(check.error, t) : t('errors:not_found')}</p>
      )}
    </DeleteDialog>
  );
}

function DeletedRecords({ row }: { row: CustomerRow }) {
  const { t } = useTranslation('customer');
  const { cus0, cus2_list, login, job_count, price_count, request_count } = row;
  if (job_count > 0) {
    return (
      <Alert
        type="warning"
        role="alert"
        title={t('delete.jobs', { count: job_count })}
        description={t('delete.jobsHint')}
      />
    );
  }
  const isLastCus1 = cus0.cus1_count === 1;
  const parts = [
    cus2_list.length > 0 &&
      t('delete.cus2', { count: cus2_list.length, names: cus2_list.map(({ name }) => name).join(', ') }),
    price_count > 0 && t('delete.prices', { count: price_count }),
    request_count > 0 && t('delete.requests', { count: request_count }),
    login && t('delete.login', { username: login.username }),
    isLastCus1 && t('delete.cus0', { name: cus0.name }),
    isLastCus1 && cus0.login && t('delete.cus0Login', { username: cus0.login.username, name: cus0.name }),
  ].filter((part) => typeof part === 'string');
  return (
    <>
      <p>{t('delete.permanent')}</p>
      <ul className={styles.deletedParts}>
        {parts.length === 0 && <li>{t('delete.nothing')}</li>}
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </>
  );
}
