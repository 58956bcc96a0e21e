const WRITTEN = /^(\d{1,2})(?:[:.h ]?(\d{2}))?$/i;

/** A time of day as people write it (`7`, `730`, `7.30`, `07:30`) as `07:30`, on the clock of 24 hours; null when it is none. */
export function readTimeOfDay(text: string): string | null {
  const [, hours, minutes = '00'] = WRITTEN.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}
