/** How one field of a row is edited where it stands. Values are text while they are edited, as they are typed. */
export interface CellEdit<R> {
  /** The field in words: "Job name". */
  field: string;
  kind: 'text' | 'number' | 'notes' | 'choice' | 'day';
  options?: readonly { value: string; label: string }[];
  read: (row: R) => string;
  /** A value as people read it, where it is not the text itself. */
  words?: (text: string) => string;
  /** What is typed as `read` would write it, where it may be written in several ways; what cannot be read stays as it is. */
  kept?: (text: string) => string;
  /** What is wrong with it, in words; null when nothing is. */
  check?: (text: string, row: R) => string | null;
  /** What is asked once before it is sent: a change that is easily made by mistake, with what would follow. */
  ask?: (row: R, text: string) => string | null;
  /** A refusal that only asks, in words: saved once more, `send` is told that it is meant. */
  askBack?: (error: unknown) => string | null;
  /** Sends it with the version of this row; `reason` is '' where none is asked for. */
  send: (row: R, text: string, reason: string, meant: boolean) => Promise<unknown>;
  /** The row that a refusal as stale brought along. */
  current: (problem: unknown) => R | null;
  /** A change that must say why: asked for once, kept for the next. */
  reason?: { label: string; get: () => string; set: (reason: string) => void } | undefined;
}

export interface EditStore {
  subscribe: (listener: () => void) => () => void;
  /** The one cell that is being edited. */
  cell: () => string | null;
  /** The row of the table it belongs to. */
  group: () => string | null;
  open: (place: Element) => void;
  close: () => void;
  /** The open editor is asked before another cell opens: what is typed there goes first. */
  guard: (ask: ((wanted: Element) => void) | null) => void;
}

/** Which cell is being edited; outside React, so that opening one draws that one cell and nothing else. */
export function editStore(): EditStore {
  const listeners = new Set<() => void>();
  let at: { cell: string; group: string | null } | null = null;
  let ask: ((wanted: Element) => void) | null = null;
  const set = (next: typeof at) => {
    at = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cell: () => at?.cell ?? null,
    group: () => at?.group ?? null,
    open(place) {
      const { edit: cell } = (place as HTMLElement).dataset;
      if (cell === undefined || cell === at?.cell) return;
      if (ask) ask(place);
      else set({ cell, group: place.closest<HTMLElement>('[data-group]')?.dataset.group ?? null });
    },
    close: () => {
      ask = null;
      set(null);
    },
    guard: (next) => {
      ask = next;
    },
  };
}
