import { priceEndpoints, type FillIn } from '@darkroom/contract/price/price';
import type { Day } from '@darkroom/domain/calendar/day';
import type { CountedBy } from '@darkroom/domain/price/period';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Alert, Select, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query, useApiMutation } from '../../../lib/api/query.ts';
import { getReadErrorMessage } from '../../../lib/errors/error-message.ts';
import { useLockReason } from '../../../lib/session/locks.ts';
import { useToast } from '../../../lib/toast.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { ConflictNotice } from '../../../ui/conflict/conflict-notice.tsx';
import styles from '../price.module.css';

/** A period, and the date that counts: the job's date, or the first completion of a task of the detail. */
export interface FillInPeriod {
  readonly from: Day;
  readonly to: Day;
  readonly counted_by: CountedBy;
}

interface FillInDialogProps {
  /** Customers with unpriced details. The user selects one of several, because each has its own prices. */
  customers: readonly { readonly cus_id1: number; readonly name: string }[];
  /** Undefined for all details. */
  period?: FillInPeriod;
  onClose: () => void;
}

/** Sets the customer's current price on unpriced details (decision 149). A preview shows the result first. */
export default function FillInDialog({ customers, period, onClose }: FillInDialogProps) {
  const { t } = useTranslation(['price', 'errors']);
  const { number, day } = useFormat();
  const toast = useToast();
  const lockReason = useLockReason()(priceEndpoints.fillIn);
  const [cus_id1, setCustomer] = useState(customers[0]?.cus_id1 ?? 0);
  const [hasChanged, setHasChanged] = useState(false);
  const input = {
    cus_id1,
    ...(period && { date_from: period.from, date_to: period.to, counted_by: period.counted_by }),
  };
  const preview = useQuery(query(priceEndpoints.previewFillIn, input));
  const { data } = preview;
  const mutation = useApiMutation(priceEndpoints.fillIn, {
    invalidates: ['price', 'job', 'task'],
    onSuccess: ({ details }) => {
      toast.success(t('fillIn.done', { count: details, n: number(details) }));
      onClose();
    },
    onError: (error) => {
      if (error.problem.code !== 'stale') return false;
      setHasChanged(true);
      void preview.refetch();
      return true;
    },
  });
  const selectCustomer = (id: number) => {
    setHasChanged(false);
    setCustomer(id);
  };
  const fillIn = () => {
    if (!data) return;
    setHasChanged(false);
    const { details, amount, results } = data;
    const prices = results.flatMap(({ service_cat2_id, unit_price }) =>
      unit_price === null ? [] : [{ service_cat2_id, unit_price }],
    );
    mutation.mutate({ ...input, confirmed_preview: { details, amount, prices } });
  };
  return (
    <Modal
      open
      width={720}
      title={t('fillIn.title')}
      okText={t('fillIn.apply', { count: data?.details ?? 0, n: number(data?.details ?? 0) })}
      okButtonProps={{
        disabled: !data || data.details === 0 || preview.isFetching || lockReason !== null,
        loading: mutation.isPending,
        ...(lockReason === null ? {} : { title: lockReason }),
      }}
      onOk={fillIn}
      onCancel={onClose}
    >
      <div className="stack gap-12 mt-12">
        {customers.length > 1 && (
          <label className={styles.field}>
            <span>{t('customer')}</span>
            <Select
              autoFocus
              aria-label={t('customer')}
              value={cus_id1}
              options={customers.map((customer) => ({ value: customer.cus_id1, label: customer.name }))}
              onChange={selectCustomer}
            />
          </label>
        )}
        {hasChanged && <ConflictNotice saveAttempts={1} title={t('fillIn.changed')} />}
        {preview.error && <Alert type="error" showIcon title={getReadErrorMessage(preview.error, t)} />}
        {preview.isPending && <Spin />}
        {data && (
          <>
            <p>
              {period
                ? t(`fillIn.ofPeriod.${period.counted_by}`, {
                    customer: data.customer,
                    from: day(period.from),
                    to: day(period.to),
                  })
                : t('fillIn.ofAll', { customer: data.customer })}
            </p>
            <FillInPreview data={data} />
          </>
        )}
      </div>
    </Modal>
  );
}

/** Totals, and each category with its new price, if it has one. */
function FillInPreview({ data }: { data: FillIn }) {
  const { t } = useTranslation(['price', 'field']);
  const { number, money } = useFormat();
  const { without } = data;
  if (data.results.length === 0) return <p className={styles.empty}>{t('fillIn.nothing')}</p>;
  return (
    <>
      {data.details > 0 && (
        <p>
          {t('fillIn.gets', {
            count: data.details,
            details: number(data.details),
            jobs: t('fillIn.ofJobs', { count: data.jobs, n: number(data.jobs) }),
            quantity: number(data.quantity),
            amount: money(data.amount),
            done: number(data.done_quantity),
            done_amount: money(data.done_amount),
            currency: data.currency,
          })}
        </p>
      )}
      <div className={styles.preview} role="region" aria-label={t('preview.label')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('field:category')}</th>
              {[t('column.retail_price'), t('fillIn.ordered'), t('fillIn.completed'), t('field:report.amount')].map(
                (title) => (
                  <th key={title} scope="col" className="number">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {data.results.map((line) => (
              <tr key={line.service_cat2_id}>
                <th scope="row">{line.category}</th>
                <td className="number">
                  {line.unit_price === null ? (
                    <span className="ink-danger">{t('noPrice')}</span>
                  ) : (
                    <strong className="semibold">{money(line.unit_price)}</strong>
                  )}
                </td>
                <td className="number">{number(line.quantity)}</td>
                <td className="number">{number(line.done_quantity)}</td>
                <td className="number">{money(line.done_amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {without.details > 0 && (
        <p>
          {t('fillIn.without', { count: without.details, n: number(without.details) })}{' '}
          <Link to="/customer/prices" search={{ cus: data.cus_id1 }}>
            {t('fillIn.toPrices')}
          </Link>
        </p>
      )}
      {data.details > 0 && <p className="muted">{t('fillIn.stays')}</p>}
    </>
  );
}
