/** The requests of this page that changed something, with when their answer came (`performance.now`). */
const answered = new Map<string, number>();
const KEPT_MS = 60_000;

/** Notes that a change of this page was answered. */
export function noteOwnCall(request_id: string | null): void {
  const now = performance.now();
  for (const [id, at] of answered) {
    if (now - at < KEPT_MS) break;
    answered.delete(id);
  }
  if (request_id) answered.set(request_id, now);
}

/** When the answer to a change of this page came; undefined when somebody else made it, or no answer came yet. */
export const ownCallAnswered = (request_id: string | undefined): number | undefined =>
  request_id === undefined ? undefined : answered.get(request_id);
