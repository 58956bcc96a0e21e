import { gridMove, type GridKey, type GridMove } from '../../../../ui/grid/grid-moves.ts';

/** What a key asks of the grid while no editor is open. */
export type GridAction =
  | GridMove
  | { do: 'edit'; typed?: string }
  | { do: 'empty' }
  | { do: 'leave_out' }
  | { do: 'problem'; step: 1 | -1 }
  | { do: 'suggestion' }
  | { do: 'undo' }
  | { do: 'redo' };

/** The keys of the grid, as spreadsheets have them. Tab is not among them: it leaves the grid. */
export function gridAction(event: GridKey): GridAction | null {
  const mod = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  const move = gridMove(event);
  if (move) return move;
  switch (event.key) {
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
    case 'F9':
      return { do: 'suggestion' };
    default:
      if (mod && event.key.toLowerCase() === 'z') return { do: event.shiftKey ? 'redo' : 'undo' };
      if (mod && event.key.toLowerCase() === 'y') return { do: 'redo' };
      return !mod && /^.$/u.test(event.key) ? { do: 'edit', typed: event.key } : null;
  }
}
