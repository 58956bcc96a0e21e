import { isDay, type Day } from '@darkroom/domain/calendar/day';
import { movesToOtherBill } from '@darkroom/domain/job/figures';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { usePriorityLabel } from '../../../lib/session/lookups.ts';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { useDayError } from '../../../ui/day-picker/use-day-rule.ts';
import { Floating } from '../../../ui/floating.tsx';
import type { JobSummary } from '../list/job-selection.ts';
import styles from './bulk-actions.module.css';
import type { BulkChange } from './use-bulk-jobs.ts';

export interface BulkChangePanelProps {
  what: 'priority' | 'date';
  /** The button above the panel. */
  anchor: HTMLElement;
  jobs: readonly JobSummary[];
  onChange: (change: BulkChange) => void;
  onClose: () => void;
}

/** Sets a priority or a date for all selected jobs. */
export function BulkChangePanel({ what, anchor, jobs, onChange, onClose }: BulkChangePanelProps) {
  const { t } = useTranslation(['job', 'status']);
  const priorityWord = usePriorityLabel();
  return (
    <Floating anchor={anchor} label={t(`bulk.${what}`)} onClose={onClose}>
      {what === 'date' ? (
        <MoveDateForm jobs={jobs} onMove={(job_date) => onChange({ action: 'move_date', job_date })} />
      ) : (
        <div className={styles.choices}>
          {[...JOB_PRIORITIES, null].map((job_priority) => (
            <Button
              key={job_priority ?? ''}
              type="text"
              onClick={() => onChange({ action: 'set_priority', job_priority })}
            >
              {job_priority ? priorityWord(job_priority) : t('status:priority.none')}
            </Button>
          ))}
        </div>
      )}
    </Floating>
  );
}

function MoveDateForm({ jobs, onMove }: { jobs: readonly JobSummary[]; onMove: (day: Day) => void }) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const error = useDayError()(typed);
  const day = typed !== null && isDay(typed) ? typed : null;
  const billedCount = day ? jobs.filter((job) => movesToOtherBill(job, day)).length : 0;
  return (
    <form
      className="wrap"
      onSubmit={(event) => {
        event.preventDefault();
        if (day) onMove(day);
      }}
    >
      <DayField
        autoFocus
        aria-label={t('bulk.newDate')}
        placeholder={t('bulk.newDate')}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : 'move-date-trouble'}
        value={typed}
        onChange={setTyped}
      />
      <Button type="primary" htmlType="submit" disabled={!day}>
        {t('bulk.move', { count: jobs.length })}
      </Button>
      {error !== null && (
        <p id="move-date-trouble" role="alert">
          {error}
        </p>
      )}
      {billedCount > 0 && <p role="alert">{t('ask.moveMany', { count: billedCount, n: number(billedCount) })}</p>}
    </form>
  );
}
