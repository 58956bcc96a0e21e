import type { Day } from '@darkroom/domain/calendar/day';
import { compareText } from '@darkroom/domain/text/order';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format.ts';
import styles from './bulk-add.module.css';
import type { Added, AddedJobs } from './use-submission.ts';

/** The days of what was added: where the job list has to look to show it. */
export interface DayRange {
  readonly job_date_from: Day;
  readonly job_date_to: Day;
}

interface DoneStepProps {
  added: Added;
  onShow: (range: DayRange) => void;
  onMore: () => void;
}

/** Step 3: what was added, day by day, and the way to it. */
export function DoneStep({ added: { jobs, totals }, onShow, onMore }: DoneStepProps) {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  const days = byDay(jobs);
  const range = { job_date_from: days[0]?.day ?? '', job_date_to: days.at(-1)?.day ?? '' };
  const details = t('done.details', {
    details: format.number(totals.details),
    quantity: format.number(totals.quantity),
  });
  const leftOut = totals.left_out > 0 ? ` · ${t('done.leftOut', { count: totals.left_out })}` : '';
  return (
    <section className={styles.done}>
      <h2>{t('done.title', { count: jobs.length })}</h2>
      <p className="quiet">{details + leftOut}</p>
      <dl className={styles.days}>
        {days.map(({ day, ids }) => (
          <div key={day}>
            <dt>{format.day(day)}</dt>
            <dd>{t('done.day', { count: ids.length, first: ids[0], last: ids.at(-1) })}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.tools}>
        <Button type="primary" autoFocus onClick={() => onShow(range)}>
          {t('done.show')}
        </Button>
        <Button onClick={onMore}>{t('done.more')}</Button>
      </div>
    </section>
  );
}

function byDay(jobs: AddedJobs): { day: Day; ids: string[] }[] {
  const days = new Map<Day, string[]>();
  for (const job of jobs) {
    const ids = days.get(job.job_date);
    if (ids) ids.push(job.prod_id);
    else days.set(job.job_date, [job.prod_id]);
  }
  return [...days].sort(([a], [b]) => compareText(a, b)).map(([day, ids]) => ({ day, ids: ids.sort(compareText) }));
}
