import { Alert, Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import styles from './bulk-add.module.css';
import type { ShownRow } from './validation/validation.ts';
import type { SameRows } from './validation/use-same-jobs.ts';
import type { SameJob } from './use-submission.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';

/** Maximum number of jobs listed by name. The others are only counted. */
const MAX_NAMED = 8;

interface AskProps {
  title: string;
  text: string;
  /** Affected jobs or rows, one line each. */
  lines: readonly string[];
  skip: string;
  add: string;
  onSkip: () => void;
  onAdd: () => void;
  onBack: () => void;
}

/** Asks what to do with orders that seem to be duplicates. Skip is the first choice, because a duplicate job causes wasted work. */
function Ask({ title, text, lines, skip, add, onSkip, onAdd, onBack }: AskProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const more = lines.length - MAX_NAMED;
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
          {add}
        </Button>,
        <Button key="skip" type="primary" autoFocus onClick={onSkip}>
          {skip}
        </Button>,
      ]}
    >
      <p>{text}</p>
      <ul className={styles.asked}>
        {lines.slice(0, MAX_NAMED).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {more > 0 && <li className="muted">{t('ask.more', { count: more, n: number(more) })}</li>}
      </ul>
    </Modal>
  );
}

interface SameJobsProps {
  same: readonly SameJob[];
  jobs: number;
  onSkip: () => void;
  onAdd: () => void;
  onBack: () => void;
}

/** Existing jobs with the same day, customer 2 and name (decision 085). */
export function SameJobs({ same, jobs, ...acts }: SameJobsProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const count = same.length;
  return (
    <Ask
      {...acts}
      title={t('ask.same', { count, n: number(count) })}
      text={count === jobs ? t('ask.sameAll') : t('ask.sameText', { count: jobs - count, n: number(jobs - count) })}
      lines={same.map(({ job_name, prod_id }) => `${job_name} (${prod_id})`)}
      skip={t('ask.skipJobs', { count, n: number(count) })}
      add={t('ask.addJobs')}
    />
  );
}

interface SameRowsNoticeProps extends Pick<SameJobsProps, 'jobs' | 'onSkip' | 'onAdd'> {
  same: readonly SameRows[];
  locked: boolean;
}

/** The same question as a notice, shown directly after the sheet is read. An answer here also applies when the jobs are added. */
export function SameRowsNotice({ same, jobs, locked, onSkip, onAdd }: SameRowsNoticeProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const count = same.length;
  if (count === 0) return null;
  const named = same.slice(0, MAX_NAMED).map(({ job_name, prod_id }) => `${job_name} (${prod_id})`);
  const more = count - named.length;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${t('ask.same', { count, n: number(count) })}: ${[...named, ...(more > 0 ? [t('ask.more', { count: more, n: number(more) })] : [])].join(', ')}`}
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

interface RepeatsProps {
  rows: readonly ShownRow[];
  onSkip: () => void;
  onAdd: () => void;
  onBack: () => void;
}

/** Rows that repeat an earlier row of the sheet exactly. */
export function Repeats({ rows, ...acts }: RepeatsProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const count = rows.length;
  return (
    <Ask
      {...acts}
      title={t('ask.repeats', { count, n: number(count) })}
      text={t('ask.repeatsText')}
      lines={rows.map(({ sheet, repeats, reading }) =>
        t('ask.repeat', { row: sheet.row, first: repeats, name: reading.job_name }),
      )}
      skip={t('ask.skipRows', { count, n: number(count) })}
      add={t('ask.addRows')}
    />
  );
}
