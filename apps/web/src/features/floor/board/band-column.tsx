import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { FigureTooltip } from '../../../ui/tooltip/figure-tooltip.tsx';
import { FloorJobCard } from './floor-job.tsx';
import { useWaitFormat, type BandOfBoard, type Board, type FloorDisplay } from './use-wait-format.ts';
import styles from './band-column.module.css';
import floor from './floor-board.module.css';

interface BandColumnProps {
  band: BandOfBoard;
  board: Pick<Board, 'workstreams' | 'selectable_workstreams'>;
  display: FloorDisplay;
}

/** One band: number of tasks, the oldest task, the late tasks, and the jobs that fit. Late and urgent jobs are first. */
export function BandColumn({ band, board, display }: BandColumnProps) {
  const { t } = useTranslation(['floor', 'status']);
  const { number } = useFormat();
  const { since } = useWaitFormat();
  const { isLarge, hasLinks, now } = display;
  const name = t(`status:band.${band.band}`);
  const list = useRef<HTMLUListElement>(null);
  const visibleCount = useVisibleCount(list, isLarge, band.jobs.length, band.job_count);
  const shown = band.jobs.slice(0, visibleCount);
  const hiddenCount = band.job_count - shown.length;
  const [workstream, ...others] = board.workstreams;
  const workstreamFilter = workstream && others.length === 0 ? { workstream } : {};
  return (
    <section className={styles.band} data-band={band.band} aria-label={name}>
      <header className={styles.bandHead}>
        <h2>
          {!hasLinks ? (
            name
          ) : (
            <Link
              to="/job/task"
              search={{ tab: 'all', band: band.band, ...workstreamFilter }}
              title={t('openBand', { band: name })}
            >
              {name}
            </Link>
          )}
        </h2>
        <p className={floor.figure}>
          <FigureTooltip words={() => t('explanation.tasks')}>{number(band.tasks)}</FigureTooltip>{' '}
          <span className={styles.unit}>{t('tasks', { count: band.tasks })}</span>
        </p>
        <p className={styles.facts}>
          <FigureTooltip words={() => t('explanation.jobs')}>
            {t('jobs', { count: band.job_count, n: number(band.job_count) })}
          </FigureTooltip>
          {band.oldest && (
            <FigureTooltip words={() => t('explanation.oldest')}>
              {t('oldest', { time: since(band.oldest, now) })}
            </FigureTooltip>
          )}
        </p>
        <p className={styles.facts}>
          {band.late > 0 && (
            <span className={floor.late}>
              <FigureTooltip words={() => t('explanation.late')}>
                {t('late', { count: band.late, n: number(band.late) })}
              </FigureTooltip>
            </span>
          )}
          {band.at_risk > 0 && (
            <FigureTooltip words={() => t('explanation.at_risk')}>
              {t('risk', { count: band.at_risk, n: number(band.at_risk) })}
            </FigureTooltip>
          )}
        </p>
      </header>
      <ul ref={list} className={styles.jobs}>
        {shown.map((job) => (
          <FloorJobCard key={job.job_id} job={job} display={display} />
        ))}
        {band.tasks === 0 && <li className={styles.empty}>{t('nothing')}</li>}
      </ul>
      {hiddenCount > 0 && (
        <p className={styles.moreNote}>{t('more', { count: hiddenCount, n: number(hiddenCount) })}</p>
      )}
      {band.tasks_listed_earlier > 0 && (
        <p className={styles.moreNote}>
          {t('ofEarlier', { count: band.tasks_listed_earlier, n: number(band.tasks_listed_earlier) })}
        </p>
      )}
    </section>
  );
}

/** Height of a job on a TV board in pixels: two lines and the space below. */
const LARGE_JOB_HEIGHT_PX = 78;
const MAX_DESK_JOBS = 24;

/** Returns the number of shown jobs in a band. A TV board cannot scroll, so it shows only the jobs that fit. */
function useVisibleCount(
  list: React.RefObject<HTMLElement | null>,
  isLarge: boolean,
  listed: number,
  jobs: number,
): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (!isLarge || !element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLarge, list]);
  if (!isLarge) return MAX_DESK_JOBS;
  const fit = Math.max(1, Math.floor(height / LARGE_JOB_HEIGHT_PX));
  return Math.min(fit, listed, jobs);
}
