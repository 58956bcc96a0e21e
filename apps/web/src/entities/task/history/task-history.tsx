import type { OutputOf } from '@darkroom/contract/endpoint';
import type { taskEndpoints, TaskRow, TaskStepRow } from '@darkroom/contract/task/task';
import { statusName } from '@darkroom/domain/task/status';
import { Timeline } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useIsDark } from '../../../lib/device.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useUsers } from '../../../lib/session/lookups.ts';
import { useNow } from '../../../lib/clock/use-now.ts';
import { FaultAppeal } from '../../appeal/fault-appeal.tsx';
import { statusColor } from '../../status/status-colors.ts';
import { ArchivedStepsNote } from './archived-steps.tsx';
import { FaultTags } from './earlier-faults.tsx';
import { useDurationFormat } from '../../../lib/i18n/use-duration-format.ts';
import { findValidEvents, toStatusPeriods, type StatusPeriod } from './task-timeline.ts';
import styles from './task-parts.module.css';

/** Final statuses: no time runs after them. */
const FINAL_STATUSES = [9] as const;

interface TaskHistoryProps {
  task: TaskRow;
  events: readonly TaskStepRow[];
  /** Archived earlier steps. */
  archived: OutputOf<typeof taskEndpoints.history>['archived'];
}

/** Every step of a task, newest first: action, person, time, the time in the status after it, and its note. */
export function TaskHistory({ task, events, archived }: TaskHistoryProps) {
  const dark = useIsDark();
  const now = useNow(30_000);
  const { t } = useTranslation('task');
  const validIds = new Set(findValidEvents(events).map(({ id }) => id));
  const lines = toStatusPeriods(events, now, FINAL_STATUSES).reverse();
  if (lines.length === 0)
    return archived ? <ArchivedStepsNote archived={archived} /> : <p className={styles.muted}>{t('noHistory')}</p>;
  return (
    <>
      <Timeline
        className={styles.history}
        items={lines.map((period) => ({
          key: period.event.id,
          color: period.entersStatus ? statusColor(period.event.to_status, dark) : 'gray',
          content: <HistoryLine task={task} period={period} isValid={validIds.has(period.event.id)} />,
        }))}
      />
      <ArchivedStepsNote archived={archived} />
    </>
  );
}

interface HistoryLineProps {
  task: TaskRow;
  period: StatusPeriod;
  /** True if the step was not undone. */
  isValid: boolean;
}

function HistoryLine({ task, period: { event, entersStatus, ms, isRunning }, isValid }: HistoryLineProps) {
  const { t } = useTranslation(['task', 'status']);
  const { name } = useUsers();
  const { dayTime } = useFormat();
  const { since: formatSpan } = useDurationFormat();
  const status = t(`status:task.${statusName(event.to_status)}`);
  const actionText = t(`action.${event.action}`, { defaultValue: status });
  return (
    <div className={styles.historyLine}>
      <div className={styles.historyHead}>
        <strong>{actionText}</strong>
        {entersStatus && actionText !== status && <span className={styles.muted}>→ {status}</span>}
        {ms !== null && (
          <span className={styles.duration}>
            {isRunning ? t('stay.running', { span: formatSpan(ms) }) : t('stay.took', { span: formatSpan(ms) })}
          </span>
        )}
      </div>
      <div className={styles.muted}>
        {event.user_id === null ? t('system') : name(event.user_id)} · {dayTime(event.at)}
        {!entersStatus && event.action === 'set_quantity' && <> · {formatQuantities(event)}</>}
      </div>
      {event.fault_kinds && event.fault_kinds.length > 0 && <FaultTags kinds={event.fault_kinds} />}
      {event.fault_note && <p className={styles.note}>{event.fault_note}</p>}
      {event.note && <p className={styles.note}>{event.note}</p>}
      {(isValid || event.appeal) && <FaultAppeal task={task} fault={event} />}
    </div>
  );
}

const formatQuantities = ({ x1, x2, x3 }: TaskStepRow): string =>
  [x1, x2, x3].flatMap((n, i) => (n > 0 ? [`x${i + 1} ${n}`] : [])).join(' · ') || '0';
