import type { JobStatus } from '@darkroom/domain/job/status';
import { PIPELINE, statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { memo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDark } from '../../lib/device.ts';
import styles from './contact-strip.module.css';
import { Hint } from '../../ui/feedback/hint.tsx';
import { jobStatusColor, statusColor } from '../status/status-colors.ts';

/** One task of a strip: its stage, and its name on hover. */
export interface StripCell {
  key: number | string;
  status: TaskStatus | JobStatus;
  label: string;
  /** Outside the filter of the list. */
  isFaint?: boolean;
}

interface ContactStripProps {
  cells: readonly StripCell[];
  /** Large cells for a TV board. */
  far?: boolean;
}

const SHOWN = 24;
/** Number of cells in one line of a TV board. */
const SHOWN_FAR = 16;
const ORDER: readonly StripCell['status'][] = ['COMPLETED', 'PENDING', 'TO_DO', ...[...PIPELINE].reverse()];

/**
 * A job's tasks as a row of small cells, each in the colour of its stage (look.md). Screen readers get one sentence, and arrow keys walk
 * the cells.
 */
export const ContactStrip = memo(function ContactStrip({ cells, far = false }: ContactStripProps) {
  const { t } = useTranslation(['table', 'status']);
  const dark = useDark();
  const [pointed, setPointed] = useState<{ cell: number; at: DOMRect } | null>(null);
  const most = far ? SHOWN_FAR : SHOWN;
  const shown = cells.slice(0, most);
  if (cells.length === 0) return <span className={styles.none}>{t('table:strip.none')}</span>;

  const word = (status: StripCell['status']) =>
    typeof status === 'number' ? t(`status:task.${statusName(status)}`) : t(`status:job.${status}`);
  const color = (status: StripCell['status']) =>
    typeof status === 'number' ? statusColor(status, dark) : jobStatusColor(status, dark);
  const list = ORDER.map((status) => ({ status, n: cells.filter((cell) => cell.status === status).length }))
    .filter(({ n }) => n > 0)
    .map(({ status, n }) => `${n} ${word(status)}`)
    .join(', ');

  const point = (element: Element | null | undefined) => {
    const index = element instanceof HTMLElement ? Number(element.dataset.cell) : NaN;
    setPointed(element && shown[index] ? { cell: index, at: element.getBoundingClientRect() } : null);
  };
  const onPointerOver = (event: PointerEvent) => point(event.target instanceof Element ? event.target : null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    point(event.currentTarget.children[Math.max(0, Math.min(shown.length - 1, (pointed?.cell ?? -1) + by))]);
  };
  const cell = pointed && shown[pointed.cell];
  return (
    <span
      className={far ? styles.wide : styles.strip}
      role="img"
      aria-label={t('table:strip.tasks', { count: cells.length, list })}
      tabIndex={0}
      onPointerOver={onPointerOver}
      onPointerLeave={() => setPointed(null)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && point(event.currentTarget.children[0])}
      onBlur={() => setPointed(null)}
      onKeyDown={onKeyDown}
    >
      {shown.map(({ key, status, isFaint }, i) => (
        <i
          key={key}
          className="mark"
          data-cell={i}
          data-pointed={i === pointed?.cell}
          data-faint={isFaint}
          style={{ background: color(status) }}
        />
      ))}
      {cells.length > most && <span className={styles.more}>{t('table:strip.more', { n: cells.length - most })}</span>}
      {cell && <Hint at={pointed.at}>{`${cell.label} · ${word(cell.status)}`}</Hint>}
    </span>
  );
});
