import type { JobStatus } from '@darkroom/domain/job/status';
import { PIPELINE, statusName, type TaskStatus } from '@darkroom/domain/task/status';
import { memo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useIsDark } from '../../lib/device.ts';
import styles from './contact-strip.module.css';
import { Hint } from '../../ui/feedback/hint.tsx';
import { jobStatusColor, statusColor } from '../status/status-colors.ts';

/** One task of a strip: its stage, and its name on hover. */
export interface StripCell {
  key: number | string;
  status: TaskStatus | JobStatus;
  label: string;
  /** True if the task does not match the filter of the list. */
  isFaint?: boolean;
}

interface ContactStripProps {
  cells: readonly StripCell[];
  /** True for large cells on a TV board. */
  isOnTv?: boolean;
}

const MAX_CELLS = 24;
/** Number of cells in one line of a TV board. */
const MAX_CELLS_ON_TV = 16;
const STATUS_ORDER: readonly StripCell['status'][] = ['COMPLETED', 'PENDING', 'TO_DO', ...[...PIPELINE].reverse()];

/**
 * A job's tasks as a row of small cells, each in the colour of its stage (look.md). Screen readers read one sentence, and arrow keys move
 * between the cells.
 */
export const ContactStrip = memo(function ContactStrip({ cells, isOnTv = false }: ContactStripProps) {
  const { t } = useTranslation(['table', 'status']);
  const isDark = useIsDark();
  const [hoveredCell, setHoveredCell] = useState<{ cell: number; at: DOMRect } | null>(null);
  const maxCells = isOnTv ? MAX_CELLS_ON_TV : MAX_CELLS;
  const shownCells = cells.slice(0, maxCells);
  if (cells.length === 0) return <span className={styles.empty}>{t('table:strip.none')}</span>;

  const getStatusLabel = (status: StripCell['status']) =>
    typeof status === 'number' ? t(`status:task.${statusName(status)}`) : t(`status:job.${status}`);
  const getStatusColor = (status: StripCell['status']) =>
    typeof status === 'number' ? statusColor(status, isDark) : jobStatusColor(status, isDark);
  const summary = STATUS_ORDER.map((status) => ({ status, n: cells.filter((cell) => cell.status === status).length }))
    .filter(({ n }) => n > 0)
    .map(({ status, n }) => `${n} ${getStatusLabel(status)}`)
    .join(', ');

  const hoverCell = (element: Element | null | undefined) => {
    const index = element instanceof HTMLElement ? Number(element.dataset.cell) : NaN;
    setHoveredCell(element && shownCells[index] ? { cell: index, at: element.getBoundingClientRect() } : null);
  };
  const onPointerOver = (event: PointerEvent) => hoverCell(event.target instanceof Element ? event.target : null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const offset = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (offset === 0) return;
    event.preventDefault();
    hoverCell(
      event.currentTarget.children[Math.max(0, Math.min(shownCells.length - 1, (hoveredCell?.cell ?? -1) + offset))],
    );
  };
  const cell = hoveredCell && shownCells[hoveredCell.cell];
  return (
    <span
      className={isOnTv ? styles.tvStrip : styles.strip}
      role="img"
      aria-label={t('table:strip.tasks', { count: cells.length, list: summary })}
      tabIndex={0}
      onPointerOver={onPointerOver}
      onPointerLeave={() => setHoveredCell(null)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && hoverCell(event.currentTarget.children[0])}
      onBlur={() => setHoveredCell(null)}
      onKeyDown={onKeyDown}
    >
      {shownCells.map(({ key, status, isFaint }, i) => (
        <i
          key={key}
          className="mark"
          data-cell={i}
          data-hovered={i === hoveredCell?.cell}
          data-dimmed={isFaint}
          style={{ background: getStatusColor(status) }}
        />
      ))}
      {cells.length > maxCells && (
        <span className={styles.moreCount}>{t('table:strip.more', { n: cells.length - maxCells })}</span>
      )}
      {cell && <Hint at={hoveredCell.at}>{`${cell.label} · ${getStatusLabel(cell.status)}`}</Hint>}
    </span>
  );
});
