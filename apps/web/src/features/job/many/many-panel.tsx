import { isDay, type Day } from '@darkroom/domain/calendar/day';
import { movesBill } from '@darkroom/domain/job/figures';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { usePriorityWord } from '../../../lib/session/lookups.ts';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { useDayError } from '../../../ui/day-picker/use-day-rule.ts';
import { Floating } from '../../../ui/floating.tsx';
import type { JobInShort } from '../list/job-selection.ts';
import styles from './many.module.css';
import type { ManyChange } from './use-many-jobs.ts';

export interface ManyPanelProps {
  what: 'priority' | 'date';
  /** The button above the panel. */
  anchor: HTMLElement;
  jobs: readonly JobInShort[];
  onChange: (change: ManyChange) => void;
  onClose: () => void;
}

/** Sets a priority or a date for all selected jobs. */
export function ManyPanel({ what, anchor, jobs, onChange, onClose }: ManyPanelProps) {
  const { t } = useTranslation(['job', 'status']);
  const priorityWord = usePriorityWord();
  return (
    <Floating anchor={anchor} label={t(`many.${what}`)} onClose={onClose}>
      {what === 'date' ? (
        <MoveDate jobs={jobs} onMove={(job_date) => onChange({ action: 'move_date', job_date })} />
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

function MoveDate({ jobs, onMove }: { jobs: readonly JobInShort[]; onMove: (day: Day) => void }) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const trouble = useDayError()(typed);
  const day = typed !== null && isDay(typed) ? typed : null;
  const billed = day ? jobs.filter((job) => movesBill(job, day)).length : 0;
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
        aria-label={t('many.newDate')}
        placeholder={t('many.newDate')}
        aria-invalid={trouble !== null}
        aria-describedby={trouble === null ? undefined : 'move-date-trouble'}
        value={typed}
        onChange={setTyped}
      />
      <Button type="primary" htmlType="submit" disabled={!day}>
        {t('many.move', { count: jobs.length })}
      </Button>
      {trouble !== null && (
        <p id="move-date-trouble" role="alert">
          {trouble}
        </p>
      )}
      {billed > 0 && <p role="alert">{t('ask.moveMany', { count: billed, n: number(billed) })}</p>}
    </form>
  );
}
