import { useState } from 'react';

/**
 * Whether something is open that opens with a right only. What was opened with it stays while it is open, so that what is typed
 * outlives a change of rights: it cannot be saved meanwhile (`FormDrawer` says so), and the server refuses it in any case.
 */
export function useStaysOpen(opened: string | number | undefined, allowed: boolean): boolean {
  const [held, setHeld] = useState<string | number>();
  const holds = opened !== undefined && (allowed || held === opened);
  if (holds ? held !== opened : held !== undefined) setHeld(holds ? opened : undefined);
  return holds;
}
