const TIME_PATTERN = /^(\d{1,2})(?:[:.h ]?(\d{2}))?$/i;

/** Parses a typed time of day (`7`, `730`, `7.30`, `07:30`) to 24-hour `07:30`. Null if the text is not a time. */
export function parseTimeOfDay(text: string): string | null {
  const [, hours, minutes = '00'] = TIME_PATTERN.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}
