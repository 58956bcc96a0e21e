import type { OutputOf } from '@darkroom/contract/endpoint';
import type { WorkCalendar } from '@darkroom/domain/calendar/working-time';
import type { floorBoard } from '@darkroom/contract/floor/floor';
import { useMemo } from 'react';
import { useSpan } from '../../../lib/words/use-span.ts';

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

/** How long something has been so, in words for across the room: `12 min`, `3 h`, `2 d 4 h`. */
export function useFloorWords() {
  const { shortSince } = useSpan();
  return useMemo(
    () => ({ since: (instant: string, now: number) => shortSince(now - Date.parse(instant)) }),
    [shortSince],
  );
}
