import type { OutputOf } from '@darkroom/contract/endpoint';
import type { WorkCalendar } from '@darkroom/domain/calendar/working-time';
import type { floorBoard } from '@darkroom/contract/floor/floor';
import { useMemo } from 'react';
import { useDurationFormat } from '../../../lib/i18n/use-duration-format.ts';

export type Board = OutputOf<typeof floorBoard>;
export type BandOfBoard = Board['bands'][number];
export type FloorJob = BandOfBoard['jobs'][number];

/** Display of the board: near at a desk, with names and links, or far on a TV board. */
export interface FloorDisplay {
  readonly isLarge: boolean;
  /** True if names are links. A TV board has no links. */
  readonly hasLinks: boolean;
  readonly showNames: boolean;
  /** The server's time in ms. */
  readonly now: number;
  readonly calendar: WorkCalendar;
}

/** Returns a function that formats a duration short enough for a TV board: `12 min`, `3 h`, `2 d 4 h`. */
export function useWaitFormat() {
  const { shortSince } = useDurationFormat();
  return useMemo(
    () => ({ since: (instant: string, now: number) => shortSince(now - Date.parse(instant)) }),
    [shortSince],
  );
}
