/** Settings for editing one field of a row in place. Values are text while they are edited. */
export interface TableCellEdit<R> {
  /** Name of the field: "Job name". */
  field: string;
  kind: 'text' | 'number' | 'notes' | 'choice' | 'day';
  options?: readonly { value: string; label: string }[];
  read: (row: R) => string;
  /** Returns the readable form of a value, if it differs from the text. */
  words?: (text: string) => string;
  /** Normalises typed text to the form of `read`. Text that cannot be read stays as it is. */
  normalize?: (text: string) => string;
  /** Returns the message for an invalid text. Null if it is valid. */
  check?: (text: string, row: R) => string | null;
  /** Returns a question before a change that is easily made by mistake, with its consequences. */
  ask?: (row: R, text: string) => string | null;
  /** Returns the question of an error that only needs a confirmation. After Yes, `send` is called with `meant`. */
  askAfterError?: (error: unknown) => string | null;
  /** Sends the value with the version of this row. `reason` is '' if none is required. */
  send: (row: R, text: string, reason: string, isConfirmed: boolean) => Promise<unknown>;
  /** Returns the row in a stale error. */
  current: (problem: unknown) => R | null;
  /** A required reason: entered once and reused for the next change. */
  reason?: { label: string; get: () => string; set: (reason: string) => void } | undefined;
}

export interface EditStore {
  subscribe: (listener: () => void) => () => void;
  /** Returns the cell that is being edited. */
  cell: () => string | null;
  /** Returns the table row of the cell. */
  group: () => string | null;
  open: (element: Element) => void;
  close: () => void;
  /** Asks the open editor before another cell opens, so that its text is saved first. */
  guard: (ask: ((wanted: Element) => void) | null) => void;
}

/** Creates a store of the cell that is being edited, outside React, so that opening a cell renders only that cell. */
export function createEditStore(): EditStore {
  const listeners = new Set<() => void>();
  let current: { cell: string; group: string | null } | null = null;
  let ask: ((wanted: Element) => void) | null = null;
  const set = (next: typeof current) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cell: () => current?.cell ?? null,
    group: () => current?.group ?? null,
    open(element) {
      const { edit: cell } = (element as HTMLElement).dataset;
      if (cell === undefined || cell === current?.cell) return;
      if (ask) ask(element);
      else set({ cell, group: element.closest<HTMLElement>('[data-group]')?.dataset.group ?? null });
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
