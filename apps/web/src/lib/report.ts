import { ApiError } from './call/api.ts';

/** Reports each error once, though both the page and the browser catch it. */
const told = new WeakMap<object, Promise<string | null>>();

/** Faults of the network or of an outdated page, which are not faults of the code. */
const NO_FAULT = /dynamically imported module|Importing a module script|Failed to fetch|NetworkError|Load failed/i;

/**
 * Reports a broken part of the page to the server, which removes personal data. Returns the number in the server's log, or null without
 * an answer.
 */
export function reportError(error: unknown): Promise<string | null> {
  const fault = error instanceof Error ? error : new Error(String(error));
  const known = told.get(fault);
  if (known) return known;
  const number = send(fault);
  told.set(fault, number);
  return number;
}

/** Reports an error that no part of the page has caught. A rejected call is reported by its caller. */
export function reportEvent(event: Event): void {
  const error: unknown = event instanceof PromiseRejectionEvent ? event.reason : (event as ErrorEvent).error;
  if (error instanceof Error && !(error instanceof ApiError) && !NO_FAULT.test(error.message)) void reportError(error);
}

async function send(fault: Error): Promise<string | null> {
  const report = {
    message: `${fault.name}: ${fault.message}`.slice(0, 2000),
    stack: (fault.stack ?? '').slice(0, 8000),
    path: location.pathname.slice(0, 500),
    ...(fault instanceof ApiError && fault.problem.request_id ? { request_id: fault.problem.request_id } : {}),
  };
  try {
    const answer = await fetch('/api/report/error', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      keepalive: true,
    });
    return answer.ok ? ((await answer.json()) as { request_id: string }).request_id : null;
  } catch {
    return null;
  }
}
