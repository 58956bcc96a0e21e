import { Alert, Button, Space } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import styles from './bulk-add.module.css';
import type { OrderGridRow } from './validation/validation.ts';
import type { ExistingJobRows } from './validation/use-existing-jobs.ts';
import type { ExistingJob } from './use-submission.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';

/** Maximum number of jobs listed by name. The others are only counted. */
const MAX_NAMED = 8;

interface DuplicatesDialogProps {
  title: string;
  text: string;
  /** Affected jobs or rows, one line each. */
  lines: readonly string[];
  skipLabel: string;
  addLabel: string;
  onSkip: () => void;
  onAdd: () => void;
  onBack: () => void;
}

/** Asks what to do with orders that seem to be duplicates. Skip is the first choice, because a duplicate job causes wasted work. */
function DuplicatesDialog({ title, text, lines, skipLabel, addLabel, onSkip, onAdd, onBack }: DuplicatesDialogProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const moreCount = lines.length - MAX_NAMED;
  return (
    <Modal
      open
      title={title}
      width={560}
      onCancel={onBack}
      footer={[
        <Button key="back" onClick={onBack}>
          {t('ask.back')}
        </Button>,
        <Button key="add" onClick={onAdd}>
          {addLabel}
        </Button>,
        <Button key="skip" type="primary" autoFocus onClick={onSkip}>
          {skipLabel}
        </Button>,
      ]}
    >
      <p>{text}</p>
      <ul className={styles.duplicateList}>
        {lines.slice(0, MAX_NAMED).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {moreCount > 0 && <li className="muted">{t('ask.more', { count: moreCount, n: number(moreCount) })}</li>}
      </ul>
    </Modal>
  );
}

interface ExistingJobsDialogProps {
  existing: readonly ExistingJob[];
  jobs: number;
  onSkip: () => void;
  onAdd: () => void;
  onBack: () => void;
}

/** Existing jobs with the same day, customer 2 and name (decision 085). */
export function ExistingJobsDialog({ existing, jobs, ...handlers }: ExistingJobsDialogProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const count = existing.length;
  return (
    <DuplicatesDialog
      {...handlers}
      title={t('ask.same', { count, n: number(count) })}
      text={count === jobs ? t('ask.sameAll') : t('ask.sameText', { count: jobs - count, n: number(jobs - count) })}
      lines={existing.map(({ job_name, prod_id }) => `${job_name} (${prod_id})`)}
      skipLabel={t('ask.skipJobs', { count, n: number(count) })}
      addLabel={t('ask.addJobs')}
    />
  );
}

interface ExistingJobsNoticeProps extends Pick<ExistingJobsDialogProps, 'jobs' | 'onSkip' | 'onAdd'> {
  existing: readonly ExistingJobRows[];
  locked: boolean;
}

/** The question about duplicates as a notice, directly after the sheet is read. The user's choice also applies when the jobs are added. */
export function ExistingJobsNotice({ existing, jobs, locked, onSkip, onAdd }: ExistingJobsNoticeProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const count = existing.length;
  if (count === 0) return null;
  const namedJobs = existing.slice(0, MAX_NAMED).map(({ job_name, prod_id }) => `${job_name} (${prod_id})`);
  const moreCount = count - namedJobs.length;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${t('ask.same', { count, n: number(count) })}: ${[...namedJobs, ...(moreCount > 0 ? [t('ask.more', { count: moreCount, n: number(moreCount) })] : [])].join(', ')}`}
      description={
        count === jobs ? t('ask.sameAll') : t('ask.sameText', { count: jobs - count, n: number(jobs - count) })
      }
      action={
        <Space wrap>
          <Button size="small" disabled={locked} onClick={onAdd}>
            {t('ask.addJobs')}
          </Button>
          <Button size="small" type="primary" disabled={locked} onClick={onSkip}>
            {t('ask.skipJobs', { count, n: number(count) })}
          </Button>
        </Space>
      }
    />
  );
}

interface RepeatedRowsDialogProps {
  rows: readonly OrderGridRow[];
  onSkip: () => void;
  onAdd: () => void;
  onBack: () => void;
}

/** Rows that repeat an earlier row of the sheet exactly. */
export function RepeatedRowsDialog({ rows, ...handlers }: RepeatedRowsDialogProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const count = rows.length;
  return (
    <DuplicatesDialog
      {...handlers}
      title={t('ask.repeats', { count, n: number(count) })}
      text={t('ask.repeatsText')}
      lines={rows.map(({ sheet, repeats, reading }) =>
        t('ask.repeat', { row: sheet.row, first: repeats, name: reading.job_name }),
      )}
      skipLabel={t('ask.skipRows', { count, n: number(count) })}
      addLabel={t('ask.addRows')}
    />
  );
}
