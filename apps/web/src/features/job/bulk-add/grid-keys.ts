/** What a key asks of the grid while no editor is open. */
export type GridAction =
  | { do: 'move'; rows: number; columns: number }
  | { do: 'edge'; column?: 'first' | 'last'; row?: 'first' | 'last' }
  | { do: 'edit'; typed?: string }
  | { do: 'empty' }
  | { do: 'leave_out' }
  | { do: 'problem'; step: 1 | -1 }
  | { do: 'undo' };

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const PAGE = 12;

/** The keys of the grid, as spreadsheets have them. Tab is not among them: it leaves the grid. */
export function gridAction(event: Key): GridAction | null {
  const mod = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
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
    case 'Enter':
    case 'F2':
      return { do: 'edit' };
    case 'Delete':
    case 'Backspace':
      return { do: 'empty' };
    case ' ':
      return { do: 'leave_out' };
    case 'F8':
      return { do: 'problem', step: event.shiftKey ? -1 : 1 };
    default:
      if (mod && event.key.toLowerCase() === 'z' && !event.shiftKey) return { do: 'undo' };
      return !mod && /^.$/u.test(event.key) ? { do: 'edit', typed: event.key } : null;
  }
}
