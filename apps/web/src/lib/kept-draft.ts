import { DRAFTS, readSession } from './session/session-store.ts';

/**
 * What somebody was writing, kept for this tab through a reload, a lost connection and a session that ended, until it is sent.
 * In session storage: local storage holds the session alone and is cleared with it (spec §3, §8). It belongs to one
 * person: whoever signs in next does not get it, nor does a customer get what somebody has typed who looked at their portal.
 * All of it is one item, which the session's store takes away when somebody signs out.
 */
const keyOf = (user_id: number, name: string) => [user_id, readSession()?.viewing?.by, name].join('.');

function readDrafts(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(DRAFTS) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    // Somebody has edited the storage: treated as missing.
    return {};
  }
}

/** What was kept under a name; null where nothing was. */
export function keptDraft<T extends object>(user_id: number, name: string): Partial<T> | null {
  const kept = readDrafts()[keyOf(user_id, name)];
  return typeof kept === 'object' && kept !== null ? kept : null;
}

/** Keeps what is being written; null forgets it. */
export function keepDraft(user_id: number, name: string, values: object | null): void {
  const { [keyOf(user_id, name)]: _former, ...others } = readDrafts();
  const drafts = values ? { ...others, [keyOf(user_id, name)]: values } : others;
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(DRAFTS);
    else sessionStorage.setItem(DRAFTS, JSON.stringify(drafts));
  } catch {
    // A browser that lets nothing be kept: it is still on the screen.
  }
}
