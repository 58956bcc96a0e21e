/** Where a key takes the active cell of a grid. */
export type GridMove =
  | { do: 'move'; rows: number; columns: number }
  | { do: 'edge'; column?: 'first' | 'last'; row?: 'first' | 'last' };

export type GridKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const PAGE = 12;

/** The keys that move through a grid, as spreadsheets have them; null for any other. */
export function gridMove(event: GridKey): GridMove | null {
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
