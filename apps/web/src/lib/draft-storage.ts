import { DRAFTS_KEY, readSession } from './session/session-store.ts';

/**
 * Returns the key of a user's draft in session storage. A draft survives a reload, a lost connection and the end of a session (spec §3,
 * §8), but not sign-out. A customer never receives a draft from a portal view.
 */
const keyOf = (user_id: number, name: string) => [user_id, readSession()?.viewing?.by, name].join('.');

function readDrafts(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(DRAFTS_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    // Edited storage counts as missing.
    return {};
  }
}

/** Loads the draft with this name. Null if there is none. */
export function loadDraft<T extends object>(user_id: number, name: string): Partial<T> | null {
  const stored = readDrafts()[keyOf(user_id, name)];
  return typeof stored === 'object' && stored !== null ? stored : null;
}

export function saveDraft(user_id: number, name: string, values: object | null): void {
  const { [keyOf(user_id, name)]: _previous, ...others } = readDrafts();
  const drafts = values ? { ...others, [keyOf(user_id, name)]: values } : others;
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(DRAFTS_KEY);
    else sessionStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts));
  } catch {
    // The browser cannot store it. The text is still on the screen.
  }
}
