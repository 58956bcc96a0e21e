import type { OutputOf } from '@darkroom/contract/endpoint';
import type { taskEndpoints, TaskRow, TaskEventRow } from '@darkroom/contract/task/task';
import { statusName } from '@darkroom/domain/task/status';
import { Timeline } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDark } from '../../../lib/device.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { FaultAnswer } from '../../appeal/fault-answer.tsx';
import { statusColor } from '../../status/status-colors.ts';
import { ArchivedSteps } from './archived-steps.tsx';
import { FaultTags } from './earlier-faults.tsx';
import { useSpan } from '../../../lib/words/use-span.ts';
import { standing, stays, type Stay } from './task-timeline.ts';
import styles from './task-parts.module.css';

/** Final statuses: no time runs after them. */
const AT_REST = [9] as const;

interface TaskHistoryProps {
  task: TaskRow;
  events: readonly TaskEventRow[];
  /** Archived earlier steps. */
  archived: OutputOf<typeof taskEndpoints.history>['archived'];
}

/** Every step of a task, newest first: action, person, time, the time in the status after it, and its note. */
export function TaskHistory({ task, events, archived }: TaskHistoryProps) {
  const dark = useDark();
  const now = useNow(30_000);
  const { t } = useTranslation('task');
  const stands = new Set(standing(events).map(({ id }) => id));
  const lines = stays(events, now, AT_REST).reverse();
  if (lines.length === 0)
    return archived ? <ArchivedSteps archived={archived} /> : <p className={styles.muted}>{t('noHistory')}</p>;
  return (
    <>
      <Timeline
        className={styles.history}
        items={lines.map((stay) => ({
          key: stay.event.id,
          color: stay.enters ? statusColor(stay.event.to_status, dark) : 'gray',
          content: <HistoryLine task={task} stay={stay} stands={stands.has(stay.event.id)} />,
        }))}
      />
      <ArchivedSteps archived={archived} />
    </>
  );
}

interface HistoryLineProps {
  task: TaskRow;
  stay: Stay;
  /** True if the step was not undone. */
  stands: boolean;
}

function HistoryLine({ task, stay: { event, enters, ms, running }, stands }: HistoryLineProps) {
  const { t } = useTranslation(['task', 'status']);
  const { name } = useUsers();
  const { dayTime } = useFormat();
  const { since: span } = useSpan();
  const status = t(`status:task.${statusName(event.to_status)}`);
  const what = t(`happened.${event.action}`, { defaultValue: status });
  return (
    <div className={styles.historyLine}>
      <div className={styles.historyHead}>
        <strong>{what}</strong>
        {enters && what !== status && <span className={styles.muted}>→ {status}</span>}
        {ms !== null && (
          <span className={styles.stay}>
            {running ? t('stay.running', { span: span(ms) }) : t('stay.took', { span: span(ms) })}
          </span>
        )}
      </div>
      <div className={styles.muted}>
        {event.user_id === null ? t('system') : name(event.user_id)} · {dayTime(event.at)}
        {!enters && event.action === 'set_quantity' && <> · {counted(event)}</>}
      </div>
      {event.fault_kinds && event.fault_kinds.length > 0 && <FaultTags kinds={event.fault_kinds} />}
      {event.fault_note && <p className={styles.note}>{event.fault_note}</p>}
      {event.note && <p className={styles.note}>{event.note}</p>}
      {(stands || event.appeal) && <FaultAnswer task={task} fault={event} />}
    </div>
  );
}

const counted = ({ x1, x2, x3 }: TaskEventRow): string =>
  [x1, x2, x3].flatMap((n, i) => (n > 0 ? [`x${i + 1} ${n}`] : [])).join(' · ') || '0';
