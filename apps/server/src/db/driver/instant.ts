/** PostgreSQL's `2026-11-20 09:05:00.123456+00` as the wire's `2026-11-20T09:05:00.123Z`. The session's time zone is UTC. */
export function instantOf(text: string): string {
  const zone = text.indexOf('+', 19);
  if (zone < 0) return text;
  const fraction = text.slice(20, zone).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** An instant that stands in JSON made by the database, which writes them its own way, as the wire carries it. */
export function isoOf<T extends string | null>(instant: T): T {
  return (instant === null ? null : new Date(instant).toISOString()) as T;
}
