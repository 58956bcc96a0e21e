import { jobEndpoints, type Job } from '@darkroom/contract/job/job';
import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useCustomers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/api/query.ts';
import styles from './request-drawer.module.css';

interface JobPickerProps {
  /** A request, or the customer of a request that is not recorded yet. */
  row: Pick<RequestRow, 'cus_id1' | 'job_id' | 'prod_id' | 'job_name'> & { id?: number };
  id?: string;
  value?: number | null;
  /** Receives the job and its number. The number is shown before the response arrives. */
  onChange?: (job_id: number | null, prod_id: string | null) => void;
  autoFocus?: boolean;
  disabled?: boolean;
}

type PickedJob = Pick<Job, 'job_id' | 'prod_id' | 'job_name' | 'job_date'>;

interface JobOption {
  value: number | null;
  label: string;
  description: string;
}

const SEARCH_DELAY_MS = 250;

/** Renders job number and job name. */
const renderJobOption = ({ data }: { data: { label: string; description: string } }) => (
  <span className={styles.jobOption}>
    <span>{data.label}</span>
    <span className="muted">{data.description}</span>
  </span>
);

/** A job of the customer, found by number or name, the newest first (domain §3). */
export function JobPicker({ row, value, onChange, ...rest }: JobPickerProps) {
  const { t } = useTranslation(['request', 'field']);
  const { day } = useFormat();
  const customers = useCustomers();
  const [typed, setTyped] = useState('');
  const [searchText, setSearchText] = useState('');
  const [pickedJob, setPickedJob] = useState<JobOption | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSearchText(typed.trim()), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const search = searchText ? { text: searchText.slice(0, 100) } : {};
  const isRecorded = row.id !== undefined;
  // The jobs of a recorded request are also for users who cannot view jobs.
  const requestJobs = useQuery({
    ...query(requestEndpoints.jobs, { ...search, id: row.id ?? 0 }),
    enabled: isRecorded,
    placeholderData: keepPreviousData,
  });
  const customerJobs = useQuery({
    ...query(jobEndpoints.list, { ...search, customer1_id: [row.cus_id1], page_size: 20 }),
    enabled: !isRecorded,
    placeholderData: keepPreviousData,
  });
  const jobsQuery = isRecorded ? requestJobs : customerJobs;
  const jobs: readonly PickedJob[] = jobsQuery.data?.results ?? [];
  const newestJobs = jobs.map(({ job_id, prod_id, job_name, job_date }) => ({
    value: job_id,
    label: prod_id,
    description: `${job_name} · ${day(job_date)}`,
  }));
  // The selected job has a label even if it is not one of the newest jobs.
  const requestJob = { value: row.job_id, label: row.prod_id ?? `#${row.job_id}`, description: row.job_name };
  const selectedJob = [pickedJob, requestJob].find(
    (item) => item !== null && item.value !== null && item.value === value,
  );
  const isMissing =
    selectedJob && searchText === '' && !newestJobs.some((newestJob) => newestJob.value === selectedJob.value);
  const options = isMissing ? [selectedJob, ...newestJobs] : newestJobs;
  return (
    <Select
      {...rest}
      className={styles.picker}
      aria-label={t('field:request.prod_id')}
      allowClear
      value={value ?? null}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={jobsQuery.isFetching}
      placeholder={t('job.search', { customer: customers.cus1ById.get(row.cus_id1)?.name ?? '' })}
      {...(jobsQuery.data && { notFoundContent: t('job.none') })}
      optionRender={renderJobOption}
      onChange={(job_id: number | null | undefined) => {
        setPickedJob(newestJobs.find((newestJob) => newestJob.value === job_id) ?? null);
        onChange?.(job_id ?? null, jobs.find((job) => job.job_id === job_id)?.prod_id ?? null);
      }}
    />
  );
}
