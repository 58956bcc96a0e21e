/** The action of a key while no editor is open. */
export type GridAction =
  | { do: 'move'; rows: number; columns: number; extend: boolean }
  | { do: 'edge'; column?: 'first' | 'last'; row?: 'first' | 'last'; extend: boolean }
  /** Tab: to the next cell, also across the end of the row. */
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

type GridKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const PAGE = 12;

/**
 * Returns the action of a spreadsheet key. Copy, cut and paste are separate events. The key to fill right works only with columns of one
 * kind, elsewhere it reloads the page.
 */
export function gridAction(event: GridKey, { fillsRight = false } = {}): GridAction | null {
  const { key, shiftKey: extend } = event;
  if (event.altKey) return null;
  const mod = event.ctrlKey || event.metaKey;
  const move = (rows: number, columns: number): GridAction => ({ do: 'move', rows, columns, extend });
  switch (key) {
    case 'ArrowUp':
      return mod ? { do: 'edge', row: 'first', extend } : move(-1, 0);
    case 'ArrowDown':
      return mod ? { do: 'edge', row: 'last', extend } : move(1, 0);
    case 'ArrowLeft':
      return mod ? { do: 'edge', column: 'first', extend } : move(0, -1);
    case 'ArrowRight':
      return mod ? { do: 'edge', column: 'last', extend } : move(0, 1);
    case 'PageUp':
      return move(-PAGE, 0);
    case 'PageDown':
      return move(PAGE, 0);
    case 'Home':
      return { do: 'edge', column: 'first', ...(mod && { row: 'first' as const }), extend };
    case 'End':
      return { do: 'edge', column: 'last', ...(mod && { row: 'last' as const }), extend };
  }
  if (mod) {
    const letter = key.toLowerCase();
    if (letter === 'd') return { do: 'fill' };
    if (letter === 'r' && fillsRight && !extend) return { do: 'fill_right' };
    if (letter === 'z') return { do: extend ? 'redo' : 'undo' };
    if (letter === 'y') return { do: 'redo' };
    return letter === 'a' ? { do: 'all' } : null;
  }
  switch (key) {
    case 'Enter':
      return extend ? { do: 'move', rows: -1, columns: 0, extend: false } : { do: 'press' };
    case 'Tab':
      return { do: 'next', step: extend ? -1 : 1 };
    case 'F2':
      return { do: 'edit' };
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' };
    case 'Escape':
      return { do: 'escape' };
    default:
      return /^.$/u.test(key) ? { do: 'edit', typed: key } : null;
  }
}
