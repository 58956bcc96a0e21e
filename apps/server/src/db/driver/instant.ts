/**
 * Converts an instant of PostgreSQL (`2026-11-20 09:05:00.123456+00`) to the form that is sent
 * (`2026-11-20T09:05:00.123Z`), cut to milliseconds. The session's zone is always UTC.
 */
export function toInstant(text: string): string {
  const zone = text.indexOf('+', 19);
  if (zone < 0) return text;
  const fraction = text.slice(20, zone).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** Converts an instant in JSON from the database, which has its own format, to the form that is sent. */
export function toIso<T extends string | null>(instant: T): T {
  return (instant === null ? null : new Date(instant).toISOString()) as T;
}
