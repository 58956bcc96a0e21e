import type { OutputOf } from '@darkroom/contract/endpoint';
import type { taskEndpoints, TaskRow } from '@darkroom/contract/task/task';
import { taskBulkEndpoints } from '@darkroom/contract/task/bulk';
import {
  TIME_STAGES,
  zeroTimes,
  sumTimes,
  measureTimeInState,
  type TimeStage,
  type TimeInState,
} from '@darkroom/domain/task/time-in-state';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { useDurationFormat } from '../../../lib/i18n/use-duration-format.ts';
import css from './task-times.module.css';

const hasTime = (time: TimeInState, stage: TimeStage) => time[stage].working > 0 || time[stage].waiting > 0;

/** Working and waiting time of a task by stage, from its history. It counts on while it is on screen. */
export function TaskTimes({ task, events, archived }: OutputOf<typeof taskEndpoints.history>) {
  const { t } = useTranslation('task');
  const { since: formatSpan } = useDurationFormat();
  const now = useNow(30_000);
  const time = measureTimeInState(
    task.created_at,
    events.toSorted((a, b) => a.id - b.id),
    new Date(now).toISOString(),
  );
  if (archived) return <p className="muted">{t('archived.noTime')}</p>;
  const total = sumStages(time);
  return (
    <table className={css.times}>
      <thead>
        <tr>
          <th scope="col">{t('time.stage')}</th>
          <th scope="col">{t('time.working')}</th>
          <th scope="col">{t('time.waiting')}</th>
        </tr>
      </thead>
      <tbody>
        {TIME_STAGES.filter((stage) => hasTime(time, stage)).map((stage) => (
          <tr key={stage}>
            <th scope="row">{t(`time.${stage}`)}</th>
            <td>{formatSpan(time[stage].working)}</td>
            <td>{formatSpan(time[stage].waiting)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('time.total')}</th>
          <td>{formatSpan(total.working)}</td>
          <td>{formatSpan(total.waiting)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

const sumStages = (time: TimeInState) => ({
  working: TIME_STAGES.reduce((sum, stage) => sum + time[stage].working, 0),
  waiting: TIME_STAGES.reduce((sum, stage) => sum + time[stage].waiting, 0),
});

/** Total times of all shown rows, below their list. */
export function TotalTimes({ rows }: { rows: readonly TaskRow[] }) {
  const { t } = useTranslation('task');
  const { since: formatSpan } = useDurationFormat();
  const task_ids = rows.map((row) => row.task_id);
  const times = useQuery({ ...query(taskBulkEndpoints.times, { task_ids }), placeholderData: (before) => before });
  if (!times.data) return <p className={css.summary} aria-busy />;
  const total: TimeInState = sumTimes([zeroTimes(), times.data.total]);
  return (
    <dl className={css.summary} aria-label={t('time.shown', { count: rows.length })}>
      <div>
        <dt>{t('time.shown', { count: rows.length })}</dt>
      </div>
      {TIME_STAGES.filter((stage) => hasTime(total, stage)).map((stage) => (
        <div key={stage}>
          <dt>{t(`time.${stage}`)}</dt>
          <dd>
            {t('time.sum', { working: formatSpan(total[stage].working), waiting: formatSpan(total[stage].waiting) })}
          </dd>
        </div>
      ))}
      {times.data.archived > 0 && (
        <div>
          <dd>{t('archived.ofShown', { count: times.data.archived })}</dd>
        </div>
      )}
    </dl>
  );
}
