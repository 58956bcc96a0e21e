import type { OutputOf } from '@darkroom/contract/endpoint';
import type { WorkCalendar } from '@darkroom/domain/calendar/working-time';
import type { floorBoard } from '@darkroom/contract/floor';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export type Board = OutputOf<typeof floorBoard>;
export type BandOfBoard = Board['bands'][number];
export type FloorJob = BandOfBoard['strips'][number];

/** How the board is looked at: from a desk, with names and ways on; or from across the room. */
export interface FloorLook {
  readonly far: boolean;
  /** What is named is a way to it: nobody goes anywhere from a wall. */
  readonly linked: boolean;
  readonly names: boolean;
  /** The server's time in ms. */
  readonly now: number;
  readonly calendar: WorkCalendar;
}

const MINUTE = 60_000;

/** How long something has been so, or will be, in words: `12 min`, `3 h 05`, `2 d 4 h`. */
export function useFloorWords() {
  const { t } = useTranslation('floor');
  return useMemo(() => {
    const time = (ms: number): string => {
      const minutes = Math.max(0, Math.floor(ms / MINUTE));
      const [hours, m] = [Math.floor(minutes / 60), minutes % 60];
      if (hours === 0) return t('ago.minutes', { m });
      if (hours < 24) return t('ago.hours', { h: hours, m: String(m).padStart(2, '0') });
      return t('ago.days', { d: Math.floor(hours / 24), h: hours % 24 });
    };
    return { time, since: (instant: string, now: number) => time(now - Date.parse(instant)) };
  }, [t]);
}
