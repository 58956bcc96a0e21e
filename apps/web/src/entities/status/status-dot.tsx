import type { JobStatus } from '@darkroom/domain/job/status';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useIsDark } from '../../lib/device.ts';
import css from './status-dot.module.css';
import { jobStatusColor, statusColor } from './status-colors.ts';

/** A task's status: a 10 px dot and its word, never a filled box. */
export function StatusDot({ status }: { status: TaskStatus }) {
  const { t } = useTranslation('status');
  return <Dot color={statusColor(status, useIsDark())} label={t(`task.${statusName(status)}`)} />;
}

/** A job's status in the simple three-state display (spec §4). */
export function JobStatusDot({ status }: { status: JobStatus }) {
  const { t } = useTranslation('status');
  return <Dot color={jobStatusColor(status, useIsDark())} label={t(`job.${status}`)} />;
}

/** A coloured dot with its label. */
export function Dot({ color, label }: { color: string; label: string }) {
  return (
    <span className={css.dot}>
      <i className="mark" style={{ background: color }} aria-hidden />
      <span>{label}</span>
    </span>
  );
}
