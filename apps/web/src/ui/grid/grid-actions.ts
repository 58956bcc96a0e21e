/** Where a key takes the active cell of a grid. */
type GridMove =
  | { do: 'move'; rows: number; columns: number }
  | { do: 'edge'; column?: 'first' | 'last'; row?: 'first' | 'last' };

type GridKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What a key asks of a grid while no editor is open. */
export type GridAction =
  | (GridMove & { extend: boolean })
  /** Tab: to the next cell, over the end of the row too. */
  | { do: 'next'; step: 1 | -1 }
  | { do: 'edit'; typed?: string }
  | { do: 'press' }
  | { do: 'clear' }
  | { do: 'fill' }
  | { do: 'fill_right' }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'all' }
  | { do: 'escape' };

/**
 * The keys of a spreadsheet. Copy, cut and paste come as events of their own. Where columns are of one kind they are filled to
 * the right too; elsewhere that key reloads the page, as ever.
 */
export function gridAction(event: GridKey, { fillsRight = false } = {}): GridAction | null {
  const mod = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  const move = gridMove(event);
  if (move) return { ...move, extend: event.shiftKey };
  const letter = event.key.toLowerCase();
  if (mod) {
    if (letter === 'd') return { do: 'fill' };
    if (letter === 'r' && fillsRight && !event.shiftKey) return { do: 'fill_right' };
    if (letter === 'z') return { do: event.shiftKey ? 'redo' : 'undo' };
    if (letter === 'y') return { do: 'redo' };
    return letter === 'a' ? { do: 'all' } : null;
  }
  switch (event.key) {
    case 'Enter':
      return event.shiftKey ? { do: 'move', rows: -1, columns: 0, extend: false } : { do: 'press' };
    case 'Tab':
      return { do: 'next', step: event.shiftKey ? -1 : 1 };
    case 'F2':
      return { do: 'edit' };
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' };
    case 'Escape':
      return { do: 'escape' };
    default:
      return /^.$/u.test(event.key) ? { do: 'edit', typed: event.key } : null;
  }
}

const PAGE = 12;

/** The keys that move through a grid, as spreadsheets have them; null for any other. */
function gridMove(event: GridKey): GridMove | null {
  const mod = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowUp':
      return mod ? { do: 'edge', row: 'first' } : { do: 'move', rows: -1, columns: 0 };
    case 'ArrowDown':
      return mod ? { do: 'edge', row: 'last' } : { do: 'move', rows: 1, columns: 0 };
    case 'ArrowLeft':
      return mod ? { do: 'edge', column: 'first' } : { do: 'move', rows: 0, columns: -1 };
    case 'ArrowRight':
      return mod ? { do: 'edge', column: 'last' } : { do: 'move', rows: 0, columns: 1 };
    case 'PageUp':
      return { do: 'move', rows: -PAGE, columns: 0 };
    case 'PageDown':
      return { do: 'move', rows: PAGE, columns: 0 };
    case 'Home':
      return { do: 'edge', column: 'first', ...(mod && { row: 'first' as const }) };
    case 'End':
      return { do: 'edge', column: 'last', ...(mod && { row: 'last' as const }) };
    default:
      return null;
  }
}
