import { jobEndpoints } from '@darkroom/contract/job';
import { isDay, type Day } from '@darkroom/domain/calendar/day';
import { movesBill } from '@darkroom/domain/job/figures';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import type { JobInShort } from '../list/job-selection.ts';
import { usePriorityWord } from '../../../lib/session/lookups.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { DayField } from '../../../ui/day-picker/day-picker.tsx';
import { useDayTrouble } from '../../../ui/day-picker/use-day-rule.ts';
import { Floating } from '../../../ui/floating.tsx';
import styles from './many.module.css';
import type { ManyChange } from './use-many-jobs.ts';

interface ManyActionsProps {
  jobs: readonly JobInShort[];
  pending: boolean;
  onChange: (change: ManyChange) => void;
}

/** Priority and date of all selected jobs at once. */
export function ManyActions({ jobs, pending, onChange }: ManyActionsProps) {
  const { t } = useTranslation(['job', 'status']);
  const priorityWord = usePriorityWord();
  const [open, setOpen] = useState<{ what: 'priority' | 'date'; anchor: HTMLElement } | null>(null);
  if (jobs.length === 0) return null;
  const toggle = (what: 'priority' | 'date') => (event: { currentTarget: HTMLElement }) =>
    setOpen(open?.what === what ? null : { what, anchor: event.currentTarget });
  const change = (to: ManyChange) => {
    setOpen(null);
    open?.anchor.focus();
    onChange(to);
  };
  return (
    <>
      <CallButton
        call={jobEndpoints.update}
        disabled={pending}
        aria-haspopup="dialog"
        aria-expanded={open?.what === 'priority'}
        onClick={toggle('priority')}
      >
        {t('many.priority')}
      </CallButton>
      <CallButton
        call={jobEndpoints.update}
        disabled={pending}
        aria-haspopup="dialog"
        aria-expanded={open?.what === 'date'}
        onClick={toggle('date')}
      >
        {t('many.date')}
      </CallButton>
      {open?.what === 'priority' && (
        <Floating anchor={open.anchor} label={t('many.priority')} onClose={() => setOpen(null)}>
          <div className={styles.choices}>
            {[...JOB_PRIORITIES, null].map((job_priority) => (
              <Button
                key={job_priority ?? ''}
                type="text"
                onClick={() => change({ action: 'set_priority', job_priority })}
              >
                {job_priority ? priorityWord(job_priority) : t('status:priority.none')}
              </Button>
            ))}
          </div>
        </Floating>
      )}
      {open?.what === 'date' && (
        <Floating anchor={open.anchor} label={t('many.date')} onClose={() => setOpen(null)}>
          <MoveDate jobs={jobs} onMove={(job_date) => change({ action: 'move_date', job_date })} />
        </Floating>
      )}
    </>
  );
}

function MoveDate({ jobs, onMove }: { jobs: readonly JobInShort[]; onMove: (day: Day) => void }) {
  const { t } = useTranslation('job');
  const { number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const trouble = useDayTrouble()(typed);
  const day = typed !== null && isDay(typed) ? typed : null;
  const billed = day ? jobs.filter((job) => movesBill(job, day)).length : 0;
  return (
    <form
      className={styles.move}
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
