/** All keys of the product, in the order of the key sheet (quality 6). Two keys can be equal if they are never used together. */
export const KEYS = {
  // Work on tasks: on the row with the focus, else on the card.
  start: ['s'],
  next_check: ['s'],
  count: ['e'],
  count_done: ['Enter'],
  count_all: ['mod+Enter'],
  count_save: ['Shift+Enter'],
  done: ['d'],
  pass: ['p'],
  fault: ['f'],
  fault_kind: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  fault_note: ['Enter'],
  release: ['r'],
  take: ['a'],
  assign: ['a'],
  assign_first: ['mod+Enter'],
  link: ['o'],
  earlier: ['h'],
  undo: ['u'],
  // Requests.
  move_request: ['m'],
  other_board: ['b'],
  shift_card: ['Shift+←', 'Shift+→'],
  // Lists.
  next_row: ['j'],
  previous_row: ['k'],
  next_card: ['j'],
  previous_card: ['k'],
  walk_cards: ['←', '↑', '↓', '→'],
  open_row: ['Enter'],
  select_row: ['x'],
  edit_cell: ['e'],
  search: ['/'],
  // Forms and panels.
  send: ['mod+Enter'],
  save: ['mod+s'],
  leave: ['Escape'],
  // The whole page.
  palette: ['mod+k'],
  go_job: ['g j'],
  go_detail: ['g d'],
  go_task: ['g t'],
  go_redo: ['g r'],
  go_customer: ['g c'],
  go_request: ['g q'],
  go_member: ['g m'],
  help: ['?'],
} as const satisfies Record<string, readonly string[]>;

export type KeyId = keyof typeof KEYS;

const isKeyId = (id: string): id is KeyId => id in KEYS;

/** All keys, in the order of the sheet. */
export const KEY_IDS: readonly KeyId[] = Object.keys(KEYS).filter(isKeyId);

/** Finds the possible meanings of a key of the keyboard. */
export const findKeyIds = (key: string): readonly KeyId[] =>
  KEY_IDS.filter((id) => KEYS[id].some((known) => known === key));

/** Finds the keys that begin a sequence, such as `g`. */
export const findSequences = (key: string): readonly KeyId[] =>
  KEY_IDS.filter((id) => KEYS[id].some((known) => known.startsWith(`${key} `)));

const KEY_LABELS: Readonly<Record<string, string>> = { Escape: 'Esc' };

/** Formats a key as printed: `G J`, `Ctrl Enter`, `1–9`. */
export function formatKey(id: KeyId, isMac = false): string {
  const keys: readonly string[] = KEYS[id];
  const formatPart = (name: string) => {
    if (name === 'mod') return isMac ? '⌘' : 'Ctrl';
    return KEY_LABELS[name] ?? (name.length === 1 ? name.toUpperCase() : name);
  };
  const words = keys.map((key) => key.split(/[ +]/).map(formatPart).join(' '));
  return id === 'fault_kind' ? `${words[0]}–${words.at(-1)}` : words.join(' ');
}

/** True if an event is one of a key's own, for fields and rows that handle it. */
export function isKey(
  event: { key: string; shiftKey: boolean; ctrlKey?: boolean; metaKey?: boolean },
  id: KeyId,
): boolean {
  const shifted = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
  const name = event.ctrlKey || event.metaKey ? `mod+${shifted}` : shifted;
  return KEYS[id].some((known) => known === name);
}
