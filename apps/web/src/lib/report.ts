import { ApiError } from './call/api.ts';

/** Each fault once, whoever notices it: the page that shows it, and the browser. */
const told = new WeakMap<object, Promise<string | null>>();

/** What is wrong with the network, or with a page of an earlier release, is nothing of the code's. */
const NO_FAULT = /dynamically imported module|Importing a module script|Failed to fetch|NetworkError|Load failed/i;

/**
 * Tells the server that something of the page broke, and answers the number it stands under in the server's log; null where
 * nobody was to be reached. The server takes out whatever could be somebody's data.
 */
export function reportError(error: unknown): Promise<string | null> {
  const fault = error instanceof Error ? error : new Error(String(error));
  const known = told.get(fault);
  if (known) return known;
  const number = send(fault);
  told.set(fault, number);
  return number;
}

/** The same of what no part of the page has caught. A refused call is told by whoever made it. */
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
