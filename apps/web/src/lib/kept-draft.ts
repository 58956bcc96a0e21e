/**
 * What somebody was writing, kept for this tab through a reload, a lost connection and a session that ended, until it is sent.
 * In session storage: local storage holds the session alone and is cleared with it (spec §3, §8). It belongs to one
 * person: whoever signs in next does not get it.
 */
const PREFIX = 'draft';
const keyOf = (user_id: number, name: string) => `${PREFIX}.${user_id}.${name}`;

/** What was kept under a name; null where nothing was. */
export function keptDraft<T extends object>(user_id: number, name: string): Partial<T> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(user_id, name)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? kept : null;
  } catch {
    // Somebody has edited the storage: treated as missing.
    return null;
  }
}

/** Keeps what is being written; null forgets it. */
export function keepDraft(user_id: number, name: string, values: object | null): void {
  try {
    if (values === null) sessionStorage.removeItem(keyOf(user_id, name));
    else sessionStorage.setItem(keyOf(user_id, name), JSON.stringify(values));
  } catch {
    // A browser that lets nothing be kept: it is still on the screen.
  }
}
