import { createWorkCalendar } from '@darkroom/domain/calendar/working-time';
import { memo, useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { BandColumn } from './band-column.tsx';
import { DayFigures } from './day-figures.tsx';
import { FloorPeople } from './floor-people.tsx';
import type { Board, FloorDisplay } from './use-wait-format.ts';
import styles from './floor-board.module.css';

/** The floor: five bands of work, people with their tasks, and figures of the day. A desk and a TV board share it. */
export const FloorBoard = memo(function FloorBoard({
  board,
  view,
}: {
  board: Board;
  view: Omit<FloorDisplay, 'calendar'>;
}) {
  const { t } = useTranslation('floor');
  const { hours, holidays } = board;
  const calendar = useMemo(() => createWorkCalendar(hours, holidays), [hours, holidays]);
  const display = useMemo(() => ({ ...view, calendar }), [view, calendar]);
  const isEmpty = board.bands.every(({ tasks }) => tasks === 0);
  return (
    <div className={display.isLarge ? styles.tv : styles.desk} data-display={display.isLarge ? 'tv' : 'desk'}>
      <div className={styles.bands}>
        {board.bands.map((band) => (
          <BandColumn key={band.band} band={band} board={board} display={display} />
        ))}
      </div>
      {isEmpty && <p className="ink-muted">{t('empty')}</p>}
      <FloorPeople board={board} display={display} />
      <DayFigures today={board.today} isLarge={display.isLarge} />
    </div>
  );
});
