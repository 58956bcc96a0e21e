import { ApiError } from './api/api.ts';

/** Reports each error once, though both the page and the browser catch it. */
const reports = new WeakMap<object, Promise<string | null>>();

/** Faults of the network or of an outdated page, which are not faults of the code. */
const IGNORED_ERRORS =
  /dynamically imported module|Importing a module script|Failed to fetch|NetworkError|Load failed/i;

/** Reports a broken part of the page to the server, which removes personal data. Returns the number in the server's log, or null. */
export function reportError(error: unknown): Promise<string | null> {
  const failure = error instanceof Error ? error : new Error(String(error));
  const pendingReport = reports.get(failure);
  if (pendingReport) return pendingReport;
  const number = sendReport(failure);
  reports.set(failure, number);
  return number;
}

/** Reports an error that no part of the page has caught. The caller reports a rejected request. */
export function reportEvent(event: Event): void {
  const error: unknown = event instanceof PromiseRejectionEvent ? event.reason : (event as ErrorEvent).error;
  if (error instanceof Error && !(error instanceof ApiError) && !IGNORED_ERRORS.test(error.message))
    void reportError(error);
}

async function sendReport(failure: Error): Promise<string | null> {
  const report = {
    message: `${failure.name}: ${failure.message}`.slice(0, 2000),
    stack: (failure.stack ?? '').slice(0, 8000),
    path: location.pathname.slice(0, 500),
    ...(failure instanceof ApiError && failure.problem.request_id ? { request_id: failure.problem.request_id } : {}),
  };
  try {
    const response = await fetch('/api/report/error', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      keepalive: true,
    });
    return response.ok ? ((await response.json()) as { request_id: string }).request_id : null;
  } catch {
    return null;
  }
}
