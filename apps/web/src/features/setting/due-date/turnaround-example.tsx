import { dayOf } from '@darkroom/domain/calendar/day';
import {
  calculateDueDate,
  findLongestTurnaround,
  getDueDateStart,
  type OrderedWork,
  type Turnaround,
} from '@darkroom/domain/due-date/turnaround';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { useDueDateRules } from '../../../entities/due-date/use-due-date-rules.ts';
import { DayPicker } from '../../../ui/day-picker/day-picker.tsx';
import css from './hours.module.css';
import type { TurnaroundDraft, useTurnaroundChoices } from './turnaround-draft.ts';

const isComplete = (row: TurnaroundDraft): row is Turnaround => typeof row.hours === 'number' && row.hours > 0;

/** Due date of a job added now, with the rules in the form, saved or not. */
export function TurnaroundExample({ choices }: { choices: ReturnType<typeof useTurnaroundChoices> }) {
  const { t } = useTranslation(['setting', 'field', 'status']);
  const { dayTime, number } = useFormat();
  const { calendar } = useDueDateRules();
  const form = Form.useFormInstance();
  const rows = (Form.useWatch<TurnaroundDraft[] | undefined>('value', { form, preserve: true }) ?? []).filter(
    isComplete,
  );
  const now = useNow(60_000);
  const [cus_id1, setCustomer] = useState<number | null>(null);
  const [service_cat1_id, setCategory] = useState<number | null>(null);
  const [job_priority, setPriority] = useState<OrderedWork['job_priority']>(null);
  const [job_date, setDate] = useState(dayOf(now));
  const job = { cus_id1, job_priority };
  const row = findLongestTurnaround(rows, [{ service_cat1_id }], job);
  const start = getDueDateStart(new Date(now).toISOString(), job_date);
  const due = calendar && calculateDueDate(calendar, rows, [{ service_cat1_id }], job, start);
  const searchOptions = {
    filterOption: (query: string, option?: { label: string }) => foldedMatch(option?.label ?? '', query),
  };
  return (
    <section className={css.example} aria-label={t('turnaround.example')}>
      <strong>{t('turnaround.example')}</strong>
      <label>
        {t('field:cus_id1')}
        <Select
          disabled={false}
          allowClear
          placeholder={t('turnaround.someCustomer')}
          options={choices.customers}
          value={cus_id1}
          onChange={(id: number | undefined) => setCustomer(id ?? null)}
          showSearch={searchOptions}
        />
      </label>
      <label>
        {t('field:service_cat1_id')}
        <Select
          disabled={false}
          allowClear
          placeholder={t('turnaround.someCategory')}
          options={choices.categories}
          value={service_cat1_id}
          onChange={(id: number | undefined) => setCategory(id ?? null)}
          showSearch={searchOptions}
        />
      </label>
      <label>
        {t('field:job_priority')}
        <Select
          disabled={false}
          options={choices.priorities.map(({ value, label }) => ({ value: value === 'NONE' ? '' : value, label }))}
          value={job_priority ?? ''}
          onChange={(priority: '' | NonNullable<OrderedWork['job_priority']>) => setPriority(priority || null)}
        />
      </label>
      <label>
        {t('field:job_date')}
        <DayPicker value={job_date} allowClear={false} onChange={(day) => day && setDate(day)} />
      </label>
      <output aria-live="polite">
        {row && due ? t('turnaround.would', { at: dayTime(due), hours: number(row.hours) }) : t('turnaround.wouldNot')}
      </output>
    </section>
  );
}
