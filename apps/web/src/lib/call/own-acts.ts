/** The writes of this page by request id, with the time of the answer (`performance.now`). */
const answered = new Map<string, number>();
const KEPT_MS = 60_000;

/** Records that a write of this page was answered. */
export function noteOwnCall(request_id: string | null): void {
  const now = performance.now();
  for (const [id, at] of answered) {
    if (now - at < KEPT_MS) break;
    answered.delete(id);
  }
  if (request_id) answered.set(request_id, now);
}

/** The time of the answer to a write of this page. Undefined for other users' writes and before the answer. */
export const ownCallAnswered = (request_id: string | undefined): number | undefined =>
  request_id === undefined ? undefined : answered.get(request_id);
