import type { DayHours } from './working-time.ts';

const STRETCH = /^(\d{1,2})(?:[:.h](\d{2})|(\d{2}))?h?\s*[-–—]\s*(\d{1,2})(?:[:.h](\d{2})|(\d{2}))?h?$/i;

/** The hours of a day as people write them: `8-12, 13.30–17.30`; nothing is a day off, null is none that can be read. */
export function readDayHours(text: string): DayHours | null {
  const hours: { from: string; to: string }[] = [];
  // What holds the example of the form together on its line may be copied with it.
  for (const part of text.replaceAll('\u2060', '').split(/[,;+\n]/)) {
    if (part.trim() === '') continue;
    const [, from, fromA, fromB, to, toA, toB] = STRETCH.exec(part.trim()) ?? [];
    const stretch = { from: clock(from, fromA ?? fromB), to: clock(to, toA ?? toB) };
    if (stretch.from === null || stretch.to === null) return null;
    hours.push({ from: stretch.from, to: stretch.to });
  }
  return hours;
}

/** The same as it is written down. */
export const writeDayHours = (hours: DayHours): string => hours.map(({ from, to }) => `${from}–${to}`).join(', ');

function clock(hours: string | undefined, minutes = '00'): string | null {
  if (hours === undefined || Number(minutes) > 59) return null;
  const whole = `${hours.padStart(2, '0')}:${minutes}`;
  return whole <= '24:00' ? whole : null;
}
