import { sortLateReasons } from '@darkroom/domain/due-date/reasons';
import { statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useRoundedDuration } from '../../entities/due-date/use-forecast-format.ts';
import { StatusDot } from '../../entities/status/status-dot.tsx';
import { FigureTooltip } from '../../ui/tooltip/figure-tooltip.tsx';
import type { OnTimeReport } from './due-dates-columns.tsx';
import styles from './due-dates.module.css';

/** Reasons for late jobs: waits, working time, and the latest jobs. */
export function LateReasons({ report }: { report: OnTimeReport }) {
  const { t } = useTranslation('dueDate');
  const { number } = useFormat();
  const span = useRoundedDuration();
  const reasons = sortLateReasons(report);
  const maxJobs = Math.max(...reasons.map(({ jobs }) => jobs));
  const states = report.minutes.filter(({ minutes }) => minutes > 0).toSorted((a, b) => b.minutes - a.minutes);
  if (report.worst.length === 0) return null;
  return (
    <div className={styles.lateReasons}>
      <section>
        <h2>
          <FigureTooltip words={() => t('reasonsHint')}>{t('reasons')}</FigureTooltip>
        </h2>
        <ul>
          {reasons.map(({ reason, jobs }) => (
            <Bar key={reason} part={jobs} max={maxJobs} value={t('jobs', { count: jobs, n: number(jobs) })}>
              {t(`reason.${reason}`)}
            </Bar>
          ))}
        </ul>
      </section>
      <section>
        <h2>
          <FigureTooltip words={() => t('statesHint')}>{t('states')}</FigureTooltip>
        </h2>
        <ul>
          {states.map(({ status, minutes }) => (
            <Bar key={statusName(status as TaskStatus)} part={minutes} max={states[0]!.minutes} value={span(minutes)}>
              <StatusDot status={status as TaskStatus} />
            </Bar>
          ))}
        </ul>
      </section>
      <section className={styles.longestDelays}>
        <h2>{t('worst')}</h2>
        <ol>
          {report.worst.map(({ job_id, prod_id, job_name, customer, late_minutes, reason }) => (
            <li key={job_id}>
              <Link to="/job" search={{ job_id, open: [job_id] }}>
                {prod_id}
              </Link>{' '}
              <span>{job_name}</span> <span className="muted">{customer}</span>
              <span className={styles.delay}>{t('lateBy', { time: span(late_minutes) })}</span>
              <span className="muted">{t(`reason.${reason ?? 'unknown'}`)}</span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

interface BarProps {
  part: number;
  max: number;
  value: string;
  children: React.ReactNode;
}

/** A line with a bar relative to the largest value. The figure gives the same value as text. */
const Bar = ({ part, max, value, children }: BarProps) => (
  <li>
    <span>{children}</span>
    <span className="tabular">{value}</span>
    <progress value={part} max={max} aria-hidden />
  </li>
);
