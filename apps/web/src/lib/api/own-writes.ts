/** The writes of this page by request id, with the time of the response (`performance.now`). */
const finishedAt = new Map<string, number>();
const MAX_AGE_MS = 60_000;

/** Records that a write of this page has its response. */
export function recordOwnWrite(request_id: string | null): void {
  const now = performance.now();
  for (const [id, at] of finishedAt) {
    if (now - at < MAX_AGE_MS) break;
    finishedAt.delete(id);
  }
  if (request_id) finishedAt.set(request_id, now);
}

/** Returns the time of the response to a write of this page. Undefined for other users' writes and before the response. */
export const getOwnWriteFinishedAt = (request_id: string | undefined): number | undefined =>
  request_id === undefined ? undefined : finishedAt.get(request_id);
