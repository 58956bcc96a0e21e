import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { useCustomers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/call/query.ts';
import styles from './request-drawer.module.css';

interface JobPickerProps {
  row: RequestRow;
  id?: string;
  value?: number | null;
  /** Also passes the job's number, to show it before the answer arrives. */
  onChange?: (job_id: number | null, prod_id: string | null) => void;
  autoFocus?: boolean;
  disabled?: boolean;
}

interface JobOption {
  value: number | null;
  label: string;
  about: string;
}

const PAUSE_MS = 250;

/** Job number and job name. */
const inTwoLines = ({ data }: { data: { label: string; about: string } }) => (
  <span className={styles.jobOption}>
    <span>{data.label}</span>
    <span className="muted">{data.about}</span>
  </span>
);

/** A job of the customer, found by number or name, the newest first (domain §3). */
export function JobPicker({ row, value, onChange, ...rest }: JobPickerProps) {
  const { t } = useTranslation(['request', 'field']);
  const { day } = useFormat();
  const customers = useCustomers();
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<JobOption | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    ...query(requestEndpoints.jobs, { id: row.id, ...(text ? { text: text.slice(0, 100) } : {}) }),
    placeholderData: keepPreviousData,
  });
  const jobs = found.data?.results ?? [];
  const newest = jobs.map(({ job_id, prod_id, job_name, job_date }) => ({
    value: job_id,
    label: prod_id,
    about: `${job_name} · ${day(job_date)}`,
  }));
  // The selected job keeps its label when it is not among the newest.
  const named = { value: row.job_id, label: row.prod_id ?? `#${row.job_id}`, about: row.job_name };
  const chosen = [picked, named].find((one) => one !== null && one.value !== null && one.value === value);
  const missing = chosen && text === '' && !newest.some((one) => one.value === chosen.value);
  const options = missing ? [chosen, ...newest] : newest;
  return (
    <Select
      {...rest}
      className={styles.picker}
      aria-label={t('field:request.prod_id')}
      allowClear
      value={value ?? null}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      placeholder={t('job.search', { customer: customers.cus1ById.get(row.cus_id1)?.name ?? '' })}
      {...(found.data && { notFoundContent: t('job.none') })}
      optionRender={inTwoLines}
      onChange={(job_id: number | null | undefined) => {
        setPicked(newest.find((one) => one.value === job_id) ?? null);
        onChange?.(job_id ?? null, jobs.find((job) => job.job_id === job_id)?.prod_id ?? null);
      }}
    />
  );
}
